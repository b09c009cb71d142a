/** Makes a catalogue larger than the file it comes from: copies of its products with varied names. Pure. */
import { v5 as uuidv5 } from 'uuid';
import { computeCheckDigit } from '../../src/facts/values/gtin.ts';
import { foldText } from '../../src/platform/text/fold-text.ts';
import {
  createRandom,
  pick,
  withTypo,
  wordsOfName,
  type Random,
} from '../../test/support/search/query-kinds.ts';

export interface BaseProduct {
  name: string;
  gtin14: string | null;
  brand_id: string | null;
  category_id: string;
  country_of_origin: string | null;
  quality_score: number;
}

export interface ProductCopy extends BaseProduct {
  id: string;
  search_name: string;
}

const NAMESPACE = 'b1f2a3d4-5c6e-5f70-8a9b-0c1d2e3f4a5b';
const LONGEST_NAME = 200;

/** Copy number `n` of a catalogue: the same for the same products, seed and number. */
export function buildCopy(products: readonly BaseProduct[], seed: number, n: number): ProductCopy {
  const random = createRandom(Math.imul(seed, 7_919) + n);
  const base = products[n % products.length] as BaseProduct;
  const other = pick(products, random) as BaseProduct;
  const name = varyName(base.name, other.name, random);
  const quality = base.quality_score + (random() - 0.5) * 0.4;
  return {
    id: uuidv5(`${seed}/${n}`, NAMESPACE),
    name,
    search_name: foldText(name),
    gtin14: base.gtin14 && varyGtin(base.gtin14, random),
    brand_id: random() < 0.7 ? base.brand_id : other.brand_id,
    category_id: base.category_id,
    country_of_origin: random() < 0.7 ? base.country_of_origin : other.country_of_origin,
    quality_score: Math.round(Math.min(1, Math.max(0, quality)) * 1_000) / 1_000,
  };
}

/** Words of the name swapped, dropped or misspelt, or words of the other name in their place or after them. */
function varyName(name: string, other: string, random: Random): string {
  const words = name.split(/\s+/).filter(Boolean);
  const others = wordsOfName(other);
  const at = Math.floor(random() * words.length);
  const borrowed = pick(others, random) ?? 'extra';
  const choice = random();
  if (choice < 0.25 && words.length > 1) words.splice(at, 2, ...words.slice(at, at + 2).reverse());
  else if (choice < 0.35 && words.length > 2) words.splice(at, 1);
  else if (choice < 0.4 && (words[at]?.length ?? 0) >= 4) words[at] = withTypo(words[at] as string, random);
  else if (choice < 0.7 && words.length > 1) words[at] = borrowed;
  else words.push(...others.slice(0, 1 + Math.floor(random() * 3)), ...(others.length > 0 ? [] : [borrowed]));
  return Array.from(words.join(' ')).slice(0, LONGEST_NAME).join('').trim();
}

/** Another code of the same company: the same first digits, and a check digit that fits. */
function varyGtin(gtin14: string, random: Random): string {
  const item = Math.floor(random() * 100_000)
    .toString()
    .padStart(5, '0');
  const digits = gtin14.slice(0, 8) + item;
  return digits + computeCheckDigit(digits);
}
