import { anyOf, oneOf } from './filter-expression.ts';
import { climbDown, neighbouring, reaching } from './combine-units.ts';
import type { CandidateGroup, QueryPlan } from './query-plan.ts';
import { border, narrowBorder } from './index-tokens.ts';
import { buildHalves, buildUnits, LEAST_VARIANT, weightOf } from './query-units.ts';
import { SIMILARITY_THRESHOLD } from './search-engine.ts';
import { createSimilarityLevels, type SimilarityLevels } from './similarity-levels.ts';
import type { Vocabulary } from './vocabulary.ts';
import { trigramSimilarity, trigramsOf, type QueryTrigrams } from './word-similarity.ts';

/** Documents are fetched down this ladder: at least so much of the planned words' trigrams. */
const RUNGS = [1, 0.75];
const HALVES_RUNGS = [0.7, 0.58, 0.46];
/** So many groups of single words are asked for at once. */
const FIRST_SINGLES = 2;
/** Seams are tried between so many words of a query, and beside so many words that are like them. */
const MOST_SEAMS = 4;
const MOST_BESIDE_SEAMS = 40;
/** Where all that can match is fetched, so are documents that fall short by so many trigrams as far as words tell. */
const UNCOUNTED = 2;

/**
 * A query of several words. What one word of a name is worth is known exactly, from the vocabulary: words of one
 * similarity are one group. A name of which several words count shares with the query about as many trigrams as these
 * words do, so each rung of a ladder asks for the documents whose words add up to that much: any combination of whole
 * words, with one or two of them in a variant. What it shares beyond that (two letters here and there) is not
 * counted, so a rung's bound is close, not strict.
 */
export function planWords(words: string[], query: QueryTrigrams, vocabulary: Vocabulary): QueryPlan {
  const units = buildUnits(words, vocabulary);
  const planned = weightOf(units);
  // What the words that are not planned can add to any document.
  const beyond = query.count - planned;
  const levels = findSingles(words, query, vocabulary);
  const singles = levels.groups();
  const enough = levels.matching();
  // Of a long query, the words that are not planned are taken to add no more than their share.
  const needFor = (similarity: number): number =>
    Math.max(Math.floor(similarity * query.count + 1e-9) + 1 - beyond, Math.ceil(similarity * planned));
  const rungsAbove = (similarity: number): number[] => {
    const least = needFor(similarity);
    return [...RUNGS.map((part) => Math.ceil(part * planned - 1e-9)).filter((rung) => rung > least), least];
  };
  const least = needFor(SIMILARITY_THRESHOLD);
  const matchingFrom = (need: number): string | undefined =>
    oneOf(enough, reaching(units, Math.max(1, need)));
  const whole = reaching(units, planned);
  return {
    first: [
      ...neighbouring(words, units),
      ...(whole ? [{ filter: whole, bound: 1, isExact: false }] : []),
      ...singles.filter(({ isExact }) => isExact).slice(0, FIRST_SINGLES),
    ],
    above: (similarity) =>
      [
        ...singles.filter(({ bound }) => bound > similarity),
        ...climbDown(units, rungsAbove(Math.max(similarity, SIMILARITY_THRESHOLD)), query.count, beyond),
      ].sort((a, b) => b.bound - a.bound),
    matching: matchingFrom(least),
    everything: () => matchingFrom(least - UNCOUNTED),
  };
}

/** Documents with one word that is enough, of itself or with the first or last letters of a query's word beside it. */
function findSingles(words: string[], query: QueryTrigrams, vocabulary: Vocabulary): SimilarityLevels {
  const levels = createSimilarityLevels(vocabulary);
  const least = Math.ceil(SIMILARITY_THRESHOLD * query.count);
  const neighbours =
    words.length > MOST_SEAMS ? [] : words.map((word) => ({ word, trigrams: trigramsOf(word) }));
  const related = vocabulary
    .sharing(query.ids.keys(), Math.max(LEAST_VARIANT, least - 2))
    .sort((a, b) => b.count - a.count);
  for (const [i, { word, count }] of related.entries()) {
    if (count < least && i >= MOST_BESIDE_SEAMS) break;
    const own = trigramsOf(word);
    const similarity = trigramSimilarity(query, own);
    if (similarity >= SIMILARITY_THRESHOLD) levels.addWord(word, similarity);
    if (i >= MOST_BESIDE_SEAMS) continue;
    for (const { word: other, trigrams } of neighbours) {
      if (other === word) continue;
      const seams: [string, number[]][] = [
        [narrowBorder(word, other), [...own, ...trigrams.slice(0, 1)]],
        [border(word, other), [...own, ...trigrams.slice(0, 2)]],
        [border(other, word), [...trigrams.slice(-1), ...own]],
      ];
      for (const [token, joined] of seams) {
        const withSeam = trigramSimilarity(query, joined);
        if (withSeam > similarity && withSeam >= SIMILARITY_THRESHOLD) {
          levels.addSeam(anyOf('tokens', [token]), word, withSeam);
        }
      }
    }
  }
  return levels;
}

/**
 * The two halves of one long word as if they were words: names that hold them in two words, as `free from` for
 * `freefrom`, or the one in a word and the other in the next but one.
 */
export function planHalves(word: string, query: QueryTrigrams, vocabulary: Vocabulary): CandidateGroup[] {
  const rungs = HALVES_RUNGS.map((part) => Math.ceil(part * query.count));
  // Between the halves the trigrams that go over from one to the other are lost, and others come in.
  const most = (query.count - 1) / (query.count + 2);
  return climbDown(buildHalves(word, query, vocabulary), rungs, query.count, 0).map((group) => ({
    ...group,
    bound: Math.min(most, group.bound),
  }));
}
