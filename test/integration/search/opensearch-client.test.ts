import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { SHOWN } from '../../../src/search/index-reader/index-reader.ts';
import { createOpenSearchClient } from '../../../src/search/index-reader/opensearch/opensearch-client.ts';

it('a search that its caller leaves fails alone, and nothing else with it', async () => {
  // Takes connections, and answers nothing.
  const server = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = createOpenSearchClient(
    { urls: [`http://127.0.0.1:${(server.address() as AddressInfo).port}`] },
    'products',
  );
  const uncaught: unknown[] = [];
  const note = (error: unknown) => void uncaught.push(error);
  process.on('uncaughtException', note);
  onTestFinished(() => {
    process.off('uncaughtException', note);
    client.close();
    server.close();
  });
  const caller = new AbortController();
  const connected = once(server, 'connection');
  const found = client.find({ where: {}, without: {}, isSorted: false, offset: 0, limit: 1 }, caller.signal);
  await connected;
  caller.abort();
  await expect(found).rejects.toThrow('Request aborted');
  await new Promise((done) => setImmediate(done));
  expect(uncaught).toEqual([]);
});

it('a document has its fields in the order that answers show them in, whatever order a node gives', async () => {
  const source = {
    quality_score: 0.5,
    country_of_origin: null,
    gtin: '4006381333931',
    name: 'Milk',
    category_path: null,
    id: 'an-id',
    brand: null,
  };
  const body = {
    timed_out: false,
    _shards: { failed: 0 },
    hits: { total: { value: 1, relation: 'eq' }, hits: [{ _source: source }] },
  };
  const server = createHttpServer((_request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const urls = [`http://127.0.0.1:${(server.address() as AddressInfo).port}`];
  const client = createOpenSearchClient({ urls }, 'products', 10_000);
  onTestFinished(() => {
    client.close();
    server.closeAllConnections();
    server.close();
  });
  const question = { where: {}, isSorted: false, offset: 0, limit: 1 };
  const { documents } = await client.find(question, AbortSignal.timeout(10_000));
  expect(documents.map((document) => Object.keys(document))).toEqual([SHOWN]);
});
