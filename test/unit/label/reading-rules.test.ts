import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { READING_RULES } from '../../../src/facts/label/reading-rules.ts';
import { readLabel } from '../../../src/facts/label/read-label.ts';
import { labelOf } from '../../support/label/label-state.ts';

const WORDS = new URL('../../../src/data/ingredients/', import.meta.url);
const CORPUS = new URL('../../support/label/corpus/', import.meta.url);

/**
 * Words, or what is read from the corpus, are otherwise than before. Could a stored label be read otherwise by them?
 * Then count `READING_RULES` up, once for each release, so that it is. If not (a new label in the corpus), the number
 * stays. Either way the new fingerprint goes here.
 */
test('how labels are read is what its number says', () => {
  const hash = createHash('sha256');
  for (const file of readdirSync(WORDS).sort()) hash.update(readFileSync(new URL(file, WORDS)));
  for (const file of readdirSync(CORPUS).sort()) {
    for (const line of readFileSync(new URL(file, CORPUS), 'utf8').split('\n')) {
      const [, text] = line.split(' | ');
      if (text !== undefined) hash.update(JSON.stringify(readLabel(labelOf({ ingredients_text: text }))));
    }
  }
  expect([READING_RULES, hash.digest('hex').slice(0, 16)]).toEqual([1, '7f0ebd5da39b3e47']);
});
