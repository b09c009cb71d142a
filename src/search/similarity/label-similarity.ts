import { foldText } from '../../platform/text/fold-text.ts';
import type { ProductSummary } from '../search-contract.ts';
import type { Candidate } from '../search-engine.ts';
import { labelWords } from './label-words.ts';
import { trigramsOf } from './word-similarity.ts';

/** How much of a text the labels of a product hold: 0 to 1, and the kind of label that holds most. */
interface LabelMatch {
  score: number;
  matched: Exclude<ProductSummary['matched'], 'barcode' | undefined>;
}

/** The weight of a trigram that only the names of categories have: the engine finds them, but names decide. */
const CATEGORY_WEIGHT = 0.5;

/** The power of the share: with less, quality lifts weak matches above good ones. */
const STEEPNESS = 4;

/**
 * Returns a function that compares products with a folded text. The similarity is a power of the share of the text's
 * trigrams that stand in the brands, the names in all languages and the generic names of a product, or, by half, in the
 * names of its categories.
 * @param categoryWords the folded words of each category and the categories above it, by path
 */
export function createLabelSimilarity(
  text: string,
  categoryWords: ReadonlyMap<string, string>,
): (candidate: Candidate) => LabelMatch {
  const wanted = new Map<number, number>();
  for (const trigram of trigramsOf(labelWords(text).join(' ')))
    if (!wanted.has(trigram)) wanted.set(trigram, wanted.size);

  /** Returns the numbers of the wanted trigrams that a folded text has. */
  const find = (folded: string): Set<number> =>
    new Set(trigramsOf(folded).flatMap((trigram) => wanted.get(trigram) ?? []));
  const findIn = (labels: readonly (string | null)[]): Set<number> =>
    find(labels.flatMap((label) => labelWords(foldText(label ?? ''))).join(' '));
  const inCategories = new Map<string | null, Set<number>>();

  return ({ name, other_names = [], brand, other_brands = [], category_path }) => {
    const names = findIn([name, ...other_names]);
    const brands = findIn([brand, ...other_brands]);
    const categories = inCategories.get(category_path) ?? find(categoryWords.get(category_path ?? '') ?? '');
    inCategories.set(category_path, categories);
    const own = new Set([...names, ...brands]).size;
    const all = new Set([...names, ...brands, ...categories]).size;
    const share = (own + CATEGORY_WEIGHT * (all - own)) / Math.max(1, wanted.size);
    const most = Math.max(names.size, brands.size, categories.size);
    return {
      score: share ** STEEPNESS,
      matched: names.size === most ? 'name' : brands.size === most ? 'brand' : 'category',
    };
  };
}
