import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { findLongestTerm } from '../../../src/facts/label/find-term.ts';
import { listTokens } from '../../../src/facts/label/label-tokens.ts';
import { readIngredients } from '../../../src/facts/label/read-ingredients.ts';
import { recognizeLanguages } from '../../../src/facts/label/text-languages.ts';

const FOLDER = new URL('../../../src/data/ingredients/', import.meta.url);
const COLLISIONS = new URL('../../support/label/collisions.txt', import.meta.url);
const NO_WORDS = new Set(['descriptions.json', 'label-claims.json', 'neighbours.json']);

interface Name {
  name: string;
  file: string;
  isAllergen: boolean;
  isHarmless: boolean;
}

const NAMES = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.json') && !NO_WORDS.has(file))
  .flatMap((file) => readNames(file));

function readNames(file: string): Name[] {
  const groups = JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as {
    words: Record<string, string[]>;
    contains?: string[];
    maybe?: string[];
  }[];
  return groups.flatMap(({ words, contains, maybe }) =>
    Object.values(words)
      .flat()
      .flatMap((line) => line.split(', '))
      .map((name) => ({ name, file, isAllergen: contains !== undefined, isHarmless: !contains && !maybe })),
  );
}

test('every name of every table is found where it stands in a text', () => {
  const lost = NAMES.filter(({ name }) => !isFound(name));
  expect(lost.map(({ name, file }) => `${file}: ${name}`)).toEqual([]);
});

/** Whether one term is the whole name. A name after a hyphen stands at the end of a compound. */
function isFound(name: string): boolean {
  const tokens = listTokens(name.startsWith('-') ? `erbsen${name.slice(1)}` : name);
  const at = name.startsWith('-') ? 1 : 0;
  return findLongestTerm(tokens, at, recognizeLanguages(tokens))?.end === tokens.length;
}

describe('harmless words and names of allergens', () => {
  const single = (names: readonly Name[]) => [
    ...new Set(names.map(({ name }) => name).filter((name) => /^\p{L}{3,}$/u.test(name))),
  ];
  const harmless = single(NAMES.filter(({ isHarmless }) => isHarmless));
  const allergens = single(NAMES.filter(({ isAllergen }) => isAllergen));

  test('collide in no language, but for those that were looked at', () => {
    const looked = readFileSync(COLLISIONS, 'utf8').split('\n').filter(Boolean);
    const found = harmless.flatMap((word) => {
      const spelled = spell(word);
      return allergens
        .filter(
          (name) => word === name || spelled === spell(name) || isPart(name, word) || isNear(name, word),
        )
        .map((name) => `${word} ~ ${name}`);
    });
    expect(found.sort()).toEqual(looked.sort());
  });

  test.each([
    'surutka',
    'iait',
    'lalt',
    'tait',
    'la1t',
    'beure',
    'mi1k',
    'psenicno',
    'brasno',
    'flou',
    'sucret',
    'lecith',
    'butirica',
    'kravske mleko',
    'Мука',
    'масло',
    'făină',
    'цельное',
    'mast',
  ])('%s assures nobody that there is no allergen', (word) => {
    for (const text of [`Sugar, salt, ${word}`, `Sucre, eau, sel, ${word}`, `Zucker, Salz, ${word}`, word]) {
      const { isRead, named, maybe } = readIngredients(text);
      expect(!isRead || named.size > 0 || maybe.size > 0, text).toBe(true);
    }
  });
});

/** Text recognition takes the letters `i` and `l` for each other. */
const spell = (word: string) => word.replaceAll('i', 'l');

const isPart = (name: string, word: string) => name.length >= 4 && word.includes(name);

/** Whether one letter makes the difference. */
function isNear(name: string, word: string): boolean {
  const [short, long] = name.length < word.length ? [name, word] : [word, name];
  if (short.length < 4 || long.length - short.length > 1) return false;
  let same = 0;
  while (same < short.length && short[same] === long[same]) same += 1;
  return short.slice(short.length === long.length ? same + 1 : same) === long.slice(same + 1);
}

describe('words count in the languages of the text', () => {
  test.each([
    ['Water, sugar, not hydrogenated fat (palm)', []],
    ['Socker, nöt, salt', ['nuts']],
    ['Nöt', ['nuts']],
    ['Poulet élevé avec soin, sel, eau', ['chicken']],
    ['Riz, épices cajun, sel', []],
    ['Rice, cajun seasoning, salt', []],
    ['Rosa Beeren, Salz', []],
    ['Milchreis: Rundkornreis, Zucker', ['milk']],
    ['Orange rinds, sugar', []],
    ['Moût de raisin cuit, sel', []],
    ['Pomodori essiccati al sole, sale', []],
    ['Filets de sole, sel', ['fish']],
    ['Sole, water, salt', ['fish']],
    ['Zucker, Haferflocken, Salz, naturellement: sucre, eau, lait, sel', ['gluten', 'milk']],
    ['Sugar, lait, salt', ['milk']],
    ['Cuit à basse température, sel', []],
  ])('%s names %j', (text, allergens) => {
    expect([...readIngredients(text).named].sort()).toEqual(allergens);
  });

  test.each([
    ['RICE FLOUR, WATER, SALT. INGRÉDIENTS : FARINE DE RIZ, EAU, SEL', true],
    ['Zucker, Wasser, Salz, Reis / Sucre, eau, sel, riz / Sugar, water, salt, rice', true],
    ['Rice, salt, sucre', false],
    ['Rice, salt. Riz, sel', false],
    ['Reis, salt, sucre', false],
  ])('the harmless words of %s are understood: %s', (text, isRead) => {
    expect(readIngredients(text).isRead).toBe(isRead);
  });
});

describe('the longest name wins', () => {
  test.each([
    ['Amandes de mer, sel', ['molluscs']],
    ['Amande de mer', ['molluscs']],
    ['Laits de coco, eau', []],
    ['Laits d’amandes', ['nuts']],
    ['Organic peanuts butter', ['peanuts']],
    ['Almonds milk, salt', ['nuts']],
    ['Tomatoes, half & half, salt', ['milk']],
    ['Tomatoes, half &amp; half', ['milk']],
    ['Coconut & milk', ['milk']],
    ['Noix de jambon, sel', ['pork']],
    ['Noix de Saint-Jacques', ['molluscs']],
    ['Noix de St-Jacques, sel', ['molluscs']],
    ['Noix de veau', ['beef']],
    ['Nussschinken, Salz', ['pork']],
    ['Lachsschinken, Salz', ['pork']],
    ['Crab apples, sugar', []],
    ['Pommes noisettes, sel', []],
    ['Beurre noisette', ['milk']],
    ['Œufs de lompe, sel', ['fish']],
    ['Leberkäse', []],
    ['Soy nuts, salt', ['soybeans']],
    ['Buck wheat flour', []],
  ])('%s names %j', (text, allergens) => {
    expect([...readIngredients(text).named].sort()).toEqual(allergens);
  });

  test.each([
    ['Erbseneiweiß, Salz', []],
    ['Reiseiweiß, Kartoffeleiweiß', []],
    ['Weizeneiweiß', ['gluten']],
    ['Milcheiweiß, Sojaeiweiß', ['milk', 'soybeans']],
    ['Lupineneiweiß', ['lupin']],
    ['Hühnereiweiß', ['eggs']],
    ['Trockeneiweiß', ['eggs']],
    ['Eiweiß', ['eggs']],
    ['Erwteneiwit, zout', []],
    ['Tarwe-eiwit', ['gluten']],
    ['Kippeneiwit', ['eggs']],
    ['Hirsegrieß', []],
    ['Dinkelgrieß', ['gluten']],
  ])('%s is protein or meal of %j', (text, allergens) => {
    expect([...readIngredients(text).named].sort()).toEqual(allergens);
  });

  test.each([
    ['Crème de blé', ['gluten'], []],
    ['Crème de tofu', ['soybeans'], []],
    ['Noix de bœuf, sel', ['beef'], ['nuts']],
    ['Lachsschinken', ['pork'], ['fish']],
    ['Œufs de cabillaud', ['fish'], ['eggs']],
    ['Leberkäse', [], ['milk']],
    ['Butter peas, water', [], ['milk']],
    ['Corn nuts', [], ['nuts']],
    ['Haselnussmilch', ['nuts'], ['milk']],
    ['Pâté, sel', [], ['milk', 'soybeans']],
    ['Fond de volaille', [], ['gluten', 'milk']],
  ])('%s names %j, and what it sounds like, %j, is unknown', (text, allergens, unknown) => {
    const { named, maybe } = readIngredients(text);
    expect([...named]).toEqual(allergens);
    expect([...maybe]).toEqual(expect.arrayContaining(unknown));
  });

  test.each([
    'Crème balsamique, sel',
    'Cream soda, water',
    'Crema balsamica',
    'Vegan cheese',
    'Lait végétal',
    'Crème de pruneaux',
  ])('%s may have milk, but does not name it', (text) => {
    const { named, maybe } = readIngredients(text);
    expect([...named]).toEqual([]);
    expect([...maybe]).toContain('milk');
  });
});
