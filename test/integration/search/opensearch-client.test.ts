import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
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
