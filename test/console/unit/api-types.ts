import type { ApiClient } from '../../../console/api/api-client.ts';
import type { useRead } from '../../../console/api/use-read.ts';

declare const api: ApiClient;
declare const read: typeof useRead;

/** Nothing here runs: `npm run typecheck` fails when a call that is wrong compiles, or one that is right does not. */
export const CALLS = [
  () => api.get('/tiers'),
  () => api.get('/brands', { query: { sort: 'products', page: 2 } }),
  async () => (await api.get('/brands/{id}', { path: { id: '7' } })).product_count satisfies number,
  () => api.post('/brands', { body: { name: 'Old Mill' } }),
  () =>
    read('/brands', { query: { q: 'mill' } }, { enabled: false }).data?.items satisfies object[] | undefined,

  // @ts-expect-error there is no such path
  () => api.get('/brand'),
  // @ts-expect-error the path takes another method
  () => api.get('/login'),
  // @ts-expect-error the path needs its id
  () => api.get('/brands/{id}'),
  // @ts-expect-error the path has no such part
  () => api.get('/brands/{id}', { path: { brand: '7' } }),
  // @ts-expect-error there is no such name in the query
  () => api.get('/brands', { query: { order: 'products' } }),
  // @ts-expect-error there is no such value in the query
  () => api.get('/brands', { query: { sort: 'price' } }),
  // @ts-expect-error the body is missing
  () => api.post('/brands'),
  // @ts-expect-error a field of the body is missing
  () => api.post('/brands', { body: { aliases: [] } }),
  // @ts-expect-error there is no such field of the body
  () => api.post('/brands', { body: { name: 'Old Mill', note: '' } }),
  // @ts-expect-error the answer has no such field
  async () => (await api.get('/brands/{id}', { path: { id: '7' } })).products,
  // @ts-expect-error what is read has no such field
  () => read('/brands').data?.results,
  // @ts-expect-error there is no such read
  () => read('/brands/merge'),
];
