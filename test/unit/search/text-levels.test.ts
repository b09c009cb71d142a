import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nameValues } from '../../../src/index/meilisearch/name-values.ts';
import { levelsOfText } from '../../../src/search/engines/meilisearch/text-levels.ts';
import { scoreOfMatch } from '../../../src/search/similarity/rank-matches.ts';
import { queryTrigrams } from '../../../src/search/similarity/word-similarity.ts';
import { foldText, wordsOf } from '../../../src/text/fold-text.ts';
import { passes } from '../../support/search/evaluate-filter.ts';

const SYLLABLES = [
  'cho',
  'co',
  'late',
  'ne',
  'nut',
  'el',
  'la',
  'mi',
  'lk',
  'é',
  'ß',
  'ж',
  ' ',
  ' ',
  '-',
  '5',
  "'",
];
const text = fc
  .array(fc.constantFrom(...SYLLABLES), { minLength: 1, maxLength: 8 })
  .map((parts) => foldText(parts.join('')));
const name = fc
  .array(fc.constantFrom(...SYLLABLES), { minLength: 1, maxLength: 20 })
  .map((parts) => parts.join(''));

it('a match passes the superset and, of a text with complete levels, one of them, and is no more similar than it says', () => {
  fc.assert(
    fc.property(text, name, (folded, given) => {
      if (wordsOf(folded).length === 0) return;
      const score = scoreOfMatch(folded, queryTrigrams(folded), given);
      if (score === undefined) return;
      const document = nameValues(given);
      const { levels, areComplete, superset } = levelsOfText(folded);
      if (superset) expect(passes(superset, document)).toBe(true);
      if (!areComplete) return;
      const first = levels.find(({ filter }) => passes(filter, document));
      expect(first?.most).toBeGreaterThanOrEqual(score - 1e-6);
    }),
    { numRuns: 5_000 },
  );
});

it('each level has every document of the one before', () => {
  fc.assert(
    fc.property(text, name, (folded, given) => {
      if (wordsOf(folded).length === 0) return;
      const found = levelsOfText(folded).levels.map(({ filter }) => passes(filter, nameValues(given)));
      // The last one of a short text stands apart: names that contain it.
      const ordered = found.slice(0, -1);
      const first = ordered.indexOf(true);
      if (first >= 0) expect(ordered.slice(first)).not.toContain(false);
    }),
    { numRuns: 2_000 },
  );
});
