import { foldText, wordsOf } from '../../platform/text/fold-text.ts';
import type { Facet } from '../../search/facets/facets-contract.ts';
import { queryTrigrams, wordSimilarity } from '../../search/similarity/word-similarity.ts';
import type { Texts } from '../texts/texts.ts';
import { searchAddress, TYPED, type SearchQuestion } from './search-question.ts';

/** At least: `avelota` is 0.7 similar to `Avelotta`. */
const SIMILAR = 0.5;

/** What a text may have meant: a brand that is spelt otherwise, or its words where they were taken as filters. */
export function Meant({
  text,
  question,
  brands,
  texts: { t },
}: {
  text: string;
  question: SearchQuestion;
  brands: Facet['values'];
  texts: Texts;
}) {
  const brand = findMisspelt(text, brands);
  const [typed] = question[TYPED] ?? [];
  return (
    <>
      {brand && (
        <p>
          {t('search.meant')}{' '}
          <a href={`/brand/${encodeURIComponent(brand.value)}`}>
            <bdi>{brand.label}</bdi>
          </a>
        </p>
      )}
      {typed !== undefined && typed !== text && (
        <p class="faint">
          {t('search.asFilter')}{' '}
          <a href={searchAddress({ q: [typed], [TYPED]: [typed] })}>{t('search.asTyped', { text: typed })}</a>
        </p>
      )}
    </>
  );
}

/** Returns the brand among those found that the text comes closest to, unless the text has a brand's words. */
function findMisspelt(text: string, brands: Facet['values']): Facet['values'][number] | undefined {
  const folded = foldText(text);
  const words = wordsOf(folded);
  let best: { brand: Facet['values'][number]; similarity: number } | undefined;
  for (const brand of brands) {
    const label = foldText(brand.label);
    if (wordsOf(label).every((word) => words.includes(word))) return undefined;
    const similarity = wordSimilarity(queryTrigrams(label), folded);
    if (similarity >= SIMILAR && similarity > (best?.similarity ?? 0)) best = { brand, similarity };
  }
  return best?.brand;
}
