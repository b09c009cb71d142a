import { expect, test } from 'vitest';
import { ALLERGEN_CODES, LABEL_CODES } from '../../../src/facts/registry/fact-codes.ts';
import { FACT_LIST } from '../../../src/facts/registry/fact-list.ts';
import { NUTRIMENT_KEYS } from '../../../src/facts/registry/nutriment-keys.ts';
import { showSpecification } from '../../../src/pages/texts/show-specification.ts';
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

test.each(PAGE_LANGUAGES)('options of kinds are words in %s', (language) => {
  const texts = loadTexts().get(language);
  if (!texts) throw new Error(`there are no texts in ${language}`);
  const show = (typed_value: string | number | boolean, key = 'key') =>
    showSpecification(
      { key, label: '', unit: null, group: null, value: String(typed_value), typed_value },
      texts,
    );
  expect(show('usb_c')).toBe('USB-C');
  for (const option of ['mains', 'jack_3_5mm', 'rodent', 'senior', 'warning', 'foam'])
    expect(show(option)).toMatch(/^[^_]*[\p{Lu}\d][^_]*$/u);
  expect(show('some_new_option')).toBe('Some new option');
  expect(show('Midnight blue_x')).toBe('Midnight blue_x');
  expect(show(2024, 'release_year')).toBe('2024');
  expect(show(true)).toBe(texts.t('product.yes'));
});

test('what has no word is shown by what it is given', () => {
  const { word, countryName } = loadTexts().get('de') ?? {};
  expect(word?.('facts', 'constructor', 'Label')).toBe('Label');
  expect([countryName?.('Italy'), countryName?.('Atlantis')]).toEqual(['Italien', 'Atlantis']);
});
