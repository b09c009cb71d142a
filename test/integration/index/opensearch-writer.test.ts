import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { openOpenSearch } from '../../../src/search/engines/opensearch/opensearch-writer.ts';

const FAILED = { error: { type: 'search_phase_execution_exception', reason: 'all shards failed' } };
const indexOf = (uuid: string) => ({ products_a: { settings: { 'index.uuid': uuid }, mappings: {} } });

/** A cluster whose index fails to be counted, and then is what `after` says; both as a cluster answers. */
async function openFailing(after: object): Promise<ReturnType<typeof openOpenSearch>['live']> {
  let isCounted = false;
  const server = createServer(({ url = '' }, response) => {
    response.setHeader('content-type', 'application/json');
    if (url.includes('_count')) {
      isCounted = true;
      response.writeHead(503).end(JSON.stringify(FAILED));
    } else response.end(JSON.stringify(isCounted ? after : indexOf('first')));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const names = { live: 'products', next: 'products_next' };
  return openOpenSearch({ urls: [`http://127.0.0.1:${port}`] }, { shards: 1, replicas: 0 }, 5_000, names)
    .live;
}

it('an index that is deleted while it is counted is gone, and no failure', async () => {
  const writer = await openFailing({});
  expect(await writer.findState()).toBeUndefined();
});

it('an index that is there and cannot be counted is a failure', async () => {
  const writer = await openFailing(indexOf('first'));
  await expect(writer.findState()).rejects.toThrow('search_phase_execution_exception');
});
