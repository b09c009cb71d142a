import { describe, expect, test } from 'vitest';
import { readLabel } from '../../../src/facts/label/read-label.ts';
import { labelOf } from '../../support/label/label-state.ts';

describe('the name of a product', () => {
  const assuredWith = (facts: Parameters<typeof labelOf>[0]) =>
    readLabel(labelOf({ ingredients_text: 'Rice, salt', ...facts })).assured;

  test.each(['Rice cakes', 'Rice noodles', 'Biscuits', 'Spaghetti'])(
    '%s is that of a dish: its ingredients say what is in it',
    (name) => {
      expect(assuredWith({ name })).toEqual(expect.arrayContaining(['i:palm-oil', 'i:honey', 'd:vegan']));
    },
  );

  test.each([
    ['Palmölgebäckle', 'i:palm-oil'],
    ['Schweinskopfsülzle', 'i:pork'],
    ['Fruchtgummi mit Gelatinezusatz', 'i:gelatin'],
    ['Rice with fat', 'i:pork'],
    ['Rice beer', 'i:alcohol'],
    ['Mint flavour', 'i:garlic'],
  ])('%s raises doubt about %s', (name, assurance) => {
    expect(assuredWith({ name: 'Rice' })).toContain(assurance);
    expect(assuredWith({ name })).not.toContain(assurance);
  });

  test('so do traces and denials in the words of its labels', () => {
    const assured = assuredWith({ labels_other: ['May contain traces of coconut and honey', 'No biscuits'] });
    for (const code of ['i:coconut', 'i:honey', 'i:palm-oil']) expect(assured).not.toContain(code);
  });
});
