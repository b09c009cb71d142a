import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { SHOWN_FIELDS } from '../../../src/search/index/search-index.ts';
import { createOpenSearchEngine } from '../../../src/search/engines/opensearch/opensearch-engine.ts';
import { PATIENCE_MS } from '../../../src/search/search-limits.ts';
import type { EngineQuery, IndexedEngine } from '../../../src/search/search-engine.ts';

const query = (text: string): EngineQuery => ({
  text,
  digits: undefined,
  filters: {},
  offset: 0,
  limit: 20,
  caller: '',
});

it('fails alone when its caller leaves', async () => {
  // Takes connections, and answers nothing.
  const server = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const engine = createOpenSearchEngine({ urls: [urlOf(server.address())] }, 'products');
  const uncaught: unknown[] = [];
  const note = (error: unknown) => void uncaught.push(error);
  process.on('uncaughtException', note);
  onTestFinished(() => {
    process.off('uncaughtException', note);
    engine.close();
    server.close();
  });
  const caller = new AbortController();
  const connected = once(server, 'connection');
  const found = engine.search(query(''), caller.signal);
  await connected;
  caller.abort();
  await expect(found).rejects.toThrow('Request aborted');
  await new Promise((done) => setImmediate(done));
  expect(uncaught).toEqual([]);
});

it('sends a slow search to its only node once', async () => {
  let requests = 0;
  const server = createHttpServer(() => void (requests += 1)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const engine = createOpenSearchEngine({ urls: [urlOf(server.address())] }, 'products');
  onTestFinished(() => {
    engine.close();
    server.closeAllConnections();
    server.close();
  });
  const found = engine.search(query(''), AbortSignal.timeout(PATIENCE_MS - 50));
  await expect(found).rejects.toThrow('Request aborted');
  expect(requests).toBe(1);
});

const SOURCE = {
  quality_score: 0.5,
  country_of_origin: null,
  gtin: '4006381333931',
  name: 'Milk',
  category_path: null,
  id: 'an-id',
  brand: null,
  other_names: ['Lait'],
  brand_id: null,
  nutriments: { fat_g: 1 },
};
const WHOLE = {
  timed_out: false,
  _shards: { failed: 0 },
  hits: { total: { value: 1, relation: 'eq' }, hits: [{ _source: SOURCE }] },
};

/** An engine whose cluster answers each request with this body, after so many milliseconds. `status`: by path. */
async function answering(body: object, afterMs = 0, status = (_path = '') => 200): Promise<IndexedEngine> {
  const server = createHttpServer((request, response) => {
    response.statusCode = status(request.url);
    response.setHeader('content-type', 'application/json');
    setTimeout(() => response.end(JSON.stringify(body)), afterMs);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const engine = createOpenSearchEngine({ urls: [urlOf(server.address())] }, 'products', 10_000);
  onTestFinished(() => {
    engine.close();
    server.closeAllConnections();
    server.close();
  });
  return engine;
}

const urlOf = (address: ReturnType<ReturnType<typeof createServer>['address']>) =>
  `http://127.0.0.1:${(address as AddressInfo).port}`;

it('gives the shown fields of a document, in the order that answers show them in', async () => {
  const page = await (await answering(WHOLE)).search(query(''), AbortSignal.timeout(10_000));
  expect(page?.items.map((item) => Object.keys(item))).toEqual([[...SHOWN_FIELDS, 'score']]);
});

it('gives its page after the time from which on Meilisearch would give a part of it', async () => {
  const late = { ...query(''), dueAt: performance.now() - 1 };
  const page = await (await answering(WHOLE, 50)).search(late, AbortSignal.timeout(10_000));
  expect(page?.items).toHaveLength(1);
});

it.each([
  ['answered in part: late true', { ...WHOLE, timed_out: true }],
  ['failed shards 1', { ...WHOLE, _shards: { failed: 1 } }],
  ['did not count every match', { ...WHOLE, hits: { ...WHOLE.hits, total: { value: 1, relation: 'gte' } } }],
  ['answered in part', {}],
])('fails when a part of the answer is missing: %s', async (reason, body) => {
  const engine = await answering(body);
  await expect(engine.search(query('milk'), AbortSignal.timeout(10_000))).rejects.toThrow(reason);
});

it.each([
  ['hands a suggestion over while the names have no shard', '/products_suggestions/', undefined],
  ['fails while its own shards do not answer', '/products/', 'search_phase_execution_exception'],
])('%s', async (_what, path, failure) => {
  const away = {
    ...WHOLE,
    hits: { ...WHOLE.hits, hits: [] },
    error: { type: 'search_phase_execution_exception', root_cause: [] },
  };
  const engine = await answering(away, 0, (url = '') => (url.startsWith(path) ? 503 : 200));
  const reasons: string[] = [];
  const found = engine.search(
    {
      ...query('milk'),
      typed: 'milk',
      suggested: { words: ['milk'], types: ['brand'], most: 5 },
      noteHandOver: (reason) => void reasons.push(reason),
    },
    AbortSignal.timeout(10_000),
  );
  if (failure) await expect(found).rejects.toThrow(failure);
  else expect(await found).toBeUndefined();
  expect(reasons).toEqual(failure ? [] : ['failed']);
});
