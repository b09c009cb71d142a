import { describe, expect, test } from 'vitest';
import { readIngredients } from '../../../src/facts/label/read-ingredients.ts';

const read = (text: string) => {
  const { named, traces } = readIngredients(text);
  return { contains: [...named].sort().join(' '), traces: [...traces].sort().join(' ') };
};

describe('a word of a statement of traces is no allergen', () => {
  test.each([
    ['Made in our own factory with milk, sugar and salt', 'milk'],
    ['Our facility is in Kent: wheat flour, butter', 'gluten milk'],
    ['Fabriqué dans notre atelier : farine de blé, sucre, beurre', 'gluten milk'],
    ['Hergestellt in unserem Betrieb in Bremen: Weizenmehl, Butter', 'gluten milk'],
    ['Prodotto nello stabilimento di Parma: latte, sale', 'milk'],
    ['Kann kalt getrunken werden, Milch, Zucker', 'milk'],
    ['kan koud gedronken worden, melk', 'milk'],
    ['Kan serveres kold, mælk, sukker', 'milk'],
    ['Corn (trace of lime), milk', 'milk'],
    ['Trace minerals, whey', 'milk'],
    ['Produced on 12 May, milk, eggs', 'eggs milk'],
    ['Small bones may be present, salmon, milk', 'fish milk'],
  ])('%s', (text, contains) => {
    expect(read(text)).toEqual({ contains, traces: '' });
  });
});

describe('a whole phrase is a statement in its language', () => {
  test.each([
    ['Sugar. May contain milk and nuts.', 'milk nuts'],
    ['Produced in a facility that also processes peanuts and milk.', 'milk peanuts'],
    ['Packed on equipment shared with soy', 'soybeans'],
    ['Traces: milk, soya', 'milk soybeans'],
    ['Sucre. Peut contenir du lait, des œufs', 'eggs milk'],
    ["Traces éventuelles d'arachides et de soja", 'peanuts soybeans'],
    ['Fabriqué dans un atelier qui utilise des œufs et du lait', 'eggs milk'],
    ['Présence possible de moutarde', 'mustard'],
    ['Kann Spuren von Milch, Nüssen und Soja enthalten', 'milk nuts soybeans'],
    ['Kann Milch und Nüsse enthalten', 'milk nuts'],
    ['Kann enthalten: Ei, Sellerie', 'celery eggs'],
    ['Hergestellt in einem Betrieb, der auch Erdnüsse verarbeitet', 'peanuts'],
    ['Puede contener trazas de huevo y leche', 'eggs milk'],
    ['Può contenere tracce di latte e soia', 'milk soybeans'],
    ['Prodotto in uno stabilimento che utilizza latte', 'milk'],
    ['Kan sporen van melk en soja bevatten', 'milk soybeans'],
    ['kan noten bevatten', 'nuts'],
    ['Pode conter vestígios de leite', 'milk'],
    ['Kan innehålla spår av mandel', 'nuts'],
    ['Kan indeholde spor af mælk', 'milk'],
    ['Kan inneholde melk', 'milk'],
    ['Saattaa sisältää maitoa', 'milk'],
    ['Może zawierać orzechy, mleko', 'milk nuts'],
    ['Může obsahovat mléko', 'milk'],
    ['Может содержать следы молока', 'milk'],
  ])('%s', (text, traces) => {
    expect(read(text)).toEqual({ contains: '', traces });
  });
});

describe('a statement ends', () => {
  test.each([
    ['at a sentence', 'May contain nuts. Milk, sugar', 'milk', 'nuts'],
    ['at a line', 'May contain nuts\nMilk, sugar', 'milk', 'nuts'],
    ['at a line of another system', 'May contain nuts\r\nMilk\u2028Eggs', 'eggs milk', 'nuts'],
    ['at a line of HTML', 'May contain nuts<br/>Milk, sugar', 'milk', 'nuts'],
    ['at a bracket', 'Sugar (may contain nuts), milk', 'milk', 'nuts'],
    ['at the ingredients', 'May contain nuts Ingredients: milk, sugar', 'milk', 'nuts'],
    ['at the ingredients, in another language', 'Peut contenir du soja Zutaten: Milch', 'milk', 'soybeans'],
    ['at what is contained', 'May contain nuts; contains milk', 'milk', 'nuts'],
    ['at what is contained, before', 'Contains: Milk. May contain: Nuts', 'milk', 'nuts'],
    ['at a heading', 'May contain nuts Topping: milk, sugar', 'milk', 'nuts'],
    ['at its verb', 'Kann Soja enthalten, Milch, Zucker', 'milk', 'soybeans'],
    ['at the verb of another', 'Kann warm serviert werden, Milch, kann Soja enthalten', 'milk', 'soybeans'],
  ])('%s', (_, text, contains, traces) => {
    expect(read(text)).toEqual({ contains, traces });
  });

  test('but not at a colon within', () => {
    expect(
      read('May contain the following allergens: milk, cereals containing gluten: wheat, rye').traces,
    ).toBe('gluten milk');
  });
});

describe('a denial reaches its own word alone', () => {
  test.each([
    ['Non-GMO soybeans', 'soybeans'],
    ['Never frozen shrimp', 'crustaceans'],
    ['Non fat milk', 'milk'],
    ['No added sugar milk chocolate', 'milk'],
    ['senza lattosio latte', 'milk'],
    ['sans sucre lait', 'milk'],
    ['Ohne Zucker Milch', 'milk'],
    ['Milk free range eggs', 'eggs milk'],
    ['Eggs free from cages', 'eggs'],
    ['does not contain peanuts, eggs', 'eggs'],
  ])('%s', (text, contains) => {
    expect(read(text).contains).toBe(contains);
  });

  test.each(['no milk', 'sans lait', 'free from milk', 'ohne Milch', 'milk-free', 'ne contient pas de lait'])(
    '%s names none, and leaves doubt',
    (text) => {
      const { named, maybe } = readIngredients(text);
      expect([...named]).toEqual([]);
      expect([...maybe]).toEqual(['milk']);
    },
  );
});

test.each([
  'Zucker. Kann Spuren von Milch enthalten.',
  'Suiker. Kan melk bevatten.',
  'Sugar (may contain milk).',
])('%s is not cut off', (text) => {
  expect(readIngredients(text).isRead).toBe(true);
});

test('a name of another language is not hidden by a form of an English word', () => {
  expect(read('sugar, noten, salt, sunflower oil').contains).toBe('nuts');
  expect(read('cranberries, sugar, sunflower oil. Kan noten bevatten.').traces).toBe('nuts');
});

test('a statement that names nothing tells nothing of traces', () => {
  expect(readIngredients('Rice. May contain traces').tellsTraces).toBe(false);
  expect(readIngredients('Rice, trace minerals').tellsTraces).toBe(false);
  expect(readIngredients('Rice. May contain\nmilk').tellsTraces).toBe(false);
});
