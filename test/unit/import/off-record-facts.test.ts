import { describe, expect, it } from 'vitest';
import { writtenFactsShape } from '../../../src/facts/registry/fact-shapes-contract.ts';
import { factsOf, recordOf, warningsOf } from '../../support/imports/off-rows.ts';

describe('nutriments', () => {
  it('have the unit in the key: grams become milligrams and micrograms, kJ become kcal', () => {
    const { nutriments, nutrition_basis } = factsOf({
      nutriments: {
        energy_100g: 2092,
        fat_100g: 12,
        fat_value: 99,
        fat_prepared_100g: 99,
        'vitamin-c_100g': 0.012,
        'vitamin-d_100g': 0.000002,
        sodium_100g: 0.4,
        alcohol_100g: 5,
        'nova-group_100g': 4,
        'nutrition-score-fr_100g': 14,
      },
    });
    expect(nutriments).toEqual({
      energy_kj: 2092,
      energy_kcal: 500,
      fat_g: 12,
      salt_g: 1,
      sodium_mg: 400,
      vitamin_c_mg: 12,
      vitamin_d_ug: 2,
      alcohol_pct: 5,
    });
    expect(nutrition_basis).toBe('100g');
  });

  it('are per serving where the row says so, and per 100 ml for a drink', () => {
    const nutriments = { fat_100g: 10, fat_serving: 4 };
    expect(factsOf({ nutriments, nutrition_data_per: 'serving', serving_size: '40 g' })).toMatchObject({
      nutriments: { fat_g: 4 },
      nutrition_basis: 'serving',
      serving_size: '40 g',
    });
    expect(factsOf({ nutriments: { fat_100g: 10 }, nutrition_data_per: 'serving' }).nutrition_basis).toBe(
      '100g',
    );
    expect(factsOf({ nutriments, nutrition_data_per: '100.0 g', quantity: '1 l' }).nutrition_basis).toBe(
      '100ml',
    );
  });

  it('that cannot be are left out and counted', () => {
    const nutriments = { fat_100g: 1000, sugars_100g: -1, proteins_100g: 'much', carbohydrates_100g: 100 };
    expect(factsOf({ nutriments }).nutriments).toEqual({ carbohydrates_g: 100 });
    expect(warningsOf({ nutriments })).toEqual(Array.from({ length: 3 }, () => 'implausible_nutriment'));
    expect(factsOf({ fat_100g: '1000' })).toMatchObject({ nutriments: null, nutrition_basis: null });
  });

  it('of the newer schema carry their units, and those of the prepared product are not read', () => {
    const aggregated_set = {
      per: '100ml',
      preparation: 'as_sold',
      nutrients: {
        'energy-kcal': { value: 42, unit: 'kcal' },
        sugars: { value: 10.5, unit: 'g' },
        sodium: { value: 4, unit: 'mg' },
        'vitamin-d': { value: 1.5, unit: 'µg' },
        'vitamin-a': { value: 100, unit: 'IU' },
      },
    };
    expect(factsOf({ schema_version: 1003, nutrition: { aggregated_set } })).toMatchObject({
      nutriments: {
        energy_kcal: 42,
        energy_kj: 175.7,
        sugars_g: 10.5,
        sodium_mg: 4,
        salt_g: 0.01,
        vitamin_d_ug: 1.5,
      },
      nutrition_basis: '100ml',
    });
    const prepared = { aggregated_set: { ...aggregated_set, preparation: 'prepared' } };
    expect(factsOf({ schema_version: 1003, nutrition: prepared }).nutriments).toBeNull();
  });

  it('do not apply when the row says so', () => {
    expect(factsOf({ no_nutrition_data: 'on', nutriments: { fat_100g: 1 } })).toMatchObject({
      no_nutrition_data: true,
      nutriments: null,
      nutrition_basis: null,
    });
  });
});

describe('the other fields', () => {
  it('a Nutri-Score is a to e', () => {
    expect(factsOf({ nutriscore_grade: 'e' }).nutri_score).toBe('e');
    expect(factsOf({ nutriscore_grade: 'unknown' }).nutri_score).toBeNull();
    expect(factsOf({ nutriscore_grade: 'not-applicable' }).nutri_score).toBeNull();
  });

  it('ingredients lose the marks around allergens, and come in another language when need be', () => {
    expect(factsOf({ ingredients_text: 'Farine de _blé_, _lait_' }).ingredients_text).toBe(
      'Farine de blé, lait',
    );
    expect(factsOf({ ingredients_text: '', ingredients_text_de: 'Mehl' }).ingredients_text).toBe('Mehl');
    expect(factsOf({}).ingredients_text).toBeNull();
  });

  it('labels, allergens and the image are kept, an obsolete product is known as such', () => {
    const record = recordOf({
      labels_tags: ['en:organic', 'fr:ab-agriculture-biologique'],
      allergens_tags: 'en:milk,fr:lait',
      image_url: 'https://images.example/1.jpg',
      obsolete: 'on',
    });
    expect(record.facts).toMatchObject({
      labels: ['organic'],
      labels_other: ['ab agriculture biologique'],
      allergens: ['milk'],
      allergens_other: ['lait'],
      attributes: {},
      images: ['https://images.example/1.jpg'],
    });
    expect(record.isObsolete).toBe(true);
    const other = recordOf({ image_url: 'javascript:alert(1)' });
    expect(other.facts.images).toEqual([]);
    expect(other.isObsolete).toBe(false);
  });

  it('texts come in every language, that of the name apart', () => {
    // A real row whose name is not in the language that it names.
    const gummies = {
      code: '0000790310075',
      lang: 'fr',
      lc: 'en',
      product_name: 'Mixed fruit gummies',
      product_name_en: 'Mixed fruit gummies',
      product_name_fr: 'Bonbons Candy Crush En Forme De Poissons - Jelly Fish Gummies',
      product_name_fr_debug_tags: [],
      product_name_xx: 'Gummies',
      product_name_de: 'test',
      generic_name: 'Gummies',
      ingredients_text: 'Sugar, gelatin',
      ingredients_text_en: 'Sugar, gelatin',
      ingredients_text_fr: 'Sucre, _gélatine_',
      ingredients_text_with_allergens_fr: '<b>Sucre</b>',
    };
    expect(factsOf(gummies)).toMatchObject({
      name: 'Mixed fruit gummies',
      name_lang: 'en',
      names: { fr: 'Bonbons Candy Crush En Forme De Poissons - Jelly Fish Gummies' },
      generic_names: { fr: 'Gummies' },
      ingredients_text: 'Sugar, gelatin',
      ingredients_lang: 'en',
      ingredients_texts: { fr: 'Sucre, gélatine' },
    });
    // Without a name of its own it has the legal one, in whichever language that is.
    expect(factsOf({ lang: 'fr', product_name: '', generic_name_de: 'Brot' })).toMatchObject({
      name: 'Brot',
      name_lang: 'de',
      names: {},
    });
    expect(factsOf({ lang: 'xx' })).toMatchObject({ name_lang: null, ingredients_lang: null });
  });

  it('allergens and traces are codes; other words are kept as text and counted', () => {
    // Of real rows.
    const protein = {
      allergens: 'en:milk,en:soybeans,de:Hühnereiweiss,de:Weizenprotein,de:Wheyprotein',
      allergens_tags: ['en:milk', 'en:soybeans', 'de:hühnereiweiss', 'de:weizenprotein', 'de:wheyprotein'],
      traces_tags: ['en:gluten', 'en:milk', 'en:tree-nuts-hazelnuts'],
      additives_tags: ['en:e322', 'en:e322i', 'en:e14xx', 'en:lecithin'],
      labels_tags: ['en:organic', 'en:no-gluten', 'en:no-palm-oil', 'en:made-in-france', 'en:organic'],
    };
    expect(factsOf(protein)).toMatchObject({
      allergens: ['milk', 'soybeans'],
      allergens_other: ['hühnereiweiss', 'weizenprotein', 'wheyprotein'],
      no_allergens_stated: false,
      traces: ['gluten', 'milk'],
      traces_other: ['tree nuts hazelnuts'],
      additives: ['e322', 'e322i', 'e14xx'],
      labels: ['organic', 'gluten-free', 'palm-oil-free'],
      labels_other: ['made in france'],
    });
    expect(warningsOf(protein)).toEqual(Array.from({ length: 4 }, () => 'unknown_allergen'));
    // The tab-separated form has them in the field itself.
    expect(factsOf({ allergens: 'en:milk,en:nuts', traces: 'en:none' })).toMatchObject({
      allergens: ['milk', 'nuts'],
      no_traces_stated: true,
    });
  });

  it.each([
    ['the row says so', { allergens_tags: ['en:none'] }, true],
    [
      'every ingredient is known',
      { ingredients_text: 'Water', unknown_ingredients_n: 0, allergens_tags: [] },
      true,
    ],
    [
      'an ingredient is not',
      { ingredients_text: 'Water', unknown_ingredients_n: '1', allergens_tags: [] },
      false,
    ],
    ['nobody has looked', { ingredients_text: 'Water', unknown_ingredients_n: 0 }, false],
    ['there are no ingredients', { unknown_ingredients_n: 0, allergens_tags: [] }, false],
    ['there are some', { allergens_tags: ['en:none', 'en:milk'] }, false],
  ])('that no allergens are stated, where %s: %s', (_, row, isNoneStated) => {
    expect(factsOf(row)).toMatchObject({ no_allergens_stated: isNoneStated, no_traces_stated: false });
  });

  it('fields that a USDA entry lists are of that source', () => {
    const fields = [
      'brands',
      'nutrients.energy',
      'nutrients.fat',
      'nutrients.carbohydrates',
      'nutrients.proteins',
    ];
    expect(recordOf({ sources: [{ id: 'usda-ndb', fields }] }).fieldSources).toEqual({
      brand: 'usda',
      nutriments: 'usda',
      nutrition_basis: 'usda',
    });
    expect(recordOf({ sources: [{ id: 'openfood-ch', fields }] }).fieldSources).toEqual({});
  });
});

describe('processing, environment, packaging and trade', () => {
  it('are as the source says; unknown ones are left out', () => {
    expect(factsOf({ nova_group: 4, environmental_score_grade: 'a-plus' })).toMatchObject({
      nova_group: 4,
      environmental_score: 'a-plus',
    });
    expect(factsOf({ nova_group: '2', ecoscore_grade: 'f' })).toMatchObject({
      nova_group: 2,
      environmental_score: 'f',
    });
    for (const row of [{}, { nova_group: 'unknown', ecoscore_grade: 'unknown' }, { nova_group: 5 }]) {
      expect(factsOf({ ...row, environmental_score_grade: 'not-applicable' })).toMatchObject({
        nova_group: null,
        environmental_score: null,
      });
    }
  });

  it('are lists of texts: packaging by its tags, shops and places as they are written', () => {
    // Of 0008295616241 and 0000101209159.
    const row = {
      packaging: 'Métal, Plastique, en:Recyclable Metals',
      packaging_tags: ['en:metal', 'en:glass-jar', 'de:würfel', 'bolsa-de-plastico', 'en:unknown'],
      stores: 'Walmart,Sams Club, IC Norte,Walmart',
      stores_tags: ['walmart', 'sams-club', 'ic-norte'],
      manufacturing_places: 'Mount Olive,North Carolina,Estados Unidos',
      countries_tags: ['en:france', 'en:world', 'en:estados-unidos', 'en:belgium'],
    };
    expect(factsOf(row)).toMatchObject({
      packaging: ['metal', 'glass jar', 'würfel', 'bolsa de plastico'],
      stores: ['Walmart', 'Sams Club', 'IC Norte'],
      manufacturing_places: ['Mount Olive', 'North Carolina', 'Estados Unidos'],
      country_of_origin: 'United States',
      countries_sold: ['Belgium', 'France', 'United States'],
    });
    expect(factsOf({ packaging: 'en:Bucket, Tüte', stores: '?', stores_tags: [] })).toMatchObject({
      packaging: ['Bucket', 'Tüte'],
      stores: [],
    });
    const many = Array.from({ length: 99 }, (_, i) => `en:box-${i}-${'x'.repeat(99)}`);
    expect(writtenFactsShape.packaging.safeParse(factsOf({ packaging_tags: many }).packaging).success).toBe(
      true,
    );
  });
});

describe('brands, description and manufacturer', () => {
  it('are all brands where several are named, without a legal form', () => {
    expect(factsOf({ brands: 'Avelotta, Harbour Foods,avelotta ,Avelotta' })).toMatchObject({
      brand: 'Avelotta',
      brands: ['Avelotta', 'Harbour Foods', 'avelotta'],
    });
    expect(factsOf({ brands: 'American Power Products, Inc.' })).toMatchObject({
      brand: 'American Power Products',
      brands: [],
    });
  });

  it('describe the product by its generic name, unless it is called so', () => {
    expect(factsOf({ product_name: 'Nocciola', generic_name: 'Spread of hazelnuts' }).description).toBe(
      'Spread of hazelnuts',
    );
    expect(factsOf({ product_name: 'Juice', generic_name: 'JUICE' }).description).toBeNull();
    expect(factsOf({ product_name: 'Juice', generic_name: 'x'.repeat(2_000) }).description).toHaveLength(
      1_000,
    );
  });

  it('name the owner of the brand, where the row has it', () => {
    expect(factsOf({ brand_owner: 'Harbour Foods Inc.' }).manufacturer).toBe('Harbour Foods Inc.');
    expect(factsOf({ brand_owner: '-' }).manufacturer).toBeNull();
  });
});
