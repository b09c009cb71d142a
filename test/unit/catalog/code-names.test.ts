import { describe, expect, test } from 'vitest';
import { classOfAdditive } from '../../../src/data/names/additive-classes.ts';
import {
  listNamedCodes,
  NAME_LANGUAGES,
  NAMED_LISTS,
  nameCode,
  releasedNames,
} from '../../../src/data/names/names.ts';
import { ADDITIVE_NUMBER, ALLERGEN_CODES, LABEL_CODES } from '../../../src/facts/registry/fact-codes.ts';
import { NUTRIMENT_KEYS } from '../../../src/facts/registry/nutriment-keys.ts';

describe('names of codes', () => {
  test.each(NAMED_LISTS)('every code of %s has a name in each language', (list) => {
    for (const code of listNamedCodes(list))
      expect([code, Object.keys(releasedNames(list, code)).toSorted()]).toEqual([
        code,
        NAME_LANGUAGES.toSorted(),
      ]);
  });

  test('closed lists are named whole', () => {
    expect(listNamedCodes('allergens').toSorted()).toEqual(ALLERGEN_CODES.toSorted());
    expect(listNamedCodes('labels').toSorted()).toEqual(LABEL_CODES.toSorted());
    expect(listNamedCodes('nutriments').toSorted()).toEqual(NUTRIMENT_KEYS.toSorted());
  });

  test('every named additive has a number as products have it, and a class', () => {
    for (const code of listNamedCodes('additives')) {
      expect(code).toMatch(ADDITIVE_NUMBER);
      expect([code, classOfAdditive(code)]).toEqual([code, expect.any(String)]);
    }
  });

  test('a form of an additive is called as the additive, unless it has a name of its own', () => {
    const name = (code: string) => nameCode('additives', code, 'de', {});
    expect(name('e341ii')).toBe(name('e341'));
    expect(classOfAdditive('e341ii')).toBe('acidity_regulator');
    expect(name('e161i')).toBe('Citranaxanthin');
    expect(name('e9999ii')).toBeUndefined();
    expect(
      nameCode('additives', 'e341ii', 'de', { additives: { e341ii: { de: 'Dicalciumphosphat' } } }),
    ).toBe('Dicalciumphosphat');
  });
});
