import { expect, it } from 'vitest';
import { createRandom } from '../../../bench/search/questions/query-kinds.ts';
import { findDigits } from '../../../src/search/memory/matching/digits-in-codes.ts';

it('finds digits wherever they stand in a barcode of 14 digits, and nowhere else', () => {
  const random = createRandom(14);
  // Of few different digits, so that a part comes again and again.
  const someDigits = (count: number, most: number) =>
    Array.from({ length: count }, () => Math.floor(random() * most)).join('');
  let found = 0;
  for (let n = 0; n < 20_000; n++) {
    const most = 2 + (n % 9);
    const code = someDigits(14, most);
    const size = 1 + Math.floor(random() * 14);
    const from = Math.floor(random() * (15 - size));
    for (const digits of [someDigits(size, most), code.slice(from, from + size)]) {
      const isIn = findDigits(digits)(Number(code));
      expect(isIn, `${digits} in ${code}`).toBe(code.includes(digits));
      if (isIn) found++;
    }
  }
  expect(found).toBeGreaterThan(20_000);
  expect(findDigits('1'.repeat(200))(11_111_111_111_111)).toBe(false);
});
