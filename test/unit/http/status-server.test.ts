import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { expect, test } from 'vitest';
import { createLogger } from '../../../src/platform/logger.ts';
import { listen } from '../../../src/platform/http/server/http-server.ts';
import { serveStatus } from '../../../src/platform/http/server/status-server.ts';

test('the status pages of a second service on one machine get a free port', async () => {
  const host = '127.0.0.1';
  const other = createServer();
  await listen(other, 0, host);
  const { port } = other.address() as AddressInfo;
  const app = express().get('/healthz', (_request, response) => void response.send('here'));
  const server = await serveStatus(
    app,
    { port, host, setting: 'INDEXER_PORT' },
    createLogger('test', 'silent'),
  );
  try {
    const given = (server?.address() as AddressInfo | undefined)?.port;
    expect(given).not.toBe(port);
    expect(await (await fetch(`http://${host}:${given}/healthz`)).text()).toBe('here');
  } finally {
    other.close();
    server?.close();
  }
});
