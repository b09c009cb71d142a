import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFilterRenderer, onlyWhereKnown } from '../../../src/search/meilisearch/render-filter.ts';
import { ALL, and, anyOf, atLeast, NONE, not, or, type Filter } from '../../../src/search/plan/filter.ts';

interface Document {
  tokens: string[];
  country_of_origin: string;
  quality_score: number;
}

/** What every filter is compared with: the plain predicate, of which nothing is simplified. */
type Predicate = (document: Document) => boolean;
interface Pair {
  filter: Filter;
  holds: Predicate;
}

const WORDS = ['oat', 'milk', 'rye'];
const documents: Document[] = [[], ['oat'], ['milk'], ['oat', 'milk'], ['rye', 'milk'], WORDS].flatMap(
  (tokens) =>
    ['Spain', 'France'].flatMap((country_of_origin) =>
      [0.2, 0.7].map((quality_score) => ({ tokens, country_of_origin, quality_score })),
    ),
);

const leaf: fc.Arbitrary<Pair> = fc.oneof(
  fc.constant({ filter: ALL, holds: () => true }),
  fc.constant({ filter: NONE, holds: () => false }),
  fc.subarray(WORDS).map((words) => ({
    filter: anyOf('tokens', words),
    holds: ({ tokens }: Document) => words.some((word) => tokens.includes(word)),
  })),
  fc.subarray(['Spain', 'France']).map((countries) => ({
    filter: anyOf('country_of_origin', countries),
    holds: ({ country_of_origin }: Document) => countries.includes(country_of_origin),
  })),
  fc.constantFrom(0.1, 0.5, 0.9).map((least) => ({
    filter: atLeast('quality_score', least),
    holds: ({ quality_score }: Document) => quality_score >= least,
  })),
);

const { pair } = fc.letrec<{ pair: Pair }>((tie) => {
  const parts = fc.array(tie('pair'), { maxLength: 4 });
  return {
    pair: fc.oneof(
      { maxDepth: 4 },
      leaf,
      parts.map((pairs) => ({
        filter: and(...pairs.map(({ filter }) => filter)),
        holds: (document: Document) => pairs.every((one) => one.holds(document)),
      })),
      parts.map((pairs) => ({
        filter: or(...pairs.map(({ filter }) => filter)),
        holds: (document: Document) => pairs.some((one) => one.holds(document)),
      })),
      tie('pair').map((one) => ({
        filter: not(one.filter),
        holds: (document: Document) => !one.holds(document),
      })),
    ),
  };
});

function matches(filter: Filter, document: Document): boolean {
  switch (filter.op) {
    case 'all':
      return true;
    case 'none':
      return false;
    case 'anyOf':
      return [document[filter.field as keyof Document]]
        .flat()
        .some((one) => filter.values.includes(String(one)));
    case 'atLeast':
      return document.quality_score >= filter.least;
    case 'and':
      return filter.parts.every((part) => matches(part, document));
    case 'or':
      return filter.parts.some((part) => matches(part, document));
    default:
      return !matches(filter.part, document);
  }
}

const setOf = (test: Predicate) => documents.filter(test);

/** All filters inside of one, itself included. */
function inside(filter: Filter): Filter[] {
  if ('parts' in filter) return [filter, ...filter.parts.flatMap(inside)];
  return 'part' in filter ? [filter, ...inside(filter.part)] : [filter];
}

describe('a filter', () => {
  it('is the set that its parts make, however it is simplified', () => {
    fc.assert(
      fc.property(pair, ({ filter, holds: expected }) => {
        expect(setOf((document) => matches(filter, document))).toEqual(setOf(expected));
      }),
      { numRuns: 2_000 },
    );
  });

  it('holds neither all nor none inside of it, nor an `and` directly in an `and`, nor one alternative twice', () => {
    fc.assert(
      fc.property(pair, ({ filter }) => {
        for (const one of inside(filter)) {
          if (one !== filter) expect([ALL, NONE]).not.toContain(one);
          if (!('parts' in one)) continue;
          expect(one.parts.length).toBeGreaterThan(1);
          expect(one.parts.map(({ op }) => op)).not.toContain(one.op);
          if (one.op === 'or') expect(new Set(one.parts.map(({ key }) => key)).size).toBe(one.parts.length);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('of one key is one set', () => {
    fc.assert(
      fc.property(pair, pair, (one, other) => {
        if (one.filter.key === other.filter.key) expect(setOf(one.holds)).toEqual(setOf(other.holds));
      }),
      { numRuns: 5_000 },
    );
    expect(anyOf('name', ['a","b']).key).not.toBe(anyOf('name', ['a', 'b']).key);
    expect(anyOf('name', ['a']).key).not.toBe(anyOf('tokens', ['a']).key);
  });

  it('of an empty list is none, as is one of no alternatives; that of no conditions is all', () => {
    expect([anyOf('brand_id', []), or(), not(ALL)]).toEqual([NONE, NONE, NONE]);
    expect([and(), not(NONE), or(NONE, ALL)]).toEqual([ALL, ALL, ALL]);
  });
});

describe('a filter in the engine’s syntax', () => {
  const render = createFilterRenderer();
  const [oat, milk] = [anyOf('tokens', ['oat']), anyOf('tokens', ['milk', '"\\'])];

  it('has each condition in brackets of its own', () => {
    expect(render(or(and(oat, not(milk)), atLeast('quality_score', 0.5)))).toBe(
      String.raw`((tokens IN ["oat"] AND NOT tokens IN ["milk","\"\\"]) OR quality_score >= 0.5)`,
    );
    expect(render(not(or(oat, milk)))).toBe(String.raw`NOT (tokens IN ["oat"] OR tokens IN ["milk","\"\\"])`);
  });

  it('is none for all documents, unless an index has to know an attribute', () => {
    expect(render(ALL)).toBeUndefined();
    expect(onlyWhereKnown('index_1', render(ALL))).toBe('index_1 NOT EXISTS');
    expect(onlyWhereKnown('index_1', render(oat))).toBe('(tokens IN ["oat"]) OR index_1 EXISTS');
  });
});
