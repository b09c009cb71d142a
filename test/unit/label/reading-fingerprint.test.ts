import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readLabel } from '../../../src/facts/label/read-label.ts';
import { labelOf } from '../../support/label/label-state.ts';

const WORDS = new URL('../../../src/data/ingredients/', import.meta.url);
const CORPUS = new URL('../../support/label/corpus/', import.meta.url);
const MIGRATIONS = new URL('../../../migrations/', import.meta.url);

/** A text of the corpus as each field that a label is read from. */
const readAll = (text: string) =>
  [
    { ingredients_text: text },
    { ingredients_text: 'Rice', name: text },
    { ingredients_text: 'Rice', labels_other: [text] },
    { ingredients_text: 'Rice', traces_other: [text] },
    { ingredients_text: 'Rice', allergens_other: [text] },
  ].map((facts) => readLabel(labelOf(facts)));

/**
 * Words, or what is read from the corpus, are otherwise than before. Could a stored label be read otherwise by them?
 * Then this release needs a migration that has labels read again; one that no release has had is enough for all its
 * changes. If not (a new text in the corpus), it needs none. Either way the new fingerprint goes here.
 */
test('labels are read by the rules that the last migration has them read again for', () => {
  const hash = createHash('sha256');
  for (const file of readdirSync(WORDS).sort()) hash.update(readFileSync(new URL(file, WORDS)));
  for (const file of readdirSync(CORPUS).sort()) {
    for (const line of readFileSync(new URL(file, CORPUS), 'utf8').split('\n')) {
      const [, text] = line.split(' | ');
      if (text !== undefined) hash.update(JSON.stringify(readAll(text)));
    }
  }
  const last = readdirSync(MIGRATIONS)
    .filter((file) => file.endsWith('.sql'))
    .findLast((file) => readFileSync(new URL(file, MIGRATIONS), 'utf8').includes("'labels.read_again'"));
  expect([last, hash.digest('hex').slice(0, 16)]).toEqual(['0024_labels_read_again.sql', 'c707007b84d54149']);
});
