import { get } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import express from 'express';
import { pino, type Logger } from 'pino';
import supertest from 'supertest';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createDb, createPool } from '../../../src/platform/db/client.ts';
import { errorHandler } from '../../../src/platform/http/error-handler.ts';
import { createHttpServer, drainHttpServer, listen } from '../../../src/platform/http/server/http-server.ts';
import { mountRoutes } from '../../../src/platform/http/mount-routes.ts';
import { requestId } from '../../../src/platform/http/requests/request-id.ts';
import { route } from '../../../src/platform/http/route.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { startRawServer } from '../../support/servers/raw-http.ts';
import { createTestApi, expectError } from '../../support/test-api.ts';
import { waitFor } from '../../support/wait-for.ts';

const logger = createLogger('test', 'silent');

type Handler = (signal: AbortSignal) => Promise<string> | string;

function appWith(handler: Handler, { deadlineMs, log = logger }: { deadlineMs?: number; log?: Logger } = {}) {
  const slow = route('get', '/slow', 'slow', {
    tag: 'Test',
    summary: 'Takes its time',
    response: z.string(),
    handler: ({ signal }) => handler(signal),
  });
  return express().use(
    requestId,
    mountRoutes([slow], deadlineMs === undefined ? {} : { deadlineMs }),
    errorHandler(log),
  );
}

const untilAborted = (signal: AbortSignal) =>
  new Promise<string>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });

describe('a request', () => {
  test('that is refused before it is one leaves no socket behind, though its caller keeps their side open', async () => {
    const server = createHttpServer(express());
    await listen(server, 0, '127.0.0.1');
    const { port } = server.address() as AddressInfo;
    const caller = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    try {
      const answer = new Promise<string>((resolve) =>
        caller.once('data', (chunk) => resolve(chunk.toString())),
      );
      caller.write('NO HTTP AT ALL\r\n\r\n');
      expect(await answer).toMatch(/^HTTP\/1\.1 400 /);
      const countSockets = promisify(server.getConnections.bind(server));
      await waitFor('the socket to be given up', async () => (await countSockets()) === 0);
    } finally {
      caller.destroy();
      server.close();
    }
  });

  test('that takes too long is 503, and its work is called off', async () => {
    let calledOff = false;
    const app = appWith((signal) => untilAborted(signal).finally(() => (calledOff = true)), {
      deadlineMs: 50,
    });
    const response = await supertest(app).get('/slow');
    expect([response.status, response.body.error.code]).toEqual([503, 'unavailable']);
    expect(calledOff).toBe(true);
  });

  test('that reads has one deadline, for the check of its key as well', async () => {
    const inTime = (ms: number) => new Promise<string>((resolve) => setTimeout(resolve, ms, 'in time'));
    const checkOf = (ms: number) =>
      express().use(
        requestId,
        (_request, _response, next) => void setTimeout(next, ms),
        appWith(() => inTime(10), { deadlineMs: 2_000 }),
      );
    expect((await supertest(checkOf(0)).get('/slow')).status).toBe(200);
    const response = await supertest(checkOf(2_000)).get('/slow');
    expect([response.status, response.body.error.code]).toEqual([503, 'unavailable']);
  });

  test('whose caller leaves is called off, and that is no failure of ours', async () => {
    const log: string[] = [];
    let started: () => void;
    const hasStarted = new Promise<void>((resolve) => (started = resolve));
    let calledOff: (reason: unknown) => void;
    const isCalledOff = new Promise<unknown>((resolve) => (calledOff = resolve));
    const server = await startRawServer(
      appWith(
        (signal) => {
          started();
          return untilAborted(signal).finally(() => calledOff(signal.reason));
        },
        { log: pino({ level: 'debug' }, { write: (line) => log.push(line) }) },
      ),
    );
    const call = get({ port: server.port, path: '/slow' }).on('error', () => undefined);
    await hasStarted;
    call.destroy();
    expect(await isCalledOff).toEqual(new Error('the client left'));
    await new Promise(setImmediate);
    expect(log).toEqual([]);
    await server.close();
  });

  test('that has started ends before the server does', async () => {
    let answer: (text: string) => void = () => undefined;
    let started: () => void;
    const hasStarted = new Promise<void>((resolve) => (started = resolve));
    const { server } = await startRawServer(
      appWith(() => {
        started();
        return new Promise<string>((resolve) => (answer = resolve));
      }),
    );
    const { port } = server.address() as AddressInfo;
    const response = fetch(`http://127.0.0.1:${port}/slow`);
    await hasStarted;
    const drained = drainHttpServer(server);
    await waitFor('the server to listen no more', () => !server.listening);
    await expect(fetch(`http://127.0.0.1:${port}/slow`)).rejects.toThrow();
    answer('done');
    expect(await (await response).json()).toBe('done');
    await drained;
  });
});

describe('a failure', () => {
  test('of ours is 500 and tells nothing of itself', async () => {
    const response = await supertest(
      appWith(() => {
        throw new Error('select password from secrets');
      }),
    ).get('/slow');
    expect(response.status).toBe(500);
    expect(response.body.error).toMatchObject({
      code: 'internal_error',
      request_id: response.headers['x-request-id'],
    });
    expect(response.text).not.toMatch(/secret|select/);
  });

  test('to reach the database is 503 with Retry-After', async () => {
    const pool = createPool({
      url: 'postgres://nobody@127.0.0.1:1/nowhere',
      applicationName: 'test',
      statementTimeoutMs: 1_500,
      logger,
    });
    const { get: getPath } = createTestApi({ db: createDb(pool) });
    for (const path of ['/stats', '/products/barcode/3017620422003', '/brands', '/categories', '/sources']) {
      const response = await getPath(path);
      expectError(response, 503, 'unavailable');
      expect(response.headers['retry-after']).toBe('1');
    }
    await pool.end();
  });
});
