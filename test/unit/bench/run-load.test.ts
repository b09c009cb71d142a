import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { runLoad } from '../../../bench/shared/run-load.ts';

it('a load goes on when the server closes a connection after a thousand requests', async () => {
  const enough = new AbortController();
  let asked = 0;
  const server = createServer((_request, response) => {
    if (++asked === 1_200) enough.abort();
    response.end();
  });
  server.maxRequestsPerSocket = 1_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    const result = await runLoad({
      url: `http://127.0.0.1:${port}`,
      requests: [{ path: '/' }],
      seconds: 30,
      callers: 1,
      signal: enough.signal,
    });
    expect([...result.errors]).toEqual([]);
    expect(result.answers).toBeGreaterThan(1_000);
  } finally {
    server.close();
  }
});
