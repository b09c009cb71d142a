import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Response } from 'playwright-core';
import type { BrowserPage } from '../support/browser/browser-page.ts';
import { listFaults } from '../support/browser/page-faults.ts';
import { LOOKS, startPageStack, type PageStack } from '../support/browser/page-stack.ts';
import { followRequests } from '../support/browser/settled-page.ts';
import { createDemoDatabase } from '../support/database/demo-database.ts';
import { BARE_GTIN, insertOddProducts, LONG_GTIN } from '../support/catalogue/odd-products.ts';
import { insertDisputedProduct, DISPUTED_GTIN } from '../support/catalogue/disputed-product.ts';

/** Addresses of every page, in the demonstration catalogue. */
const PAGES = [
  '/',
  '/search?q=chocolate',
  '/search?q=zzzzzzzz',
  '/search?nutri_score_in=d&nutri_score_in=e&sort=name',
  '/product/9521000000018',
  '/product/9521000000025?lang=de',
  `/product/${DISPUTED_GTIN}`,
  `/product/${DISPUTED_GTIN}?lang=fr`,
  `/product/${LONG_GTIN}`,
  `/product/${BARE_GTIN}`,
  '/search?q=oddity',
  '/product/4006381333931',
  '/product/4006381333932?lang=fr',
  '/product/2000000000008?lang=de',
  '/brands',
  '/brand/avelotta',
  '/categories',
  '/category/food',
  '/category/hazelnut-spreads',
  '/nowhere',
  '/contribute',
  '/contribute/pictures',
  '/contribute?gtin=9521000000018',
  '/account',
  '/account/register',
  '/account/key',
  '/account/confirm',
  '/account/confirmation',
  '/account/forgotten',
  '/account/password',
  '/account/webhooks',
  '/scan',
  '/docs/',
  '/docs/quick-start',
  '/docs/api',
  '/docs/limits',
  '/docs/searching',
  '/docs/scanning',
  '/docs/contributions',
  '/docs/mirroring',
  '/docs/follow',
  '/docs/webhooks',
  '/docs/licences',
  '/docs/scanner-app',
  '/docs/endpoints',
  '/docs/allergens',
  '/docs/freshness',
  '/docs/versions',
  '/docs/glossary',
  '/docs/runbook',
  '/docs/mcp',
  '/docs/privacy',
  '/docs/endpoints/search',
  '/docs/endpoints/products',
  '/docs/endpoints/catalogue',
  '/docs/endpoints/accounts',
  '/docs/endpoints/webhooks',
  '/docs/endpoints/contribution',
  '/docs/endpoints/service',
  '/docs/examples/webhook-receiver.mjs',
  '/docs/search?q=quality',
  '/product/id/600ee031-e4be-5cc9-ba9b-2d37e2456165/quality?lang=de',
  '/product/id/600ee031-e4be-5cc9-ba9b-2d37e2456165/quality?lang=it',
];
/** HTML, styles and scripts of a page, as they come over the wire. */
const BUDGET_BYTES = 60 * 1024;

const NARROWEST = { width: 320, height: 640 };
/** Cumulative layout shift. */
const MOST_SHIFTED = 0.02;
const OBSERVE_SHIFTS = `{
  let shifted = 0;
  const add = (entries) => entries.forEach((entry) => { if (!entry.hadRecentInput) shifted += entry.value; });
  const observer = new PerformanceObserver((list) => add(list.getEntries()));
  observer.observe({ type: 'layout-shift', buffered: true });
  window.readShifts = () => { add(observer.takeRecords()); return shifted; };
}`;

describe('every page', () => {
  let stack: PageStack;

  beforeAll(async () => {
    stack = await startPageStack({}, createDemoDatabase());
    await insertDisputedProduct(stack.database.db);
    await insertOddProducts(stack.database.db);
  });
  afterAll(() => stack.stop());

  describe.each(LOOKS)('$viewport.width px, $colorScheme', (look) => {
    let opened: BrowserPage;
    let settle: () => Promise<void>;

    beforeAll(async () => {
      opened = await stack.openPage(look);
      settle = followRequests(opened.page);
      await opened.page.addInitScript(OBSERVE_SHIFTS);
    });
    afterAll(() => opened.page.context().close());

    it.each(PAGES)(
      '%s is shown whole and at rest, has no fault, and is within its budget',
      async (address) => {
        const { page, complaints } = opened;
        const sizes: Promise<number>[] = [];
        const weigh = (response: Response) => {
          if (isOfBudget(response)) sizes.push(response.body().then((body) => gzipSync(body).length));
        };
        page.on('response', weigh);
        await page.goto(address);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await settle();
        page.off('response', weigh);
        expect(await listFaults(page), address).toEqual([]);
        const widest: unknown = await page.evaluate('document.documentElement.scrollWidth');
        expect(await page.evaluate('readShifts()'), 'nothing moves while it loads').toBeLessThanOrEqual(
          MOST_SHIFTED,
        );
        expect(widest, 'nothing is wider than the screen').toBeLessThanOrEqual(look.viewport?.width ?? 0);
        if (look.viewport && look.viewport.width < NARROWEST.width * 2) {
          await page.setViewportSize(NARROWEST);
          expect(await page.evaluate('document.documentElement.scrollWidth'), 'nor than a small one').toBe(
            NARROWEST.width,
          );
          await page.setViewportSize(look.viewport);
        }
        const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
        expect(bytes).toBeGreaterThan(0);
        expect(bytes).toBeLessThanOrEqual(BUDGET_BYTES);
        expect(complaints.splice(0)).toEqual([]);
      },
    );
  });

  it('of the docs is painted when it has been read: no table moves on a slow machine', async () => {
    const { page } = await stack.openPage();
    await page.addInitScript(OBSERVE_SHIFTS);
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 20 });
    for (const address of ['/docs/endpoints', '/docs/glossary', '/docs/endpoints']) {
      await page.goto(address);
      expect(await page.evaluate('readShifts()'), address).toBeLessThanOrEqual(MOST_SHIFTED);
    }
    await page.context().close();
  });

  it.each(PAGES)('%s stands without scripts', async (address) => {
    const answer = await stack.api.request().get(address).set('Accept', 'text/html').redirects(5);
    expect(answer.type).toBe('text/html');
    expect(answer.text).toMatch(/<h1[ >]/);
  });
});

function isOfBudget(response: Response): boolean {
  const { location, 'content-type': type = '' } = response.headers();
  // On the way to a page.
  if (location !== undefined) return false;
  return /^(text\/(html|css|javascript)|application\/(javascript|wasm))/.test(type);
}
