import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nameValues } from '../../../src/search/engines/meilisearch/name-values.ts';
import { levelsOfText } from '../../../src/search/engines/meilisearch/text-levels.ts';
import { scoreOfMatch } from '../../../src/search/similarity/rank-matches.ts';
import { queryTrigrams } from '../../../src/search/similarity/word-similarity.ts';
import { foldText, wordsOf } from '../../../src/platform/text/fold-text.ts';
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

it('a level has every document of those before it, but none of the strictest', () => {
  fc.assert(
    fc.property(text, name, (folded, given) => {
      if (wordsOf(folded).length === 0) return;
      const nested = levelsOfText(folded).levels.filter(({ isApart }) => !isApart);
      const [isStrictest, ...others] = nested.map(({ filter }) => passes(filter, nameValues(given)));
      const first = others.indexOf(true);
      if (isStrictest) expect(first).toBe(-1);
      else if (first >= 0) expect(others.slice(first)).not.toContain(false);
    }),
    { numRuns: 2_000 },
  );
});
