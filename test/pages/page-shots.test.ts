import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'vitest';
import type { Db } from '../../src/platform/db/client.ts';
import { startPageStack } from '../support/browser/page-stack.ts';
import { followRequests } from '../support/browser/settled-page.ts';
import { insertProduct } from '../support/catalogue/catalogue.ts';
import { insertToldProduct, TOLD_GTIN } from '../support/catalogue/told-product.ts';
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
  told: `/product/${TOLD_GTIN}`,
  long: '/product/4006381333931',
  bare: '/product/4006381333948',
  odd: '/search?q=oddity',
};

/** A long name that is written from the right, ingredients of 5,000 characters; and nothing but a name. */
async function insertOddProducts(db: Db): Promise<void> {
  await insertProduct(db, {
    name: `${'كريم البندق بالكاكاو والحليب '.repeat(8)} Oddity`,
    brand: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
    gtins: ['4006381333931'],
    food: { ingredientsText: 'Sugar, palm oil, hazelnuts 13 %, skimmed milk powder, '.repeat(92) },
    facts: {
      name_lang: 'ar',
      description: 'Oddity with a description that goes on for a while. '.repeat(8),
      brands: ['Avelotta', 'Harbour Foods', 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk'],
      manufacturer: 'Harbour Foods Inc.',
      stores: Array.from({ length: 40 }, (_, place) => `Store number ${place}`),
    },
  });
  await insertProduct(db, { name: 'Oddity', gtins: ['4006381333948'] });
}

// Pictures for people: `npm run pages:shots`. With PAGES_SHOWN=home,search only these.
test.runIf(process.env['PAGE_SHOTS'])('every page is photographed', async () => {
  await mkdir(FOLDER, { recursive: true });
  const wanted = process.env['PAGES_SHOWN']?.split(',') ?? Object.keys(PAGES);
  const stack = await startPageStack({}, createDemoDatabase());
  await insertToldProduct(stack.database.db);
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
