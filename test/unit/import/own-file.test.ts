import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mappingSchema } from '../../../src/import/own-file/mapping-contract.ts';
import { mapOwnRow } from '../../../src/import/own-file/own-record.ts';
import { readMapping } from '../../../src/import/own-file/read-mapping.ts';

const source = { code: 'corner_shop', name: 'Corner shop', kind: 'retailer', trust: 0.7 };
const categories = { categoryKinds: new Map([['biscuits', 'food']]) };
const ROW = { ean: '3017620422003', title: 'Oat biscuits' };

function mapped(facts: object, row: object, settings: object = {}) {
  const mapping = mappingSchema.parse({
    source,
    barcode: 'ean',
    ...settings,
    facts: { name: 'title', ...facts },
  });
  const found = mapOwnRow({ ...ROW, ...row }, mapping, categories);
  if (!found.ok) throw new Error(`refused: ${found.reason}`);
  return found;
}
const factsOf = (facts: object, row: object, settings?: object) => mapped(facts, row, settings).record.facts;
const details = (facts: object, row: object, settings?: object) =>
  mapped(facts, row, settings).warnings.map(({ detail }) => detail);

describe('a row of a file of one’s own', () => {
  it('fills facts by column, by constant and by the file’s own words', () => {
    expect(
      factsOf(
        {
          brand: { constant: 'Avelotta' },
          category: { column: 'group', values: { Kekse: 'biscuits' } },
          allergens: { column: 'contains', separator: ';' },
          images: 'pictures',
          country_of_origin: 'from',
          name_lang: { constant: 'de' },
          'names.en': 'english',
          'names.fr': 'english',
          additives: 'numbers',
          no_nutrition_data: 'bare',
          nutri_score: 'score',
        },
        {
          group: 'Kekse',
          contains: 'milk; nuts ;milk',
          pictures: 'https://example.org/1.jpg https://example.org/2,3.jpg',
          from: 'Deutschland',
          english: 'Oat biscuits',
          numbers: 'E 322 (i), e330',
          bare: 'yes',
          score: 'C',
        },
      ),
    ).toMatchObject({
      name: 'Oat biscuits',
      brand: 'Avelotta',
      category: 'biscuits',
      allergens: ['milk', 'nuts'],
      images: ['https://example.org/1.jpg', 'https://example.org/2,3.jpg'],
      country_of_origin: 'Germany',
      name_lang: 'de',
      names: { en: 'Oat biscuits', fr: 'Oat biscuits' },
      additives: ['e322i', 'e330'],
      no_nutrition_data: true,
      nutri_score: 'c',
    });
  });

  it('keeps a word that is no code as text, and the others as codes', () => {
    const facts = { traces: { column: 'contains', separator: ';' }, labels: 'claims', 'names.de': 'german' };
    const row = { contains: 'Sesame seeds; coconut', claims: 'Vegan, hand made', german: 'x'.repeat(301) };
    expect(factsOf(facts, row)).toMatchObject({
      traces: ['sesame-seeds'],
      traces_other: ['coconut'],
      labels: ['vegan'],
      labels_other: ['hand made'],
      names: {},
    });
    expect(details(facts, row)).toEqual([
      'traces: there is no code for "coconut"',
      'labels: there is no code for "hand made"',
      expect.stringContaining('names.de: must have at most 300 characters'),
    ]);
  });

  it('makes the words of a list ours one by one; a word that the mapping has not stays', () => {
    const facts = {
      allergens: { column: 'contains', values: { Milch: 'milk', Ei: 'eggs' } },
      labels: { column: 'claims', separator: ';', values: { Bio: 'organic' } },
    };
    expect(factsOf(facts, { contains: 'Milch, Ei, Gluten, Kokos', claims: 'Bio' })).toMatchObject({
      allergens: ['milk', 'eggs', 'gluten'],
      allergens_other: ['Kokos'],
      labels: ['organic'],
    });
  });

  it('reads a statement whole, whatever commas it has', () => {
    const facts = { allergens: 'contains', traces: 'traces', allergens_other: 'others' };
    const sentence = 'Kann Spuren von Milch, Nüssen und Soja enthalten';
    expect(
      factsOf(facts, { contains: sentence, traces: 'Contains: Milk. May contain: Nuts, eggs' }),
    ).toMatchObject({
      allergens: [],
      allergens_other: [sentence],
      traces: [],
      traces_other: ['Contains: Milk. May contain: Nuts, eggs'],
    });
    expect(factsOf(facts, { others: 'Coconut, may contain nuts, milk' })).toMatchObject({
      allergens_other: ['Coconut, may contain nuts, milk'],
    });
  });

  it('loses nothing of a long statement', () => {
    const long = `May contain ${Array.from({ length: 60 }, (_, i) => `glimmerwort ${i}`).join(', ')}, milk`;
    const { allergens_other: others } = factsOf({ allergens: 'contains' }, { contains: long });
    expect(others.join(' ')).toBe(long);
    expect(Math.max(...others.map(({ length }) => length))).toBeLessThanOrEqual(200);
  });

  it.each(['none', 'keine', 'Aucun', '-', '—', 'N/A', 'keine Allergene', 'ninguno', 'Нет', '0'])(
    'takes %s in a list of allergens for no allergen and no denial',
    (word) => {
      const facts = { allergens: 'contains', traces: 'traces', traces_other: 'traces' };
      const row = { contains: word, traces: word };
      expect(factsOf(facts, row)).toMatchObject({
        allergens: [],
        allergens_other: [],
        no_allergens_stated: false,
        traces: [],
        traces_other: [],
        no_traces_stated: false,
      });
      expect(details(facts, row)).toEqual([]);
    },
  );

  it('keeps the line ends of ingredients, because they end sentences', () => {
    const facts = { ingredients_text: 'text', 'ingredients_texts.fr': 'french', description: 'about' };
    const row = {
      text: 'May contain nuts\r\n\r\n  Milk,\nsugar',
      french: 'Sucre<br>Lait',
      about: 'One\ntwo',
    };
    expect(factsOf(facts, row)).toMatchObject({
      ingredients_text: 'May contain nuts\nMilk, sugar',
      ingredients_texts: { fr: 'Sucre\nLait' },
    });
  });

  it('fills lists, whole numbers, and a serving of which the file says the unit', () => {
    const facts = {
      countries_sold: 'sold',
      stores: { column: 'shops', separator: ';' },
      period_after_opening_months: 'months',
      nova_group: 'nova',
      serving_size: { column: 'portion', unit: 'g' },
    };
    const row = {
      sold: 'Belgique, Deutschland',
      shops: 'Dune; Quay',
      months: '12',
      nova: '4',
      portion: '30',
    };
    expect(factsOf(facts, row)).toMatchObject({
      countries_sold: ['Belgium', 'Germany'],
      stores: ['Dune', 'Quay'],
      period_after_opening_months: 12,
      nova_group: 4,
      serving_size: '30 g',
      pictures: [],
    });
    expect(details(facts, { nova: '5', months: '1.5' })).toEqual([
      expect.stringMatching(/^nova_group: /),
      expect.stringMatching(/^period_after_opening_months: /),
    ]);
  });

  it('converts amounts to the unit of the fact', () => {
    const facts = {
      nutrition_basis: { constant: '100g' },
      'nutriments.salt_g': { column: 'salt', unit: 'mg' },
      'nutriments.energy_kcal': { column: 'energy', unit: 'kJ' },
      net_content_value: { column: 'size', unit: 'cl' },
    };
    const row = { salt: '1.250', energy: '418,4', size: '33' };
    expect(factsOf(facts, row, { file: { decimal: ',' } })).toMatchObject({
      nutriments: { salt_g: 1.25, energy_kcal: 100, energy_kj: 418.4 },
      nutrition_basis: '100g',
      net_content_value: 330,
      net_content_unit: 'ml',
    });
    expect(factsOf({ net_content: 'size' }, { size: '2 x 125 g' })).toMatchObject({ net_content_value: 250 });
    expect(
      factsOf({ net_content_value: 'size', net_content_unit: 'unit' }, { size: 0.5, unit: 'kg' }),
    ).toMatchObject({ net_content_value: 0.5, net_content_unit: 'kg' });
  });

  it('takes the unit of the rule for a bare number, and leaves other texts as they are', () => {
    const facts = { serving_size: { column: 'portion', unit: 'g' } };
    const read = (portion: unknown) => factsOf(facts, { portion }, { file: { decimal: ',' } }).serving_size;
    expect(read('12,5')).toBe('12.5 g');
    expect(read(12.5)).toBe('12.5 g');
    expect(read('2 slices (30 g)')).toBe('2 slices (30 g)');
    expect(read('12.5')).toBeNull();
  });

  it('leaves out a value that the fact cannot have, and says which', () => {
    const facts = {
      category: 'group',
      nutri_score: 'score',
      net_content: 'size',
      images: 'picture',
      nutrition_basis: { constant: '100g' },
      'nutriments.fat_g': 'fat',
      'nutriments.salt_g': 'salt',
      'attributes.color': 'color',
    };
    const row = {
      group: 'no-such',
      score: 'z',
      size: 'large',
      picture: 'javascript:alert(1)',
      fat: '1000',
      salt: 'much',
      color: 'x'.repeat(501),
    };
    expect(details(facts, row)).toEqual([
      'category: there is no category "no-such"',
      expect.stringMatching(/^nutri_score: Invalid option/),
      'images: must be an http or https address',
      'net_content: "large" is not clearly an amount',
      'fat_g: 1000',
      'nutriments.salt_g: "much" is no amount',
      'attributes.color: must have at most 500 characters',
    ]);
    expect(factsOf(facts, row)).toMatchObject({ category: null, nutriments: null, nutrition_basis: null });
  });

  it('is known by the source’s own key where the mapping has one', () => {
    const { record, barcodeRefusal } = mapped({}, { ean: '', no: 17 }, { key: 'no' });
    expect(record).toMatchObject({ sourceKey: '17', barcode: null });
    expect(barcodeRefusal).toBeUndefined();
    expect(mapped({}, {}).record).toMatchObject({ sourceKey: '03017620422003', archiveKind: 'general' });
  });
});

describe('a mapping', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'factshelf-mapping-'));
  });
  afterAll(async () => await rm(folder, { recursive: true }));
  async function read(content: unknown) {
    const file = path.join(folder, 'mapping.yaml');
    await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
    return await readMapping(file);
  }
  const good = { source, barcode: 'ean', facts: { name: 'title' } };

  it('is YAML or JSON', async () => {
    expect(await read(good)).toMatchObject({ kind: 'general', file: { encoding: 'utf-8', decimal: '.' } });
    await expect(read('a: [1')).rejects.toThrow(/neither YAML nor JSON/);
    await expect(read('just words')).rejects.toThrow(/the mapping: .*expected object/);
  });

  it.each([
    [
      { facts: { name: 'title', ingredient_text: 'i' } },
      /no fact "ingredient_text"; did you mean "ingredients_text"\?/,
    ],
    [
      { facts: { name: 't', 'nutriments.fat': 'f' } },
      /no fact "nutriments.fat"; did you mean "nutriments.(fat_g|trans_fat_g)"\?/,
    ],
    [{ facts: { brand: 'b' } }, /facts.name: every product needs a name/],
    [{ facts: { name: 't', 'nutriments.fat_g': 'f' } }, /nutrition_basis: amounts say nothing/],
    [{ facts: { name: 't', brand: { colum: 'b' } } }, /facts.brand.*colum/],
    [{ facts: { name: 't', brand: 3 } }, /facts.brand: must be the name of a column/],
    [{ source: { ...source, kind: 'operator' } }, /source.kind/],
    [{ source: { ...source, trust: 7 } }, /source.trust: must be from 0 to 1/],
    [{ colour: 'red' }, /colour: there is no such setting/],
    [{ barcode: undefined }, /barcode/],
  ])('that is wrong is refused by what is wrong with it: %j', async (change, message) => {
    await expect(read({ ...good, ...change })).rejects.toThrow(message);
  });
});
