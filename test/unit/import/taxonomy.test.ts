import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { placeTaxonomy } from '../../../src/import/taxonomy/place-taxonomy.ts';
import { readTaxonomy } from '../../../src/import/taxonomy/read-taxonomy.ts';

let directory: string;
beforeAll(() => (directory = mkdtempSync(path.join(tmpdir(), 'factshelf-taxonomy-'))));
afterAll(() => rmSync(directory, { recursive: true }));

async function read(text: string) {
  const file = path.join(directory, 'categories');
  writeFileSync(file, text);
  return await readTaxonomy(file);
}

/** In the form of Open Food Facts' own file. */
const TEXT = `# a comment
synonyms:en: flavoured, flavored

stopwords:fr: aux, au, de

< en:Baby foods
en: From 4/6 months, From 4 months old
fr: Dès 4/6 mois, Dès 4 mois
pl: Od 4 miesięcy, Od czterech

en: Baby foods
nl_be: Babyvoeding
wikidata:en: Q797971

< fr:dès 4/6 mois
< en:Nowhere to be found
en: Baby's drinks 1,5 l
`;

describe('a taxonomy', () => {
  it('is read from its text: ids as Open Food Facts makes them, parents by any of their names', async () => {
    const { nodes, unknownParentCount } = await read(TEXT);
    expect([...nodes.values()]).toEqual([
      {
        id: 'en:baby-foods',
        englishName: 'Baby foods',
        names: {},
        synonyms: [],
        parents: [],
        place: 'line 11',
      },
      {
        id: 'en:from-4-6-months',
        englishName: 'From 4/6 months',
        names: { fr: 'Dès 4/6 mois' },
        synonyms: ['From 4 months old', 'Dès 4 mois'],
        parents: ['en:baby-foods'],
        place: 'line 6',
      },
      {
        id: 'en:baby-s-drinks-1-5-l',
        englishName: "Baby's drinks 1,5 l",
        names: {},
        synonyms: [],
        parents: ['en:from-4-6-months'],
        place: 'line 15',
      },
    ]);
    expect(unknownParentCount).toBe(1);
  });

  it('is read from JSON, with an empty parent as older files have it', async () => {
    const { nodes } = await read(
      '{"en:hams":{"name":{"en":"Hams","fr":"Jambons"},"synonyms":{"en":["Hams","Gammon"],"pl":["Szynka"]},"parents":["","en:meats"]},"en:meats":{"name":{"fr":"Viandes"}}}',
    );
    expect([...nodes.keys()]).toEqual(['en:meats', 'en:hams']);
    expect(nodes.get('en:hams')).toMatchObject({
      englishName: 'Hams',
      names: { fr: 'Jambons' },
      synonyms: ['Hams', 'Gammon'],
      parents: ['en:meats'],
    });
  });

  it.each([
    ['< en:B\nen: A\n\n< en:A\nen: B\n', /line 1 contains itself: en:a < en:b < en:a/],
    ['en: A\n\nen: B\n\nen: A\n', /Line 5: en:a is there already, in line 1/],
    ['< en:A\n\nen: A\n', /Line 1: a category with parents and without a name/],
    ['en: A\nwhatever this is\n', /Line 2 is no line of a taxonomy/],
    ['{"en:a": {"parents": ["en:a"]}}', /"en:a" contains itself/],
    ['{"en:a": ', /is not JSON/],
    ['{"code": "1"}', /is no taxonomy of categories: "code"/],
    ['', /is no taxonomy/],
  ])('%j is refused with what is wrong', async (text, message) => {
    await expect(read(text)).rejects.toThrow(message);
  });
});

const row = (treePath: string, archiveKind = 'food') => {
  const codes = treePath.split('/');
  const code = codes.at(-1) ?? '';
  return {
    id: code,
    code,
    name: code,
    names: {},
    synonyms: code === 'meats' ? ['Flesh'] : [],
    parentId: codes.at(-2) ?? null,
    path: treePath,
    level: codes.length,
    archiveKind,
    ownArchiveKind: null,
    createdAt: new Date(0),
  };
};
const TREE = [
  row('food'),
  row('food/meats'),
  row('food/meats/cured/hams'),
  row('food/a/b/c/d/deep'),
  row('petfood', 'petfood'),
  row('general', 'general'),
  row('general/tablets', 'general'),
];

async function place(categories: Record<string, string[]>, gone: string[] = []) {
  const given = Object.entries(categories).map(([id, parents]) => [
    id,
    { name: id.startsWith('en:') ? { en: id.slice(3) } : {}, parents },
  ]);
  const { nodes } = await read(JSON.stringify(Object.fromEntries(given)));
  const placed = placeTaxonomy(nodes, TREE, { archiveKind: 'food', goneCodes: new Set(gone) });
  return {
    ...placed,
    wanted: Object.fromEntries(placed.wanted.map(({ code, parentCode }) => [code, parentCode])),
  };
}

describe('the place of a category', () => {
  it('is below the deepest of its parents, the first by code of those as deep', async () => {
    const { wanted } = await place({
      'en:meats': [],
      'en:hams': [],
      'en:x': ['en:meats', 'en:hams'],
      'en:y': ['en:zz', 'en:bb'],
      'en:zz': ['en:meats'],
      'en:bb': ['en:meats'],
    });
    expect(wanted).toEqual({ x: 'hams', y: 'bb', zz: 'meats', bb: 'meats' });
  });

  it('is in the root of its kind without a parent; what is no food has its own root', async () => {
    const { wanted } = await place({
      'en:pies': [],
      'en:pet-food': ['en:pies'],
      'en:toys-for-dogs': ['en:pet-food'],
    });
    expect(wanted).toEqual({ pies: 'food', 'pet-food': 'petfood', 'toys-for-dogs': 'pet-food' });
  });

  it('is left out where the tree has no room, no English name is given or an operator took it away', async () => {
    const { wanted, leftOut, knownCount } = await place(
      {
        'en:deep': [],
        'en:deeper': ['en:deep'],
        'en:meats': [],
        'fr:viandes': ['en:meats'],
        'en:below-french': ['fr:viandes'],
        'en:gone': ['en:meats'],
        'en:below-gone': ['en:gone'],
        // A word of another kind.
        'en:tablets': ['en:meats'],
        'en:uncategorized-meats': ['en:meats'],
      },
      ['gone'],
    );
    expect(wanted).toEqual({ 'below-french': 'meats', 'below-gone': 'meats' });
    expect(knownCount).toBe(2);
    expect(leftOut).toEqual({ too_deep: 1, no_english_name: 1, changed_by_operators: 1, no_code: 2 });
  });

  it('brings synonyms that differ from its names, also to a category of the tree that has none', async () => {
    const { nodes } = await read(
      '< en:Meats\nen: Sausages, Bangers,  Bangers \nde: Würste, Sausages\n\nen: Hams, Gammon\n\nen: Meats, Joints\n',
    );
    const placed = placeTaxonomy(nodes, TREE, { archiveKind: 'food', goneCodes: new Set() });
    expect(placed.wanted).toMatchObject([{ code: 'sausages', synonyms: ['Bangers'] }]);
    expect(placed.synonyms).toEqual(new Map([['hams', ['Gammon']]]));
  });
});
