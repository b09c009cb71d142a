import { describe, expect, test } from 'vitest';
import { raiseAgain } from '../../../src/facts/label/raise-again.ts';
import { readLabel } from '../../../src/facts/label/read-label.ts';
import { labelOf, OPEN, OPERATOR, SHOP } from '../../support/label/label-state.ts';

const SPREAD =
  'Sugar, palm oil, hazelnuts 13 %, skimmed milk powder 8.7 %, cocoa powder, emulsifier: soya lecithin';

describe('the strictest claim wins', () => {
  test('over a shorter list of a more trusted source', () => {
    const { states, assured } = readLabel(
      labelOf(
        { allergens: ['nuts'], ingredients_text: SPREAD },
        {
          suppliers: { allergens: [SHOP], ingredients_text: [OPEN] },
          claims: { [OPEN]: { allergens: ['milk', 'nuts'] } },
        },
      ),
    );
    expect(states.contains).toEqual({
      milk: [
        [OPEN, 'ingredients'],
        [OPEN, 'allergens'],
      ],
      nuts: [
        [SHOP, 'allergens'],
        [OPEN, 'ingredients'],
        [OPEN, 'allergens'],
      ],
      soybeans: [[OPEN, 'ingredients']],
    });
    expect(states.kinds).toEqual({ nuts: ['hazelnut'] });
    for (const code of ['milk', 'nuts', 'soybeans']) expect(assured).not.toContain(`a:${code}`);
    expect(assured).toContain('a:fish');
  });

  test('over a label that claims the opposite', () => {
    const { states, assured } = readLabel(
      labelOf({ labels: ['gluten-free'], ingredients_text: 'Wheat flour, water' }),
    );
    expect(states.contains).toHaveProperty('gluten');
    expect(assured).not.toContain('a:gluten');
  });

  test('traces over a claim, and contained over traces', () => {
    const { states } = readLabel(
      labelOf({ labels: ['gluten-free'], traces: ['gluten', 'milk'], allergens: ['milk'] }),
    );
    expect(states.may_contain).toEqual({ gluten: [[OPEN, 'traces']] });
    expect(Object.keys(states.contains ?? {})).toEqual(['milk']);
  });
});

test.each([
  ['not stated', { ingredients_text: 'Sugar, water' }],
  ['claimed to be absent', { labels: ['nut-free'], ingredients_text: 'Sugar, water' }],
])('traces that a name tells are told, where the label has them as %s', (_, facts) => {
  const { states, assured } = readLabel(labelOf({ name: 'Biscuit, may contain nuts', ...facts }));
  expect(states.may_contain).toHaveProperty('nuts');
  expect([...Object.keys(states.free_from ?? {}), ...(states.not_stated ?? [])]).not.toContain('nuts');
  expect(assured).not.toContain('a:nuts');
});

describe('what was not understood is unknown', () => {
  test.each([
    ['no ingredients', { allergens: ['fish'] }],
    ['a word', { ingredients_text: 'Sugar, glimmerwort, salt' }],
    [
      'a text in another language',
      { ingredients_text: 'Sugar', ingredients_texts: { fi: 'Sokeri, hilloketta' } },
    ],
    ['a text that breaks off', { ingredients_text: 'Sugar, salt (sea salt, ' }],
    ['letters that were lost', { ingredients_text: 'Sugar, p?te' }],
    ['an allergen in other words', { ingredients_text: 'Sugar', allergens_other: ['glimmerwort'] }],
    ['where it is sold', { ingredients_text: 'Sugar', countries_sold: [] }],
    [
      'a market whose rules are not known',
      { ingredients_text: 'Sugar', countries_sold: ['France', 'Brazil'] },
    ],
  ])('%s', (_, facts) => {
    expect(readLabel(labelOf(facts)).assured.filter((word) => word.startsWith('a:'))).toEqual([]);
  });

  test('an allergen that the name has and the ingredients lack', () => {
    const { assured } = readLabel(labelOf({ name: 'Rice cakes with milk', ingredients_text: 'Rice, salt' }));
    expect(assured).not.toContain('a:milk');
    expect(assured).toContain('a:eggs');
  });

  test('a claim of another source whose ingredients were not understood', () => {
    const { assured } = readLabel(
      labelOf(
        { ingredients_text: 'Rice' },
        { claims: { [SHOP]: { ingredients_text: 'Rice, glimmerwort' } } },
      ),
    );
    expect(assured.filter((word) => word.startsWith('a:'))).toEqual([]);
  });
});

describe('silence', () => {
  test('of a label of the US says nothing of what it need not name', () => {
    const sold = { countries_sold: ['United States'] };
    const plain = readLabel(labelOf({ ingredients_text: 'Rice, salt', ...sold })).assured;
    expect(plain).toEqual(expect.arrayContaining(['a:milk', 'a:gluten', 'a:sesame-seeds']));
    for (const code of ['celery', 'mustard', 'lupin', 'molluscs', 'sulphur-dioxide-and-sulphites'])
      expect(plain).not.toContain(`a:${code}`);
    const flavoured = readLabel(labelOf({ ingredients_text: 'Rice, salt, natural flavor', ...sold })).assured;
    expect(flavoured).toContain('a:milk');
    expect(flavoured).not.toContain('a:gluten');
  });

  test('about traces assures nothing, and a list of traces does', () => {
    expect(readLabel(labelOf({ ingredients_text: 'Rice' })).assured).not.toContain('t:milk');
    const { assured } = readLabel(labelOf({ ingredients_text: 'Rice', traces: ['nuts'] }));
    expect(assured).toEqual(expect.arrayContaining(['t:milk', 'a:nuts']));
    expect(assured).not.toContain('t:nuts');
  });

  test('a trace that the text itself names is not passed over', () => {
    const { states, assured } = readLabel(
      labelOf({ ingredients_text: 'Rice, salt. May contain nuts and milk.' }),
    );
    expect(Object.keys(states.may_contain ?? {}).sort()).toEqual(['milk', 'nuts']);
    expect(assured).toContain('t:eggs');
    for (const word of ['a:nuts', 'a:milk', 't:nuts', 't:milk']) expect(assured).not.toContain(word);
  });
});

describe('a list may hold statements', () => {
  const codesOf = (facts: Parameters<typeof labelOf>[0]) => {
    const { states, assured } = readLabel(labelOf({ ingredients_text: 'Rice, salt', ...facts }));
    const [contains, traces] = [states.contains, states.may_contain].map((found) =>
      Object.keys(found ?? {})
        .sort()
        .join(' '),
    );
    return { contains, traces, assured };
  };

  test.each([
    ['traces among allergens', { allergens_other: ['peut contenir du lait'] }, '', 'milk'],
    [
      'a statement with commas',
      { allergens_other: ['Kann Spuren von Milch, Nüssen und Soja enthalten'] },
      '',
      'milk nuts soybeans',
    ],
    ['both in one', { allergens_other: ['Contains: Milk. May contain: Nuts'] }, 'milk', 'nuts'],
    ['both in one, as traces', { traces_other: ['Contains: Milk. May contain: Nuts'] }, 'milk', 'nuts'],
    [
      'names and a statement',
      { traces_other: ['peut contenir des traces de lait', 'noix'] },
      '',
      'milk nuts',
    ],
    ['a name behind a statement', { allergens_other: ['peut contenir du lait', 'soja'] }, 'soybeans', 'milk'],
    ['a label', { labels_other: ['May contain traces of milk'] }, '', 'milk'],
  ])('%s', (_, facts, contains, traces) => {
    const read = codesOf(facts);
    expect(read).toMatchObject({ contains, traces });
    for (const code of [...contains.split(' '), ...traces.split(' ')]) {
      expect(read.assured).not.toContain(`t:${code}`);
      if (!('traces_other' in facts)) expect(read.assured).not.toContain(`a:${code}`);
    }
  });

  test('a source that was overruled is heard as well', () => {
    const { states, assured } = readLabel(
      labelOf(
        { ingredients_text: 'Rice' },
        { claims: { [SHOP]: { traces_other: ['peut contenir du lait'] } } },
      ),
    );
    expect(states.may_contain).toEqual({ milk: [[SHOP, 'traces']] });
    expect(assured).not.toContain('t:milk');
  });

  test('a name or label that tells traces raises doubt', () => {
    expect(codesOf({ name: 'Rice cakes, may contain milk' }).assured).not.toContain('a:milk');
    expect(codesOf({ labels_other: ['Contains milk'] }).assured).not.toContain('a:milk');
  });

  test('a list that may have lost its end assures nothing', () => {
    const other = Array.from({ length: 40 }, () => 'fish');
    expect(codesOf({ allergens_other: other }).assured.filter((word) => word.startsWith('a:'))).toEqual([]);
  });

  test('real ingredients behind the word of a statement are no traces', () => {
    const { states, assured } = readLabel(
      labelOf({ ingredients_text: 'Salt. Made in our own factory with milk and sugar' }),
    );
    expect(Object.keys(states.contains ?? {})).toEqual(['milk']);
    expect(assured).not.toContain('d:vegan');
  });
});

describe('claims of absence', () => {
  test('are those of labels; lactose is not all of milk', () => {
    const { states } = readLabel(
      labelOf({ labels: ['gluten-free', 'no-lactose', 'vegan'], labels_other: ['no milk'] }),
    );
    expect(states.free_from).toEqual({ gluten: [[OPEN, 'labels']], milk: [[OPEN, 'labels']] });
    expect(readLabel(labelOf({ labels: ['no-lactose', 'vegan'] })).states.free_from).toBeUndefined();
  });

  test('do not count where a word that was not understood speaks against them', () => {
    const { assured } = readLabel(
      labelOf({ labels: ['gluten-free'], ingredients_text: 'Xweizenblitz, Salz' }),
    );
    expect(assured).not.toContain('a:gluten');
  });

  test('of an operator lower what a source states, until a source states it in other words', () => {
    const found = labelOf(
      { allergens: ['milk'], free_from: ['milk'], ingredients_text: 'Rice' },
      { suppliers: { allergens: [OPEN], ingredients_text: [OPEN], free_from: [OPERATOR] } },
    );
    expect(readLabel(found).states.free_from).toEqual({ milk: [[OPERATOR, 'free_from']] });
    expect(readLabel(found).assured).toEqual(expect.arrayContaining(['a:milk', 't:milk']));
    const renamed = { ...found, facts: { ...found.facts, name: 'Rice, now better' } };
    expect(raiseAgain(found, renamed)).toEqual({ state: renamed, raised: [] });
    const restated = { ...found, claims: { [SHOP]: { ingredients_text: 'Rice, milk powder' } } };
    const { state, raised } = raiseAgain(found, restated);
    expect(raised).toEqual(['milk']);
    expect(state.facts.free_from).toEqual([]);
    expect(state.suppliers.free_from).toBeUndefined();
    expect(readLabel(state).states.contains).toHaveProperty('milk');
  });
});

describe('ingredients and diets', () => {
  const assuredOf = (facts: Parameters<typeof labelOf>[0]) =>
    readLabel(labelOf(facts)).assured.filter((word) => /^[id]:/.test(word));

  test('palm oil is named, may hide, or is claimed to be absent', () => {
    expect(assuredOf({ ingredients_text: 'Sugar, palm oil' })).not.toContain('i:palm-oil');
    expect(assuredOf({ ingredients_text: 'Sugar, vegetable oil' })).not.toContain('i:palm-oil');
    expect(assuredOf({ ingredients_text: 'Sugar, vegetable oil (sunflower)' })).toContain('i:palm-oil');
    expect(assuredOf({ ingredients_text: 'Sugar, emulsifier (E471)' })).not.toContain('i:palm-oil');
    expect(assuredOf({ labels: ['palm-oil-free'] })).toContain('i:palm-oil');
    expect(assuredOf({ labels: ['palm-oil-free'], ingredients_text: 'Palm fat' })).not.toContain(
      'i:palm-oil',
    );
  });

  test.each([
    ['Rice, sunflower oil, salt', ['vegan', 'vegetarian']],
    ['Rice, butter, salt', ['vegetarian']],
    ['Rice, honey', ['vegetarian']],
    ['Rice, gelatine', []],
    ['Rice, chicken fat', []],
    ['Rice, colour: E120', []],
    ['Rice, mono- and diglycerides of fatty acids', []],
    ['Rice, glimmerwort', []],
    ['Rice. May contain traces of milk.', ['vegan', 'vegetarian']],
    ['Flour, rapeseed oil. May contain salt, yeast, honey, rye flour', []],
    ['Milk, salt, rennet', []],
    ['Polvo, azeite, sal', []],
    ['Cacao en polvo, sal', ['vegan', 'vegetarian']],
    ['Lait, sel, presure', []],
    ['Milk, salt, microbial rennet', ['vegetarian']],
    ['Grana Padano (milk, salt)', []],
  ])('%s suits %j', (text, diets) => {
    const suited = assuredOf({ ingredients_text: text }).filter((word) => word.startsWith('d:'));
    expect(suited).toEqual(diets.map((diet) => `d:${diet}`));
  });

  test.each([
    ['Rice cakes', ['d:vegan', 'd:vegetarian']],
    ['Rice with milk', ['d:vegetarian']],
    ['Rice with ham', []],
  ])('the name %s leaves %j, whatever dishes of that name may have', (name, diets) => {
    const assured = assuredOf({ name, ingredients_text: 'Rice, salt' });
    expect(assured.filter((word) => word.startsWith('d:'))).toEqual(diets);
  });

  test('a label is believed unless a source contradicts it', () => {
    expect(assuredOf({ labels: ['vegan'], ingredients_text: 'Glimmerwort' })).toEqual(
      expect.arrayContaining(['d:vegan', 'd:vegetarian']),
    );
    expect(assuredOf({ labels: ['vegan'], allergens: ['milk'] })).toEqual(['d:vegetarian']);
    expect(assuredOf({ labels: ['vegetarian'], ingredients_text: 'Glimmerwort, beef' })).toEqual([]);
  });
});
