import { connect, type Socket } from 'node:net';
import express from 'express';
import { expect, test } from 'vitest';
import { drainHttpServer } from '../../../src/platform/http/server/http-server.ts';
import { startRawServer } from '../../support/servers/raw-http.ts';

const REQUEST = 'GET / HTTP/1.1\r\nHost: test\r\n\r\n';

const start = () => startRawServer(express().get('/', (_request, response) => response.send('hello')));

/** All that a socket hears until it is closed, and how that happened. */
const hear = (socket: Socket) =>
  new Promise<string>((resolve) => {
    let heard = '';
    socket.on('data', (chunk: Buffer) => (heard += chunk.toString()));
    socket.on('error', (error: NodeJS.ErrnoException) => (heard += error.code));
    socket.on('close', () => resolve(heard));
  });

test('whom the system has let in before the server stops is answered', async () => {
  const { server, port } = await start();
  const callers = Array.from({ length: 20 }, () => connect(port, '127.0.0.1'));
  const answers = callers.map(hear);
  for (const caller of callers) caller.write(REQUEST);
  // By now they are connected, as far as the system is concerned; the server learns of it in the next turn.
  await new Promise((resolve) => {
    process.nextTick(resolve);
  });
  await drainHttpServer(server);
  for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^HTTP\/1\.1 200 OK/);
});

test('a request that comes in on a kept-alive connection as the server stops is answered', async () => {
  const { server, port } = await start();
  const caller = connect(port, '127.0.0.1');
  const answers = hear(caller);
  caller.write(REQUEST);
  await new Promise((resolve) => {
    caller.once('data', resolve);
  });
  caller.write(REQUEST);
  await drainHttpServer(server);
  expect((await answers).match(/200 OK/g)).toHaveLength(2);
});

test('those who come while it still listens are served, and then nobody is', async () => {
  const { server, port } = await start();
  let isDrained = false;
  const drained = drainHttpServer(server, { delayMs: 300 }).then(() => (isDrained = true));
  let served = 0;
  while (server.listening) {
    const answer = await fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } }).catch(
      () => undefined,
    );
    if (answer?.ok) served += 1;
  }
  expect(served).toBeGreaterThan(0);
  await drained;
  expect(isDrained).toBe(true);
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
});

test('who connects and says nothing does not hold it up for long', async () => {
  const { server, port } = await start();
  const silent = connect(port, '127.0.0.1');
  silent.on('error', () => undefined);
  await new Promise((resolve) => {
    server.once('connection', resolve);
  });
  await drainHttpServer(server, { patienceMs: 50 });
  silent.destroy();
});
