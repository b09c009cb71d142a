import fc from 'fast-check';
import { expect, it } from 'vitest';
import { passes } from '../../support/search/evaluate-filter.ts';
import { atLeast } from '../../../src/search/engines/meilisearch/text-levels.ts';

const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyz');
const valuesOf = (most: number) =>
  fc.uniqueArray(fc.constantFrom(...LETTERS), { minLength: 1, maxLength: most });

it('a document passes exactly when it has so many of the values', () => {
  fc.assert(
    fc.property(valuesOf(12), fc.nat(11), fc.subarray(LETTERS), (values, less, found) => {
      const count = Math.max(1, values.length - less);
      const has = values.filter((value) => found.includes(value)).length;
      expect(passes(atLeast('v', count, values), { v: found })).toBe(has >= count);
    }),
    { numRuns: 2_000 },
  );
});

it('of very many values no document that has enough is left out', () => {
  fc.assert(
    fc.property(
      valuesOf(26),
      fc.integer({ min: 1, max: 26 }),
      fc.subarray(LETTERS),
      (values, count, found) => {
        const has = values.filter((value) => found.includes(value)).length;
        if (count <= values.length && has >= count)
          expect(passes(atLeast('v', count, values), { v: found })).toBe(true);
      },
    ),
    { numRuns: 2_000 },
  );
});
