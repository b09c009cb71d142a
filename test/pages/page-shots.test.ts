import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'vitest';
import { startPageStack } from '../support/browser/page-stack.ts';
import { followRequests } from '../support/browser/settled-page.ts';
import { BARE_GTIN, insertOddProducts, LONG_GTIN } from '../support/catalogue/odd-products.ts';
import { insertDisputedProduct, DISPUTED_GTIN } from '../support/catalogue/disputed-product.ts';
import { createDemoDatabase } from '../support/database/demo-database.ts';

/** Where the pictures are: a folder that Git ignores. */
const FOLDER = path.resolve(process.env['PAGE_SHOTS_FOLDER'] ?? '.data/shots');
const WIDTHS = [390, 1440];
const SCHEMES = ['light', 'dark'] as const;

const PAGES: Record<string, string> = {
  home: '/',
  search: '/search?q=hazelnut+spred',
  filtered: '/search?category_in=dairies&nutri_score_in=b&nutri_score_in=c&sort=name',
  nothing: '/search?q=zzzzzzzz',
  product: '/product/9521000000018',
  brands: '/brands',
  brand: '/brand/avelotta',
  categories: '/categories',
  category: '/category/snacks',
  scan: '/scan',
  contribute: '/contribute',
  account: '/account',
  docs: '/docs/quick-start',
  endpoints: '/docs/endpoints/products',
  told: `/product/${DISPUTED_GTIN}`,
  long: `/product/${LONG_GTIN}`,
  bare: `/product/${BARE_GTIN}`,
  odd: '/search?q=oddity',
};

// Pictures for people: `npm run test:long -- page-shots`. With PAGES_SHOWN=home,search only these.
test.runIf(process.env['PAGE_SHOTS'])('every page is photographed', async () => {
  await mkdir(FOLDER, { recursive: true });
  const wanted = process.env['PAGES_SHOWN']?.split(',') ?? Object.keys(PAGES);
  const stack = await startPageStack({}, createDemoDatabase());
  await insertDisputedProduct(stack.database.db);
  await insertOddProducts(stack.database.db);
  try {
    for (const width of WIDTHS)
      for (const colorScheme of SCHEMES) {
        const { page } = await stack.openPage({ viewport: { width, height: 900 }, colorScheme });
        const settle = followRequests(page);
        for (const name of wanted) {
          await page.goto(PAGES[name] ?? name);
          await settle();
          await page.screenshot({
            path: path.join(FOLDER, `${name}-${width}-${colorScheme}.png`),
            fullPage: true,
          });
        }
        await page.context().close();
      }
  } finally {
    await stack.stop();
  }
});
