import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createCodeSet } from '../../../src/import/read-records.ts';

it('knows a code that was added, and no other, like a Set of texts', () => {
  const code = fc.oneof(
    fc.stringMatching(/^[0-9]{1,20}$/),
    fc.stringMatching(/^0{0,3}[0-9]{1,2}$/),
    fc.string({ maxLength: 20 }),
  );
  fc.assert(
    fc.property(fc.array(code, { maxLength: 300 }), (codes) => {
      const model = new Set<string>();
      const set = createCodeSet(16);
      for (const each of codes) {
        expect(set.add(each)).toBe(!model.has(each));
        model.add(each);
      }
    }),
  );
});

it('holds the consecutive codes of one company', () => {
  const set = createCodeSet(16);
  for (let i = 0; i < 50_000; i += 1) expect(set.add(String(30_176_204_220_000 + i))).toBe(true);
  for (let i = 0; i < 50_000; i += 1) expect(set.add(String(30_176_204_220_000 + i))).toBe(false);
});
