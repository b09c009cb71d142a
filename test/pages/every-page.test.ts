import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadDemoCatalogue } from '../../src/demo/demo-catalogue.ts';
import { createLogger } from '../../src/logger.ts';
import { listFaults } from '../support/browser/page-faults.ts';
import { LOOKS, startPageStack, type PageStack } from '../support/browser/page-stack.ts';
import { insertToldProduct, TOLD_GTIN } from '../support/catalogue/told-product.ts';

/** Addresses of every page, in the demonstration catalogue. */
const PAGES = [
  '/',
  '/search?q=chocolate',
  '/search?q=zzzzzzzz',
  '/search?nutri_score_in=d&nutri_score_in=e&sort=name',
  '/product/9521000000018',
  '/product/9521000000025?lang=de',
  `/product/${TOLD_GTIN}`,
  `/product/${TOLD_GTIN}?lang=fr`,
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
  '/contribute?gtin=9521000000018',
  '/account',
  '/account/register',
  '/account/key',
  '/account/confirm',
  '/account/confirmation',
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
];
/** HTML, styles and scripts of a page, as they come over the wire. */
const BUDGET_BYTES = 60 * 1024;

describe('every page', () => {
  let stack: PageStack;
  let pictures: string;

  beforeAll(async () => {
    stack = await startPageStack();
    await loadDemoCatalogue(stack.database.db, createLogger('test', 'silent'));
    await insertToldProduct(stack.database.db);
    pictures = await mkdtemp(path.join(tmpdir(), 'factshelf-pages-'));
  });
  afterAll(() => stack.stop());

  describe.each(LOOKS)('$viewport.width px, $colorScheme', (look) => {
    it.each(PAGES)('%s is shown whole, has no fault, and is within its budget', async (address) => {
      const { page, complaints } = await stack.openPage(look);
      let bytes = 0;
      page.on('response', (response) => {
        // On the way to a page.
        if (response.headers()['location'] !== undefined) return;
        if (
          !/^(text\/(html|css|javascript)|application\/(javascript|wasm))/.test(
            response.headers()['content-type'] ?? '',
          )
        )
          return;
        void response.body().then((body) => (bytes += gzipSync(body).length));
      });
      await page.goto(address, { waitUntil: 'networkidle' });
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await listFaults(page), address).toEqual([]);
      const widest: unknown = await page.evaluate('document.documentElement.scrollWidth');
      expect(widest, 'nothing is wider than the screen').toBeLessThanOrEqual(look.viewport?.width ?? 0);
      expect(bytes).toBeGreaterThan(0);
      expect(bytes).toBeLessThanOrEqual(BUDGET_BYTES);
      expect(complaints).toEqual([]);
      const file = `${address.replaceAll(/[/?=&]/g, '-')}-${look.viewport?.width}.png`;
      await page.screenshot({ path: path.join(pictures, file), fullPage: true });
      await page.context().close();
      console.info(`pictures of all pages: ${pictures}`);
    });
  });

  it.each(PAGES)('%s stands without scripts', async (address) => {
    const { page } = await stack.openPage({ javaScriptEnabled: false });
    await page.goto(address);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.context().close();
  });
});
