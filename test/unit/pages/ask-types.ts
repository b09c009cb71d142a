import type { Ask } from '../../../src/pages/ask.ts';

declare const ask: Ask;
declare const named: { name: string };

/** Nothing here runs: `npm run typecheck` fails when a call that is wrong compiles, or one that is right does not. */
export const CALLS = [
  () => ask('getStats'),
  () => ask('listBrands', { query: { size: 100, ...named } }),
  async () => (await ask('listBrands')).items.map(({ product_count: count }) => count satisfies number),
  () => ask('setPassword', { body: { code: '', password: '' } }),

  // @ts-expect-error there is no such endpoint
  () => ask('getStatistics'),
  // @ts-expect-error the path has no such part
  () => ask('getProduct', { params: { gtin: '' } }),
  // @ts-expect-error there is no such name in the query
  () => ask('listBrands', { query: { title: 'mill' } }),
  // @ts-expect-error nor is there one beside others
  () => ask('listBrands', { query: { title: 'mill', ...named } }),
  // @ts-expect-error there is no such field of the body
  () => ask('setPassword', { body: { email: '', code: '', password: '' } }),
  // @ts-expect-error the answer has no such field
  async () => (await ask('listBrands')).results,
];
