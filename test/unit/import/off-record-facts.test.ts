import { describe, expect, it } from 'vitest';
import { writtenFactsShape } from '../../../src/facts/registry/fact-shapes-contract.ts';
import { productTypeOf } from '../../../src/import/open-food-facts/off-product-type.ts';
import { factsOf, options, recordOf, warningsOf } from '../../support/off-rows.ts';

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

  it('allergens and traces are codes, what is none is kept as text and counted', () => {
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

describe('rows of the schema of 1003', () => {
  /** Of 8017596064349, with what the export says of each amount. */
  const nutrition = {
    aggregated_set: {
      per: '100g',
      preparation: 'as_sold',
      nutrients: {
        'energy-kcal': { value: 390, value_computed: 389.8, unit: 'kcal', source_per: '100g' },
        proteins: { value: 13, unit: 'g', source_per: '100g' },
        carbohydrates: { value: 68, unit: 'g' },
        fat: { value: 5.8, unit: 'g' },
        'saturated-fat': { value: 0.9, unit: 'g' },
        sugars: { value: 4.5, unit: 'g' },
        'added-sugars': { value: 1.75, modifier: '~', unit: 'g' },
        fiber: { value: 6.8, unit: 'g' },
        salt: { value: 1.5, unit: 'g' },
        sodium: { value: 0.6, unit: 'g' },
      },
    },
    input_sets: [{ source: 'packaging', per: '100g', preparation: 'as_sold', nutrients: {} }],
  };

  it('give what a row of the schema before gives', () => {
    const before = {
      'energy-kcal_100g': 390,
      proteins_100g: 13,
      carbohydrates_100g: 68,
      fat_100g: 5.8,
      'saturated-fat_100g': 0.9,
      sugars_100g: 4.5,
      'added-sugars_100g': 1.75,
      fiber_100g: 6.8,
      salt_100g: 1.5,
      sodium_100g: 0.6,
    };
    const now = recordOf({ schema_version: 1003, nutrition });
    expect(now).toEqual(recordOf({ schema_version: 1002, nutriments: before, nutrition_data_per: '100g' }));
    expect(now.facts.nutriments).toMatchObject({ added_sugars_g: 1.75, sodium_mg: 600, energy_kj: 1632 });
  });

  it('that say there is no table have none, and without a set the values of before are read', () => {
    expect(
      factsOf({ nutrition: { no_nutrition_data_on_packaging: true, aggregated_set: null } }),
    ).toMatchObject({
      no_nutrition_data: true,
      nutriments: null,
    });
    expect(factsOf({ nutrition: { input_sets: [] }, nutriments: { fat_100g: 3 } }).nutriments).toEqual({
      fat_g: 3,
    });
  });

  it('lose amounts that were copied from 100 kJ', () => {
    const fat = { value: 3, unit: 'g', source_per: '100kj' };
    const set = { per: '100g', preparation: 'as_sold', nutrients: { fat, sugars: { value: 1, unit: 'g' } } };
    expect(factsOf({ nutrition: { aggregated_set: set } }).nutriments).toEqual({ sugars_g: 1 });
  });
});

describe('processing, environment, packaging and trade', () => {
  it('are as the source says; what it does not know is none', () => {
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

describe('pictures', () => {
  const full = { w: 911, h: 1200 };
  const front_fr = { imgid: '1', rev: '4', sizes: { 100: { w: 76, h: 100 }, full } };
  const picturesOf = (row: Record<string, unknown>) => recordOf(row).facts.pictures;
  const addressesOf = (row: Record<string, unknown>) => picturesOf(row).map(({ url }) => url);

  it.each([
    // As Open Food Facts has them: a dump of 42015086, and the front of 3222473161867.
    ['42015086', '000/004/201/5086'],
    ['3222473161867', '322/247/316/1867'],
    ['036000291452', '003/600/029/1452'],
    ['0036000291452', '003/600/029/1452'],
    ['00036000291452', '003/600/029/1452'],
    ['10022000159357', '100/220/001/59357'],
  ])('of the code %s are in %s', (code, folder) => {
    expect(picturesOf({ code, images: { front_fr, 1: { uploader: 'kiliweb' } } })).toEqual([
      {
        role: 'front',
        lang: 'fr',
        url: `https://images.openfoodfacts.org/images/products/${folder}/front_fr.4.full.jpg`,
        width: 911,
        height: 1200,
      },
    ]);
  });

  it('are read of both schemas, the front first, on the host of the product type', () => {
    const ingredients_en = { ...front_fr, rev: 7 };
    const before = { ingredients_en, front_fr, front: { ...front_fr, rev: '2' }, packaging: { rev: '9' } };
    const now = {
      uploaded: { 1: { uploader: 'kiliweb' } },
      selected: { ingredients: { en: ingredients_en }, front: { fr: front_fr } },
    };
    const names = ['front_fr.4', 'ingredients_en.7'].map((name) => expect.stringContaining(`/${name}.full`));
    expect(addressesOf({ images: before })).toEqual([...names, expect.stringContaining('/packaging.9.full')]);
    expect(addressesOf({ images: now })).toEqual(names);
    const hosts = ['food', 'beauty', 'petfood', 'product'].map(
      (product_type) => new URL(addressesOf({ images: now, product_type })[0] ?? '').host,
    );
    expect(hosts).toEqual(
      ['food', 'beauty', 'petfood', 'products'].map((name) => `images.open${name}facts.org`),
    );
  });

  it('of the tab-separated form are read from their addresses', () => {
    const address = 'https://images.openfoodfacts.org/images/products/316/893/001/0265';
    const row = {
      image_url: `${address}/front_fr.170.400.jpg`,
      image_nutrition_url: `${address}/nutrition_fr.134.400.jpg`,
      image_ingredients_url: 'https://images.example.org/ingredients_fr.134.400.jpg',
    };
    expect(picturesOf(row)).toEqual([
      { role: 'front', lang: 'fr', url: `${address}/front_fr.170.full.jpg`, width: null, height: null },
      {
        role: 'nutrition',
        lang: 'fr',
        url: `${address}/nutrition_fr.134.full.jpg`,
        width: null,
        height: null,
      },
    ]);
  });

  it('of many languages are those of the product’s own and English before others', () => {
    const languages = 'xx aa af am ar az be bg bn bs ca cs cy da de el eo es et eu fa fr en fi'.split(' ');
    const images = Object.fromEntries(
      languages.flatMap((lang) => ['front', 'nutrition'].map((role) => [`${role}_${lang}`, front_fr])),
    );
    const pictures = picturesOf({ images, lang: 'fi' });
    expect(pictures).toHaveLength(20);
    const fronts = pictures.filter(({ role }) => role === 'front').map(({ lang }) => lang);
    expect(fronts).toEqual(['fi', 'en', 'aa', 'af', 'am', 'ar', 'az', 'be', 'bg', 'bn']);
    expect(writtenFactsShape.pictures.safeParse(pictures).success).toBe(true);
  });

  it('without a code or a revision are none', () => {
    expect(
      picturesOf({ images: { front_fr: { ...front_fr, rev: undefined }, front_xx_yy: front_fr } }),
    ).toEqual([]);
    expect(picturesOf({ code: 'abc', images: { front_fr } })).toEqual([]);
    expect(picturesOf({ images: 'front', image_url: 7 })).toEqual([]);
  });
});

describe('rows of Open Beauty, Pet Food and Products Facts', () => {
  it('are of the kind that they say, else of that of their file', () => {
    expect(recordOf({}).archiveKind).toBe('food');
    expect(recordOf({ product_type: 'beauty' }).archiveKind).toBe('beauty');
    expect(recordOf({ product_type: 'petfood' }).archiveKind).toBe('petfood');
    expect(recordOf({ product_type: 'product' }).archiveKind).toBe('general');
    const beauty = { ...options, productType: productTypeOf('open_beauty_facts') };
    expect(recordOf({}, beauty).archiveKind).toBe('beauty');
    expect(recordOf({ product_type: 'food' }, beauty).archiveKind).toBe('food');
  });

  it('find categories of their kind alone', () => {
    const categories_tags = ['en:shampoos', 'en:dog-food', 'en:batteries', 'en:biscuits'];
    const categoryOf = (product_type: string) => factsOf({ product_type, categories_tags }).category;
    expect(['food', 'beauty', 'petfood', 'product'].map(categoryOf)).toEqual([
      'biscuits',
      'shampoos',
      'dog-food',
      'batteries',
    ]);
  });

  it('have their ingredients as an attribute, and the period after opening as a fact', () => {
    const row = {
      product_type: 'beauty',
      ingredients_text: 'Aqua, Glycerin, Parfum',
      periods_after_opening: '12 M',
      periods_after_opening_tags: ['en:12-months'],
    };
    expect(factsOf(row)).toMatchObject({
      attributes: { inci: 'Aqua, Glycerin, Parfum' },
      period_after_opening_months: 12,
    });
    expect(factsOf({ ...row, product_type: 'petfood' }).attributes).toMatchObject({
      ingredients: 'Aqua, Glycerin, Parfum',
    });
    expect(factsOf({ ...row, product_type: 'food' }).attributes).toEqual({});
  });
});
