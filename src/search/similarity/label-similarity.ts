import { foldText } from '../../platform/text/fold-text.ts';
import type { ProductSummary } from '../search-contract.ts';
import type { Candidate } from '../search-engine.ts';
import { spaceOut } from './label-words.ts';
import { trigramsOf } from './word-similarity.ts';

/** How much of a text the labels of a product hold: 0 to 1, and the kind of label that holds most. */
interface LabelMatch {
  score: number;
  matched: Exclude<ProductSummary['matched'], 'barcode' | undefined>;
}

/** The weight of a trigram that only the names of categories have: the engine finds them, but names decide. */
const CATEGORY_WEIGHT = 0.5;

/** Bits. */
const KIND = { name: 1, brand: 2, category: 4 } as const;
/** The power of the share: with less, quality lifts weak matches above good ones. */
const STEEPNESS = 4;

/**
 * Returns a function that compares products with a folded text. The similarity is a power of the share of the text's
 * trigrams that stand in the brands, the names in all languages and the generic names of a product, or, by half, in the
 * names of its categories.
 * @param isTyping whether the last word may go on: its end is not compared
 * @param categoryWords the folded words of each category and the categories above it, by path
 */
export function createLabelSimilarity(
  text: string,
  categoryWords: ReadonlyMap<string, string>,
  isTyping = false,
): (candidate: Candidate) => LabelMatch {
  const wanted = new Map<number, number>();
  for (const trigram of trigramsOf(spaceOut(text)).slice(0, isTyping ? -1 : undefined))
    if (!wanted.has(trigram)) wanted.set(trigram, wanted.size);

  /** Returns the numbers of the wanted trigrams that a folded text has; a number may come twice. */
  const find = (folded: string): number[] => {
    const found: number[] = [];
    for (const trigram of trigramsOf(folded)) {
      const number = wanted.get(trigram);
      if (number !== undefined) found.push(number);
    }
    return found;
  };
  const inCategories = new Map<string | null, number[]>();
  const findInCategories = (path: string | null): number[] => {
    const known = inCategories.get(path) ?? find(categoryWords.get(path ?? '') ?? '');
    inCategories.set(path, known);
    return known;
  };
  /** For each wanted trigram the kinds of labels that have it. */
  const kinds = new Uint8Array(wanted.size);
  const mark = (numbers: readonly number[], kind: number): void => {
    for (const number of numbers) kinds[number] = (kinds[number] as number) | kind;
  };
  const markLabel = (label: string, kind: number): void => mark(find(spaceOut(foldText(label))), kind);

  return ({ name, other_names = [], brand, other_brands = [], category_path }) => {
    kinds.fill(0);
    markLabel(name, KIND.name);
    for (const other of other_names) markLabel(other, KIND.name);
    if (brand !== null) markLabel(brand, KIND.brand);
    for (const other of other_brands) markLabel(other, KIND.brand);
    mark(findInCategories(category_path), KIND.category);
    let [share, inNames, inBrands, inCategory] = [0, 0, 0, 0];
    for (const kind of kinds) {
      if (kind & KIND.name) inNames++;
      if (kind & KIND.brand) inBrands++;
      if (kind & KIND.category) inCategory++;
      if (kind !== 0) share += kind === KIND.category ? CATEGORY_WEIGHT : 1;
    }
    const most = Math.max(inNames, inBrands, inCategory);
    return {
      score: (share / Math.max(1, wanted.size)) ** STEEPNESS,
      matched: inNames === most ? 'name' : inBrands === most ? 'brand' : 'category',
    };
  };
}
