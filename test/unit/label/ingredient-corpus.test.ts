import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { STATED_ALLERGENS } from '../../../src/data/ingredients/stated-allergens.ts';
import { readIngredients } from '../../../src/facts/label/read-ingredients.ts';
import { readLabel } from '../../../src/facts/label/read-label.ts';
import { labelOf } from '../../support/label/label-state.ts';

const FOLDER = new URL('../../support/label/corpus/', import.meta.url);

interface Labelled {
  text: string;
  contains: string[];
  /** Neither contained nor assured to be absent. */
  unknown: string[];
}

/** Lines of `contained; unknown | text`, labelled by hand. */
function readCorpus(file: string): Labelled[] {
  const lines = readFileSync(new URL(file, FOLDER), 'utf8').split('\n');
  return lines
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => {
      const [labels = '', text = ''] = line.split(' | ');
      const [contains = [], unsure = []] = labels
        .split(';')
        .map((part) => part.trim().split(' ').filter(Boolean));
      const others = STATED_ALLERGENS.filter((code) => !contains.includes(code));
      return { text, contains: contains.sort(), unknown: unsure.includes('*') ? others : unsure };
    });
}

test.each(readdirSync(FOLDER))('the labelled texts of %s are read as a person reads them', (file) => {
  const corpus = readCorpus(file);
  expect(corpus.length).toBeGreaterThanOrEqual(50);
  for (const { text, contains, unknown } of corpus) {
    expect([...readIngredients(text).named].filter(isStated).sort(), text).toEqual(contains);
    const { assured } = readLabel(labelOf({ ingredients_text: text }));
    const free = assured.filter((word) => word.startsWith('a:')).map((word) => word.slice(2));
    const right = STATED_ALLERGENS.filter((code) => !contains.includes(code) && !unknown.includes(code));
    expect(
      free.filter((code) => !right.some((one) => one === code)),
      `falsely free: ${text}`,
    ).toEqual([]);
    expect(
      right.filter((code) => !free.includes(code)),
      `needlessly unknown: ${text}`,
    ).toEqual([]);
  }
});

const isStated = (code: string): boolean => STATED_ALLERGENS.some((one) => one === code);
