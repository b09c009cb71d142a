import { describe, expect, it } from 'vitest';
import { chooseName } from '../../../src/import/values/product-name.ts';

const nameOf = (...names: string[]) => nameIn(undefined, ...names);
const nameIn = (lang: string | undefined, ...names: string[]) => {
  const chosen = chooseName(
    names.map((text) => ({ text, ...(lang && { lang }) })),
    '12345',
  );
  return 'name' in chosen ? chosen.name : chosen.reason;
};
const warningsOf = (name: string) => {
  const chosen = chooseName([{ text: name }], '12345');
  return 'name' in chosen ? chosen.warnings.map(({ reason }) => reason) : [];
};

describe('the name of a product', () => {
  it.each([
    'a',
    'Test',
    'test product',
    'xxx',
    'N/A',
    'unknown',
    '3017620422003',
    '3017 6204 22003',
    '12345',
    'Sans nom',
    '7',
  ])('%j is no name', (name) => expect(nameOf(name)).toBe('placeholder_name'));

  it.each([
    '茶',
    '1664',
    '7 Up',
    'M&Ms',
    'Testarossa',
    'Aa',
    'Nana',
    'No Name Cola',
    '100% juice',
    'Tea',
    'Х2',
    'AAA 4',
  ])('%j is one, as it is', (name) => expect(nameOf(name)).toBe(name));

  it('is the next one that says something', () => {
    expect(nameOf('test', '', 'Oat milk')).toBe('Oat milk');
    expect(nameOf('', '???')).toBe('no_name');
  });

  it.each([
    ['CHOCOLAT AU LAIT', 'Chocolat au Lait'],
    ["NUT 'N BERRY MIX, 12OZ", "Nut 'N Berry Mix, 12oz"],
    ["CRÈME D'ISIGNY", "Crème D'Isigny"],
    ['BBQ SAUCE', 'BBQ Sauce'],
    ['МОЛОКО ТОПЛЁНОЕ', 'Молоко Топлёное'],
    ['WOMEN’S VITAMINS', 'Women’s Vitamins'],
  ])('in capitals throughout, %j, is written as %j', (given, name) => {
    expect(nameOf(given)).toBe(name);
    expect(warningsOf(given)).toContain('name_in_capitals');
  });

  it.each(['LEGO', 'UHT Milk', 'KFC', 'iPHONE', 'İSTANBUL'])('%j keeps its capitals', (name) => {
    expect(warningsOf(name)).not.toContain('name_in_capitals');
    expect(nameOf(name)).toBe(name);
  });

  it.each([
    ['tr', 'ISIRGAN ÇAYI', 'Isırgan Çayı'],
    ['tr', 'İNCİR REÇELİ', 'İncir Reçeli'],
    ['tr', 'SADE KAHVE', 'Sade Kahve'],
    ['az', 'ALMA ŞİRƏSİ', 'Alma Şirəsi'],
    // It may be in English, whose letters Turkish has too.
    ['tr', 'DARK BISCUIT', 'DARK BISCUIT'],
    ['de', 'MÜSLI RIEGEL', 'Müsli Riegel'],
    ['fr', 'ÇA CROUSTILLE ICI', 'Ça Croustille Ici'],
    // It may be in any language.
    [undefined, 'ISIRGAN ÇAYI', 'ISIRGAN ÇAYI'],
    [undefined, 'KIRMIZI ÜZÜM', 'KIRMIZI ÜZÜM'],
    [undefined, 'KÄSE WÜRFEL', 'Käse Würfel'],
  ])('in capitals of the language %s, %j, is written as %j', (lang, given, name) => {
    expect(nameIn(lang, given)).toBe(name);
  });

  it('loses entities and tags of HTML, and is counted', () => {
    expect(nameOf('Ben &amp; Jerry')).toBe('Ben & Jerry');
    expect(nameOf('Pasta<br/>&quot;fina&quot; <b>500 g</b>')).toBe('Pasta "fina" 500 g');
    expect(warningsOf('Ben &amp; Jerry')).toEqual(['name_cleaned']);
    expect(warningsOf('Ben & Jerry; twice')).toEqual([]);
    expect(nameOf('a < b > c')).toBe('a < b > c');
  });
});
