import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import express from 'express';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createHttpServer } from '../../../src/platform/http/server/http-server.ts';
import { startRawServer, type RawServer } from '../../support/servers/raw-http.ts';
import { createTestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { waitFor } from '../../support/wait-for.ts';

const MAX_OF_ONE_ADDRESS = 250;

describe('connections of one address', () => {
  let server: RawServer;
  let sockets: Socket[] = [];
  afterEach(async () => {
    for (const socket of sockets) socket.destroy();
    sockets = [];
    await server.close();
  });

  const serve = async (trustProxy: boolean | string) => {
    const refused: string[] = [];
    const app = express().set('trust proxy', trustProxy);
    app.get('/', (_request, response) => void response.send('here'));
    server = await startRawServer(
      app,
      createHttpServer(app, { onRefused: (reason) => refused.push(reason) }),
    );
    return refused;
  };
  /** With a request that never ends. */
  const openHalf = async (count: number) => {
    const opened = Array.from({ length: count }, () => connect(server.port, '127.0.0.1'));
    sockets.push(...opened);
    await Promise.all(
      opened.map(async (socket) => {
        socket.on('error', () => undefined).write('GET / HTTP/1.1\r\n');
        await once(socket, 'connect');
      }),
    );
  };
  const askFrom = (localAddress: string) =>
    new Promise<string>((resolve) => {
      const socket = connect({ port: server.port, host: '127.0.0.1', localAddress });
      let text = '';
      socket.on('data', (chunk) => (text += chunk.toString())).on('error', () => undefined);
      socket.on('close', () => resolve(text));
      socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    });

  test('are a quarter of all at most: what is more is closed and counted, and others are answered', async () => {
    const refused = await serve(false);
    await openHalf(1_000);
    await waitFor('the rest to be refused', () => refused.length === 1_000 - MAX_OF_ONE_ADDRESS);
    expect(new Set(refused)).toEqual(new Set(['address']));
    for (let i = 0; i < 40; i += 1) expect(await askFrom('127.0.0.2')).toMatch(/^HTTP\/1\.1 200 /);
    expect(await askFrom('127.0.0.1')).toBe('');
    sockets[0]?.destroy();
    await waitFor('its place to be free', async () => (await askFrom('127.0.0.1')).includes(' 200 '));
  });

  test('are not counted for a proxy that is configured: everybody comes from there', async () => {
    const refused = await serve('loopback');
    await openHalf(MAX_OF_ONE_ADDRESS + 50);
    expect(await askFrom('127.0.0.1')).toMatch(/^HTTP\/1\.1 200 /);
    expect(refused).toEqual([]);
  });
});

describe('requests of a hostile caller', () => {
  let database: TestDatabase;
  let raw: RawServer;
  beforeAll(async () => {
    database = await createTestDatabase();
    raw = await startRawServer(createTestApi(database).app);
  });
  afterAll(async () => {
    await raw.close();
    await database.drop();
  });

  const statusesOf = (text: string) =>
    [...text.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status));
  const submit = (name: string) => {
    const submission = JSON.stringify({ name, brand: 'Dune' });
    return (
      'POST /api/public/submissions HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n' +
      `Content-Length: ${submission.length}\r\n\r\n${submission}`
    );
  };

  test.each([
    ['garbage', 'NO HTTP AT ALL\r\n\r\n'],
    ['a header without a name', 'GET / HTTP/1.1\r\nHost: a\r\n: x\r\n\r\n'],
    ['a tunnel', 'CONNECT shop.example:443 HTTP/1.1\r\nHost: a\r\n\r\n'],
  ])('that came whole are answered before %s behind them is refused', async (name, bytes) => {
    const read = 'GET /api/v1/stats HTTP/1.1\r\nHost: a\r\n\r\n';
    const text = await raw.exchange(read + submit(name) + read + bytes);
    expect(statusesOf(text)).toEqual([200, 201, 200, 400]);
    expect(text).toContain('"status":"pending"');
  });

  test('who sends hundreds at once gets twenty answers and one refusal, which ends the connection', async () => {
    const text = await raw.exchange('GET /api/v1/stats HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(500));
    expect(statusesOf(text)).toEqual([...Array.from({ length: 20 }, () => 200), 400]);
    expect(text).toContain('More than 20 requests came before their answers.');
  });

  test('whose body turns out not to be one get one answer', async () => {
    const text = await raw.exchange(
      'POST /api/public/submissions HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n' +
        'Transfer-Encoding: chunked\r\n\r\n2\r\n{"\r\nno chunk\r\n',
    );
    expect(statusesOf(text)).toEqual([400]);
  });

  test.each([
    ['its length says so', 'Content-Length: 100000000'],
    ['its chunks are one too many', 'Transfer-Encoding: chunked'],
  ])('whose body is too large are answered at once when %s, while it is still sent', async (_, framing) => {
    const socket = connect(raw.port, '127.0.0.1');
    let text = '';
    let failure: Error | undefined;
    socket.on('data', (chunk) => (text += chunk.toString())).on('error', (error) => (failure = error));
    const ended = once(socket, 'end');
    socket.write(
      `POST /api/v1/register HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${framing}\r\n\r\n`,
    );
    const chunk = `400\r\n${' '.repeat(1_024)}\r\n`;
    // It goes on sending until it has the answer.
    const sending = setInterval(() => socket.writable && socket.write(chunk.repeat(20)), 1);
    try {
      await waitFor('the answer', () => text.includes('payload_too_large'));
      await ended;
      expect([statusesOf(text), failure]).toEqual([[413], undefined]);
      expect(text).toContain('Connection: close');
    } finally {
      clearInterval(sending);
      socket.destroy();
    }
  });
});
