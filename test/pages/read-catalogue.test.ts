import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listFaults } from '../support/browser/page-faults.ts';
import { startPageStack, type PageStack } from '../support/browser/page-stack.ts';
import {
  insertDisputedProduct,
  DISPUTED_GTIN,
  DISPUTED_NAME,
} from '../support/catalogue/disputed-product.ts';

describe('somebody who looks for a product', () => {
  let stack: PageStack;

  beforeAll(async () => {
    stack = await startPageStack();
    await insertDisputedProduct(stack.database.db);
  });
  afterAll(() => stack.stop());

  it.each([true, false])('finds it, and who says what of it; with scripts: %s', async (javaScriptEnabled) => {
    const { page, complaints } = await stack.openPage({ javaScriptEnabled });
    await page.goto('/');
    await page.getByLabel('Product name or barcode').fill('hazelnut spred');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Results for “hazelnut spred”' }).waitFor();
    await page.locator('input[name=nutri_score_in][value=e]').check();
    // With scripts the results follow at once.
    if (!javaScriptEnabled) await page.getByRole('button', { name: /^Show \d+ product/ }).click();
    await page.getByRole('link', { name: 'Remove: Nutri-Score: E' }).waitFor();
    await page.getByRole('link', { name: DISPUTED_NAME }).click();
    await page.getByRole('heading', { level: 1, name: DISPUTED_NAME }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/product/${DISPUTED_GTIN}`);
    const crumbs = await page.getByRole('navigation', { name: 'Path' }).getByRole('link').all();
    const tops = await Promise.all(crumbs.map(async (crumb) => (await crumb.boundingBox())?.y));
    expect(new Set(tops).size, 'the path is one line').toBe(1);
    await page.locator('details.said', { hasText: '350' }).locator('summary').click();
    await page.getByText('350', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'How it comes about' }).click();
    await page.getByRole('heading', { name: 'How the quality of the data comes about' }).waitFor();
    if (javaScriptEnabled) expect(await listFaults(page)).toEqual([]);
    await page.getByRole('link', { name: /^Add: .*Sugars/ }).click();
    await page.getByRole('heading', { name: `Complete or correct: ${DISPUTED_NAME}` }).waitFor();
    await page.goBack();
    await page.goBack();
    await page.getByRole('link', { name: 'Correct or add facts' }).waitFor();
    await page.getByRole('link', { name: 'Deutsch', exact: true }).click();
    await page.getByRole('heading', { name: 'Nährwerte' }).waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('narrows a search in a sheet on a phone, and goes back', async () => {
    const { page, complaints } = await stack.openPage({ viewport: { width: 390, height: 844 } });
    await page.goto('/search?q=hazelnut+spred');
    await page.getByText('these come closest').waitFor();
    const choice = page.locator('input[name=nutri_score_in][value=e]');
    expect(await choice.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Narrow the search' }).click();
    await choice.check();
    await page.waitForURL(/nutri_score_in=e/);
    expect(await page.evaluate('document.activeElement.value'), 'the choice keeps the focus').toBe('e');
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('link', { name: 'Remove: Nutri-Score: E' }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Remove: Nutri-Score: E' }).waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('comes to it by its barcode, and by the link of its symbol', async () => {
    const { page } = await stack.openPage();
    for (const address of [`/search?q=${DISPUTED_GTIN}`, `/01/0${DISPUTED_GTIN}/10/LOT`]) {
      await page.goto(address);
      await page.getByRole('heading', { level: 1, name: DISPUTED_NAME }).waitFor();
    }
    await page.context().close();
  });

  it('the sitemap is XML', async () => {
    const { page } = await stack.openPage();
    await page.goto('/');
    for (const address of ['/sitemap.xml', '/sitemaps/1.xml']) {
      const roots: unknown = await page.evaluate(
        `fetch('${address}').then((answer) => answer.text()).then((text) => {
          const read = new DOMParser().parseFromString(text, 'application/xml');
          return [read.documentElement.localName, read.documentElement.namespaceURI, read.querySelectorAll('loc').length];
        })`,
      );
      const name = address === '/sitemap.xml' ? 'sitemapindex' : 'urlset';
      expect(roots).toEqual([name, 'http://www.sitemaps.org/schemas/sitemap/0.9', 1]);
    }
    await page.context().close();
  });
});
