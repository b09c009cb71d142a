import { expect, test } from 'vitest';
import { ALLERGEN_CODES, LABEL_CODES } from '../../../src/facts/registry/fact-codes.ts';
import { FACT_LIST } from '../../../src/facts/registry/fact-list.ts';
import { NUTRIMENT_KEYS } from '../../../src/facts/registry/nutriment-keys.ts';
import { loadTexts, PAGE_LANGUAGES } from '../../../src/pages/texts/texts.ts';

const MISSING = '—';

// A fact without a word is shown by its English label: this says which translators have to name.
test.each(PAGE_LANGUAGES.filter((language) => language !== 'en'))(
  'there is a word for every fact, code and nutriment in %s',
  (language) => {
    const { word } = loadTexts().get(language) ?? {};
    if (!word) throw new Error(`there are no texts in ${language}`);
    const shown = FACT_LIST.filter(({ isPublic, field }) => isPublic !== false || field === 'category');
    const wanted = [
      ...shown.map(({ field }) => ['facts', field] as const),
      ...[...ALLERGEN_CODES, ...LABEL_CODES].map((code) => ['codes', code] as const),
      ...NUTRIMENT_KEYS.map((key) => ['nutriments', key] as const),
    ];
    expect(wanted.filter(([list, key]) => word(list, key, MISSING) === MISSING)).toEqual([]);
  },
);

test('what has no word is shown by what it is given', () => {
  const { word, countryName } = loadTexts().get('de') ?? {};
  expect(word?.('facts', 'constructor', 'Label')).toBe('Label');
  expect([countryName?.('Italy'), countryName?.('Atlantis')]).toEqual(['Italien', 'Atlantis']);
});
