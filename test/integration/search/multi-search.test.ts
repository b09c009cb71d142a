import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createMultiSearch } from '../../../src/search/engines/meilisearch/multi-search.ts';

const BODY = '{"results":[{"hits":[],"estimatedTotalHits":7}]}';
const ANSWER = `HTTP/1.1 200 OK\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`;

/** A server that says what happens to the nth request of each connection, and counts all of them. */
async function serve(answer: (socket: Socket, nth: number) => void) {
  let requests = 0;
  const server = createServer((socket) => {
    let nth = 0;
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      if (!data.includes('POST /multi-search')) return;
      requests++;
      answer(socket, ++nth);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const client = createMultiSearch({ url: `http://127.0.0.1:${port}`, apiKey: undefined }, 500);
  return {
    find: () =>
      client.search(
        [{ indexUid: 'products', filter: undefined, sort: [], limit: 0, attributesToRetrieve: [] }],
        AbortSignal.timeout(5_000),
      ),
    requests: () => requests,
    close() {
      client.close();
      server.close();
    },
  };
}

describe('a search of the index', () => {
  let server: Awaited<ReturnType<typeof serve>>;
  afterEach(() => server.close());

  it.each(['end', 'resetAndDestroy'] as const)(
    'is asked again on another connection when the kept one is closed by %s',
    async (close) => {
      let isClosed = false;
      server = await serve((socket, nth) => {
        if (nth === 1 || isClosed) {
          socket.write(ANSWER);
          return;
        }
        isClosed = true;
        socket[close]();
      });
      const searches = 6;
      for (let i = 0; i < searches; i++) {
        expect(await server.find()).toMatchObject([{ estimatedTotalHits: 7 }]);
      }
      expect(server.requests()).toBe(searches + 1);
    },
  );

  it.each(['end', 'resetAndDestroy'] as const)(
    'is asked twice at the most, with %s each time',
    async (close) => {
      server = await serve((socket) => socket[close]());
      await expect(server.find()).rejects.toThrow();
      expect(server.requests()).toBe(2);
    },
  );
});
