import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ApiError } from '../../../src/platform/http/api-error.ts';
import { parseInput } from '../../../src/platform/http/requests/parse-input.ts';
import type { Route } from '../../../src/platform/http/route.ts';
import { contributorRoutes, publicRoutes, type AppDependencies } from '../../../src/routes.ts';

const NOTHING = {} as AppDependencies;
const ENDPOINTS: [string, Route][] = [...publicRoutes(NOTHING), ...contributorRoutes(NOTHING)].map(
  ({ params: _params, body: _body, ...item }) => [item.operationId, item],
);

const refusalOf = (item: Route, query: Record<string, unknown>): ApiError | undefined => {
  try {
    parseInput(item, { params: {}, query, body: undefined });
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
};

test.each(ENDPOINTS)('%s refuses names that it does not know', (id, item) => {
  const known = Object.keys(item.query?.shape ?? {});
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), (name, value) => {
      fc.pre(!known.includes(name) && !/^(_|utm_)/.test(name));
      expect(refusalOf(item, { [name]: value })).toMatchObject({
        code: 'invalid_parameter',
        details: { parameter: name, documentation: expect.stringMatching(new RegExp(`^/docs/.*#${id}$`)) },
      });
    }),
    { numRuns: 20 },
  );
  for (const name of known) {
    const { details } = refusalOf(item, { [`${name}x`]: '1' }) ?? {};
    expect(details).toMatchObject({ parameter: `${name}x`, nearest: name });
  }
});

test.each(ENDPOINTS)('%s ignores names of caches and campaigns', (_, item) => {
  const ignored = { _: '1', _ts: ['1', '2'], utm_source: 'newsletter', __proto__: '1' };
  const { details } = refusalOf(item, ignored) ?? {};
  // What is missing is missed, and nothing else.
  expect(Object.keys(ignored)).not.toContain(details?.['parameter']);
});

const [, search] = ENDPOINTS.find(([id]) => id === 'searchProducts') as [string, Route];

test('a misspelt filter is named with the one that was meant', () => {
  expect(refusalOf(search, { alergen_not_in: 'milk' })).toMatchObject({
    message:
      'Parameter alergen_not_in is unknown here. Did you mean allergen_not_in? See /docs/endpoints/search#searchProducts.',
    details: {
      parameter: 'alergen_not_in',
      nearest: 'allergen_not_in',
      documentation: '/docs/endpoints/search#searchProducts',
    },
  });
});

test('a name unlike all others has no nearest one', () => {
  expect(refusalOf(search, { unknown: '1' })).toMatchObject({
    message: 'Parameter unknown is unknown here. See /docs/endpoints/search#searchProducts.',
    details: { parameter: 'unknown', documentation: '/docs/endpoints/search#searchProducts' },
  });
});

test('a long name is cut', () => {
  const { details } = refusalOf(search, { ['x'.repeat(5_000)]: '1' }) ?? {};
  expect(details?.['parameter']).toHaveLength(100);
});
