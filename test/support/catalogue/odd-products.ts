import type { Db } from '../../../src/platform/db/client.ts';
import { insertProduct } from './catalogue.ts';

export const LONG_GTIN = '4006381333955';
export const BARE_GTIN = '4006381333962';

/** A long name that is written from the right, ingredients of 5,000 characters; and nothing but a name. */
export async function insertOddProducts(db: Db): Promise<void> {
  await insertProduct(db, {
    name: `${'كريم البندق بالكاكاو والحليب '.repeat(8)} Oddity`,
    brand: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
    gtins: [LONG_GTIN],
    food: { ingredientsText: 'Sugar, palm oil, hazelnuts 13 %, skimmed milk powder, '.repeat(92) },
    facts: {
      name_lang: 'ar',
      description: 'Oddity with a description that goes on for a while. '.repeat(8),
      brands: ['Avelotta', 'Harbour Foods', 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk'],
      manufacturer: 'Harbour Foods Inc.',
      stores: Array.from({ length: 40 }, (_, place) => `Store number ${place}`),
    },
  });
  await insertProduct(db, { name: 'Oddity', gtins: [BARE_GTIN] });
}
