/** The most expensive searches that are legal. Pure. */
import { foldText } from '../../../src/platform/text/fold-text.ts';
import { cut, drawProduct, LONGEST_QUERY, NAME_KINDS, queryFor, type Make } from './draw-question.ts';
import { pick, wordsOfName } from './query-kinds.ts';

export const letters =
  (count: number): Make =>
  (sample, random) => {
    const word = pick(wordsOfName(foldText(drawProduct(sample, random)?.name ?? '')), random);
    return word && word.length >= count ? { q: word.slice(0, count) } : undefined;
  };

export const longestText: Make = (sample, random) => {
  let q = '';
  while (q.length < LONGEST_QUERY) q += `${drawProduct(sample, random)?.name ?? 'x'} `;
  return { q: cut(q, LONGEST_QUERY) };
};

export const fortyWords: Make = (sample, random) => {
  const words: string[] = [];
  for (let draw = 0; words.length < 40 && draw < 4_000; draw++) {
    const short = wordsOfName(drawProduct(sample, random)?.name ?? '').filter((word) => word.length <= 4);
    words.push(...short.slice(0, 2));
  }
  return { q: cut(words.slice(0, 40).join(' '), LONGEST_QUERY) };
};

/** Filters as wide as they come: a root category, every brand and every country with that letter. */
export const widestFilters: Make = (sample, random) => {
  const product = drawProduct(sample, random);
  const q = product && queryFor(pick(NAME_KINDS, random), product, random);
  const root = product?.categoryPath?.split('/')[0];
  const country = product?.country?.slice(0, 1);
  const brand = pick(['a', 'e', 'o', 's'], random) as string;
  return q && root && country ? { q, category: root, brand, country } : undefined;
};
