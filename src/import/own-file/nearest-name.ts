import { queryTrigrams, wordSimilarity } from '../../search/similarity/word-similarity.ts';
import { foldText } from '../../platform/text/fold-text.ts';

const LEAST_ALIKE = 0.3;

/** Returns `; did you mean "name"?` for a similar known name, or an empty text. */
export function suggest(given: string, known: readonly string[]): string {
  const query = queryTrigrams(foldText(given));
  const likeness = (name: string) =>
    Math.min(
      wordSimilarity(query, foldText(name)),
      wordSimilarity(queryTrigrams(foldText(name)), foldText(given)),
    );
  const [best] = known.map((name) => ({ name, alike: likeness(name) })).toSorted((a, b) => b.alike - a.alike);
  return best && best.alike >= LEAST_ALIKE ? `; did you mean "${best.name}"?` : '';
}
