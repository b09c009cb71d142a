import { describe, expect, test } from 'vitest';
import { listIngredients } from '../../../src/facts/ingredients/list-ingredients.ts';
import { readIngredients } from '../../../src/facts/label/read-ingredients.ts';
import { readLabel } from '../../../src/facts/label/read-label.ts';
import { labelOf } from '../../support/label/label-state.ts';

const assuredOf = (text: string) => readLabel(labelOf({ ingredients_text: text })).assured;

describe('no list of ingredients, or not all of one, assures nothing', () => {
  test.each([
    'Vegan',
    'Suitable for vegetarians and vegans.',
    'Convient aux végétariens',
    'Halal',
    'Frozen',
    'Baked, not fried',
    '100% natural',
    'Origine France',
    'Biologisch',
    'Gluten free',
    'Sin gluten',
    'No artificial preservatives.',
    'Sans conservateurs',
    'May contain traces of nuts.',
    'Kann Spuren von Nüssen enthalten.',
    'Contains: milk.',
    'Enthält Milch.',
    'Contient du lait.',
    'Alérgenos: leche',
    'May contain: nuts. Contains: milk',
    'Rice, shell- fish',
    'Riz, pois- son',
    'Sugar, cocoa, salt...',
    'Zucker, Salz …',
    'Rice, salt and',
    'Reis, Salz und',
    'Vegan. Contains soya.',
    'Suitable for vegetarians. Contains milk.',
    'Gluten free. Contains milk.',
    'Ohne Konservierungsstoffe. Enthält Milch.',
    'Sans gluten. Contient du lait',
    'Product contains milk',
    'Products contain milk',
    'Made with milk',
    'Contains milk. Ingredients: 100% natural',
    'Pure',
    'Cooked',
    'Food',
    'Sliced',
    'Preservatives',
    'Made from concentrate',
    'Kosher vegetarian frozen food',
    'Protein 20 g',
    'Energy 100 kcal, fat 2 g, protein 20 g',
    'Produit cru',
    'Rein pflanzliches Lebensmittel',
    'Producto cocido',
  ])('%s', (text) => {
    expect(assuredOf(text)).toEqual([]);
  });

  test('but what is contained before or behind the ingredients, or a colon after it', () => {
    for (const text of [
      'Rice, salt. Contains: soya.',
      'Contains: soya. Ingredients: rice, salt, soya',
      'Contiene: soja. Ingredientes: arroz, sal',
      'Vegan. Contains soya. Ingredients: rice, soya',
    ])
      expect(assuredOf(text)).toContain('a:milk');
  });
});

test.each([
  'Rice',
  'Sliced potatoes, salt',
  'Pure olive oil',
  'Orange juice from concentrate',
  'Peanuts',
  'Oat flakes',
  'Natural mineral water',
  'Green tea',
  'Fraises',
  'Jus de pomme',
  'Schwarzer Tee',
  'Sal',
])('%s is a list of ingredients', (text) => {
  expect(assuredOf(text)).toEqual(expect.arrayContaining(['a:milk', 'd:vegan', 'i:pork']));
});

test('an ingredient of a list may be what is no list alone', () => {
  expect(listIngredients('Rice, preservative').map(({ vegan }) => vegan)).toEqual(['yes', 'yes']);
});

describe('a word that is written otherwise is read, or assures nothing', () => {
  test.each([
    ['Rice, pea-\nnuts, salt', 'peanuts'],
    ['RICE, PEA-\nNUTS, SALT', 'peanuts'],
    ['Rice, pea nuts, salt', 'peanuts'],
    ['Reis, Voll-\nmilchpulver, Salz', 'milk'],
    ['Rice, shell fish', 'crustaceans'],
    ['Rice, <milk>, salt', 'milk'],
    ['Rice «milk»', 'milk'],
    ['Rice “MILK” salt', 'milk'],
    ['Rice "milk"', 'milk'],
    ['Sugar, <2% of: whey, salt >1%, rice', 'milk'],
    ['Rice, <B>milk</B>, <span class="x">salt</span>', 'milk'],
    ['Mango, preservative (220)', 'sulphur-dioxide-and-sulphites'],
    ['Mango, preservatives (202, 223), salt', 'sulphur-dioxide-and-sulphites'],
    ['Mango, preservatives (202,223), salt', 'sulphur-dioxide-and-sulphites'],
    ['Вода, сахар, Е220', 'sulphur-dioxide-and-sulphites'],
    ['Вода, сахар, соль, Е 223', 'sulphur-dioxide-and-sulphites'],
  ])('%j names %s', (text, code) => {
    expect([...readIngredients(text).named]).toContain(code);
    expect(assuredOf(text)).not.toContain(`a:${code}`);
  });

  test.each([
    'Rice, M I L K, salt',
    'Reis, E I, Salz',
    'Rice, w heat, salt',
    'Rice, salt, sugar, 卵',
    'Rice, salt, sugar, 𩸽',
    'Rice, salt 🥛',
    'Salt, vand, ?g',
    'Sugar, water, E12O',
    'Sugar, water, E l20',
    'Sugar, water, E 47l',
  ])('%s', (text) => {
    expect(assuredOf(text)).toEqual([]);
  });

  test('a blank between a hyphen and a line is no part of a word', () => {
    expect([...readIngredients('Reis, Milch-\nund Sojaprotein').named].sort()).toEqual(['milk', 'soybeans']);
  });

  test.each([
    "Sale e l'acqua",
    'Riz, sel, vitamine C',
    'Dinkelmehl Type 630, Salz',
    'Rice 220 g, salt',
    '"Rice, salt"',
  ])('%s is read', (text) => {
    expect(readIngredients(text).unread).toEqual([]);
  });

  test('the type of flour is no additive', () => {
    expect(assuredOf('Dinkelmehl Type 630, Salz')).toContain('d:vegan');
  });
});

test.each([
  ['Potatoes, flour and rice, salt', 'a:gluten'],
  ['Potatoes, flour & rice, salt', 'a:gluten'],
  ['Kartoffeln, Mehl und Reis, Salz', 'a:gluten'],
  ['Eau, farine et riz, sel', 'a:gluten'],
  ['Agua, harina y arroz, sal', 'a:gluten'],
  ['Acqua, farina e riso, sale', 'a:gluten'],
  ['Potatoes, vegetable fat and sunflower oil', 'i:palm-oil'],
])('%s: a word beside another ingredient says nothing of this one (%s)', (text, assurance) => {
  expect(assuredOf(text)).not.toContain(assurance);
});

describe('a food of several ingredients names one allergen, and may hide others', () => {
  test.each([
    ['Potatoes, mayonnaise', ['a:mustard', 'd:vegan']],
    ['Rice, soy sauce', ['a:gluten']],
    ['Reis, Sojasauce', ['a:gluten']],
    ['Arroz, salsa de soja', ['a:gluten']],
    ['Rice, shellfish', ['a:molluscs']],
    ['Rice, surimi', ['a:crustaceans', 'a:eggs', 'a:gluten']],
    ['Sugar, custard', ['a:eggs']],
    ['Sucre, crème anglaise', ['a:eggs']],
    ['Strawberries, ice cream', ['a:eggs']],
    ['Strawberries, cheesecake', ['a:gluten', 'a:eggs']],
    ['Rice, nougat', ['a:milk', 'a:eggs', 'd:vegan', 'd:vegetarian']],
    ['Nutella, rice', ['a:milk', 'a:soybeans', 'd:vegan', 'i:palm-oil']],
    ['Riso, amaretti', ['a:eggs', 'd:vegan']],
    ['Rice, naan', ['a:milk', 'd:vegan']],
    ['Riz, pâte feuilletée', ['a:milk', 'd:vegan']],
    ['Arroz, hojaldre', ['a:milk', 'd:vegan']],
    ['Reis, Brot', ['a:milk', 'a:eggs', 'd:vegan']],
    ['Hafer, Müsli', ['a:nuts', 'd:vegan']],
    ['Nuts, salt', ['a:peanuts']],
    ['Rice, whites', ['a:eggs', 'd:vegan']],
    ['Rice, filling', ['a:nuts', 'a:peanuts']],
    ['Pizza', ['a:eggs', 'd:vegetarian', 'i:pork', 'i:palm-oil']],
    ['Water, vegetable broth', ['a:celery']],
    ['Lettuce, dressing', ['a:eggs', 'a:milk', 'a:fish']],
    ['Frutos secos, sal', ['a:peanuts']],
    ['Rice, glucosamine', ['a:crustaceans']],
    ['Coconut milk, curry paste', ['a:crustaceans']],
    ['Rice, liqueur', ['a:milk', 'a:eggs', 'd:vegan']],
  ])('%s does not assure %j', (text, words) => {
    const assured = assuredOf(text);
    expect(words.filter((word) => assured.includes(word))).toEqual([]);
  });

  test.each(['Cashew nuts, salt', 'Tree nuts, salt', 'Macadamia nuts'])('%s are no peanuts', (text) => {
    expect(assuredOf(text)).toContain('a:peanuts');
  });
});

describe('what may be of animals is neither vegan nor vegetarian without a label', () => {
  test.each([
    ['Sugar, lecithin', ['vegetarian']],
    ['Water, noodles, salt', ['vegetarian']],
    ['Rice, omega 3', []],
    ['Rice, ink', []],
    ['Gelatin dessert', []],
    ['Tomatoes, cheese', []],
    ['Tomaten, Käse', []],
    ['Tomates, emmental', []],
    ['Pomodoro, mozzarella', []],
    ['Mascarpone, tomatoes', ['vegetarian']],
    ['Onions, wine', []],
    ['Wasser, Bier', []],
    ['Potatoes, fat, salt', []],
    ['Kartoffeln, Fett, Salz', []],
    ['Pommes de terre, graisse, sel', []],
    ['Patatas, manteca, sal', []],
    ['Potatoes and fat', []],
    ['Potatoes with fat, salt', []],
    ['Potatoes, hydrogenated fat', []],
    ['Potatoes, refined fat', []],
    ['Potatoes, rendered fat', []],
    ['Kartoffeln, gehärtetes Fett', []],
    ['Aardappelen, gehard vet', []],
    ['90 % potatoes, 10 % fat', []],
    ['Kartoffeln, 10 % Fett', []],
    ['Milk and 10 % fat', []],
    ['Peanut butter, 10 % fat', []],
    ['Joghurt, 3,5 % Fett', ['vegetarian']],
    ['Joghurt mit 3,5 % Fett', ['vegetarian']],
    ['Milk (3.5 % fat)', ['vegetarian']],
    ['3.5 % fat milk', ['vegetarian']],
    ['Lait à 3,5 % de matière grasse', ['vegetarian']],
    ['Potatoes, sunflower fat', ['vegan', 'vegetarian']],
    ['Rice, no fat', ['vegan', 'vegetarian']],
    ['Kartoffeln, pflanzliches Fett', ['vegan', 'vegetarian']],
    ['Rice, margarine', []],
    ['Вода, сахар, соль, Е120', []],
    ['Sugar, water, colour (120)', []],
    ['Sugar, water, emulsifier (471)', []],
  ])('%s suits %j', (text, diets) => {
    const suited = assuredOf(text).filter((word) => word.startsWith('d:'));
    expect(suited).toEqual(diets.map((diet) => `d:${diet}`));
  });
});

test.each([
  ['Rice, sausage', ['i:pork', 'i:beef']],
  ['Riz, viande', ['i:pork', 'i:beef']],
  ['Rice, animal fat', ['i:pork', 'i:beef']],
  ['Rice, shortening', ['i:pork', 'i:palm-oil']],
  ['Potatoes and fat', ['i:pork', 'i:palm-oil', 'a:milk']],
  ['Potatoes, hydrogenated fat', ['i:pork', 'i:palm-oil', 'a:milk']],
  ['Kartoffeln, gehärtetes Fett', ['i:pork', 'i:palm-oil', 'a:milk']],
  ['Kartoffeln, 10 % Fett', ['i:pork', 'i:palm-oil', 'a:milk']],
  ['Sugar, E471', ['i:pork', 'i:palm-oil']],
  ['Rice, biscuit', ['i:palm-oil', 'i:honey']],
  ['Rice, chocolate coating', ['i:palm-oil']],
  ['Rice, bouillon', ['i:palm-oil', 'i:pork', 'i:beef']],
  ['Rice, beer', ['i:alcohol']],
  ['Rice, whisky', ['i:alcohol']],
])('%s may hide %j', (text, words) => {
  const assured = assuredOf(text);
  expect(words.filter((word) => assured.includes(word))).toEqual([]);
});

test('meat of a named animal hides no other', () => {
  expect(assuredOf('Viande de poulet, sel')).toEqual(expect.arrayContaining(['i:pork', 'i:beef']));
});
