import { describe, expect, it } from 'vitest';
import { collectCandidates, type Candidate } from '../../../src/search/meilisearch/collect-candidates.ts';
import {
  hasAllNames,
  joinNames,
  namesInParts,
  type GroupAnswer,
  type GroupRequest,
} from '../../../src/search/meilisearch/group-requests.ts';
import { createFilterRenderer, isComparedWhole } from '../../../src/search/meilisearch/render-filter.ts';
import { atLeast } from '../../../src/search/plan/filter.ts';
import { countDocuments, fetchLevels, levelNames } from '../../../src/search/meilisearch/name-levels.ts';
import { MAX_NAMES } from '../../../src/index/search-index.ts';

const render = createFilterRenderer();
const product = (id: string, name: string, quality_score = 0.5): Candidate => ({
  id,
  gtin: null,
  name,
  brand: null,
  category_path: null,
  country_of_origin: null,
  quality_score,
});

describe('the names of documents', () => {
  const names: [string, number][] = [
    ['Oat milk', 2],
    ['Oat drink', 3],
    ['OAT MILK!', 1],
    ['Rye bread', 9],
    ['Boat milky', 4],
  ];

  it('that match are put into levels of one similarity, best first, and counted', () => {
    const levels = levelNames('oat milk', names);
    expect(levels[0]).toEqual({ similarity: 1, names: ['Oat milk', 'OAT MILK!'], documents: 3 });
    expect(levels.map(({ similarity }) => similarity)).toEqual(
      levels.map(({ similarity }) => similarity).toSorted((a, b) => b - a),
    );
    expect(levels.flatMap((level) => level.names)).not.toContain('Rye bread');
    expect(countDocuments(levels)).toBe(10);
  });

  it('are asked for in parts that together are all of them', () => {
    const good = atLeast('quality_score', 0.5);
    expect(namesInParts(good, 1).map(({ filter }) => filter)).toEqual([good]);
    const parts = namesInParts(good, 3);
    expect(parts.every(({ names: wanted, limit }) => wanted === true && limit === 0)).toBe(true);
    const tokens = parts.flatMap(({ filter }) => filter.key.match(/#./g) ?? []);
    expect(new Set(tokens).size).toBe(16);
    const answers: GroupAnswer[] = [
      {
        hits: [],
        total: 3,
        names: [
          ['Tea', 2],
          ['Rye', 1],
        ],
      },
      { hits: [], total: 2, names: [['Tea', 2]] },
    ];
    expect(joinNames(answers)).toEqual({
      names: [
        ['Tea', 4],
        ['Rye', 1],
      ],
      total: 5,
      isWhole: true,
    });
  });

  it('may be those of what every object has', () => {
    const told: [string, number][] = [
      ['constructor', 1],
      ['__proto__', 2],
    ];
    const answer = { hits: [], total: 3, names: told };
    expect(joinNames([answer]).names).toEqual(told);
    expect(joinNames([answer, answer]).names).toEqual(told.map(([name, documents]) => [name, documents * 2]));
  });

  it('are not all there are when one request has as many as it can', () => {
    const many = Array.from({ length: MAX_NAMES }, (_, i): [string, number] => [`Tea ${i}`, 1]);
    expect(joinNames([{ hits: [], total: 9_000, names: many }]).isWhole).toBe(false);
  });
});

describe('the documents of levels', () => {
  const search = (asked: GroupRequest[], answer: Candidate[][]) => ({
    found: collectCandidates('oat milk', 2),
    wanted: 2,
    bestQuality: 0.6,
    fetchGroups: (requests: GroupRequest[]) => {
      asked.push(...requests);
      return Promise.resolve(
        requests.map(() => {
          const hits = answer.shift() ?? [];
          return { hits, total: hits.length, names: [] };
        }),
      );
    },
  });

  it('are fetched until the page is full, and of the others those that can reach it', async () => {
    const asked: GroupRequest[] = [];
    const levels = levelNames(
      'oat milk',
      Object.entries({
        'Oat milk': 2,
        'Oat milk bar': 1,
        'Oat malk': 5,
        'Oat drink': 1,
      }),
    );
    const best = [product('1', 'Oat milk', 0.1), product('2', 'Oat milk', 0)];
    const loader = search(asked, [best, [product('3', 'Oat malk', 0.55)]]);
    expect(await fetchLevels(loader, levels)).toBe(true);
    expect(asked).toHaveLength(2);
    expect(asked[0]?.filter.key).toContain('Oat milk');
    expect(asked[0]?.filter.key).not.toContain('quality_score');
    // The second of the page ranks 0.5: with the best quality there is, 0.5 / 1.1 is similar enough.
    expect(asked[1]?.filter.key).toContain('Oat malk');
    expect(asked[1]?.filter.key).toContain('quality_score >= ');
    expect(asked[1]?.filter.key).not.toContain('Oat drink');
    expect(loader.found.matches().map(({ id }) => id)).toEqual(['1', '3', '2']);
  });

  it('that only tie with the last of the page are fetched: their ids may come first', async () => {
    const asked: GroupRequest[] = [];
    const loader = { ...search(asked, [[product('1', 'Oat milk', 0.6)]]), wanted: 1 };
    loader.found = collectCandidates('oat milk', 1);
    loader.found.add([product('2', 'Oat milk', 0.6)]);
    await fetchLevels(loader, levelNames('oat milk', Object.entries({ 'Oat milk': 2 })));
    expect(asked).toHaveLength(1);
    expect(loader.found.matches().map(({ id }) => id)).toEqual(['1', '2']);
  });

  it('say that not all of them were fetched', async () => {
    const loader = { ...search([], []), found: collectCandidates('oat milk', 2) };
    loader.fetchGroups = (requests) =>
      Promise.resolve(requests.map(() => ({ hits: [], total: 5_000, names: [] })));
    loader.found.add([product('1', 'Oat milk', 0), product('2', 'Oat milk', 0)]);
    const small = Array.from({ length: 200 }, (_, i) => ({
      similarity: 1 - i / 1_000,
      names: [`Oat ${i}`],
      documents: 4,
    }));
    expect(await fetchLevels(loader, small)).toBe(false);
  });

  it('are the first in order where one level has many', async () => {
    const asked: GroupRequest[] = [];
    const levels = levelNames('oat milk', Object.entries({ 'Oat milk': 5_000, 'Oat malk': 1 }));
    expect(
      await fetchLevels(
        search(asked, [[product('1', 'Oat milk', 0.6), product('2', 'Oat milk', 0.6)]]),
        levels,
      ),
    ).toBe(true);
    expect(asked.map(({ limit, first }) => ({ limit, first }))).toEqual([{ limit: 2, first: 'ordered' }]);
  });

  it('are asked for by as much of a name as the engine compares, in its own spelling', async () => {
    const asked: GroupRequest[] = [];
    const long = `Oat milk ${'é'.repeat(200)}`;
    await fetchLevels(
      search(asked, []),
      levelNames('oat milk', Object.entries({ [long]: 1, 'Oat milk "\\': 1 })),
    );
    // `e` and its mark are three bytes, and no half of the mark is left.
    expect(asked[0] && render(asked[0].filter)).toBe(
      String.raw`name IN ["oat milk ${'e\u0301'.repeat(153)}","Oat milk \"\\"]`,
    );
  });

  it('are not all told when a name is too long to be compared as a whole', () => {
    const told = { hits: [], total: 2, names: [['é'.repeat(200), 2] as [string, number]] };
    expect(hasAllNames(told)).toBe(false);
    expect(hasAllNames({ ...told, names: [['e'.repeat(300), 2]] })).toBe(true);
  });
});

describe('a name that the engine compares as a whole', () => {
  it('is any of Latin letters and usual signs up to 78 of them, whatever these are resolved to', () => {
    const resolved = (letter: string) => Buffer.byteLength(letter.normalize('NFKD').toLowerCase());
    const letters = Array.from({ length: 0x2_50 - 0x20 }, (_, i) => String.fromCodePoint(0x20 + i));
    expect(Math.max(...letters.map(resolved))).toBeLessThanOrEqual(6);
    for (const letter of letters) expect(isComparedWhole(`a${letter.repeat(76)}a`)).toBe(true);
    expect(isComparedWhole('é'.repeat(468))).toBe(false);
  });
});
