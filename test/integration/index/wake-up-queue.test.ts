import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { createLogger } from '../../../src/platform/logger.ts';
import {
  createWakeUpQueue,
  createWakeUpWorker,
  type QueueOptions,
  type WakeUpQueue,
  type WakeUpWorker,
} from '../../../src/platform/job-queue/wake-up-queue.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { createTcpProxy, type TcpProxy } from '../../support/servers/tcp-proxy.ts';
import { expectInTime } from '../../support/in-time.ts';
import { waitFor } from '../../support/wait-for.ts';

const redisUrl = inject('redisUrl');

describe.each([
  { backend: 'Postgres', isThere: true },
  { backend: 'Redis', isThere: redisUrl !== undefined },
])('wake-ups over $backend', ({ backend, isThere }) => {
  let database: TestDatabase;
  let proxy: TcpProxy;
  let options: QueueOptions;
  let closing: { close(): Promise<void> }[] = [];
  let arrived = 0;

  beforeAll(async () => {
    database = await createTestDatabase();
    proxy = await createTcpProxy(backend === 'Redis' && redisUrl ? redisUrl : database.url);
    options = {
      databaseUrl: proxy.url,
      redisUrl: backend === 'Redis' ? proxy.url : undefined,
      prefix: new URL(database.url).pathname.slice(1),
      logger: createLogger('test', 'silent'),
    };
  });
  afterEach(async () => {
    await Promise.all(closing.map((part) => part.close()));
    closing = [];
    await proxy.open();
  });
  afterAll(async () => {
    await proxy.close();
    await database.drop();
  });

  function startQueue(): WakeUpQueue {
    const queue = createWakeUpQueue(options);
    closing.push(queue);
    return queue;
  }
  function startWorker(): WakeUpWorker {
    arrived = 0;
    const worker = createWakeUpWorker(options, () => (arrived += 1));
    closing.push(worker);
    return worker;
  }
  const arrival = async (queue: WakeUpQueue) => {
    const before = arrived;
    await waitFor('a wake-up', async () => {
      await queue.wake();
      return arrived > before;
    });
  };

  it.runIf(isThere)('reach the worker, the first at once', async () => {
    startWorker();
    const queue = startQueue();
    await queue.wake();
    await waitFor('the first wake-up', () => arrived === 1);
    for (let round = 2; round <= 5; round++) {
      await queue.wake();
      await waitFor(`wake-up ${round}`, () => arrived === round);
    }
  });

  it.runIf(isThere)('do not pile up while nobody listens, and the last one is not lost', async () => {
    const queue = startQueue();
    for (let i = 0; i < 50; i++) await queue.wake();
    startWorker();
    await waitFor('one wake-up', () => arrived === 1);
    await queue.wake();
    await waitFor('one more', () => arrived === 2);
  });

  it.runIf(isThere)('end with their connections when both sides are closed', async () => {
    const worker = startWorker();
    const queue = startQueue();
    await arrival(queue);
    expect(proxy.connectionCount()).toBeGreaterThan(0);
    await expectInTime(2_000, () => queue.close());
    await expectInTime(2_000, () => worker.close());
    await waitFor('no connection', () => proxy.connectionCount() === 0);
  });

  it.runIf(isThere)('fail in silence and soon while the server is away, and come again with it', async () => {
    startWorker();
    const queue = startQueue();
    await arrival(queue);
    await proxy.shut();
    for (let i = 0; i < 3; i++) await expectInTime(4_000, () => queue.wake());
    await proxy.open();
    await arrival(queue);
  });

  it.runIf(isThere)('fail in silence and soon when the server does not answer', async () => {
    const queue = startQueue();
    await queue.wake();
    proxy.hold();
    await expectInTime(4_000, () => queue.wake());
  });

  it.runIf(isThere)('keep their queue when a question of an operator fails', async () => {
    const queue = startQueue();
    const used = await queue.ask(async (jobs) => jobs);
    await expect(queue.ask(() => Promise.reject(new Error('no such job')))).rejects.toThrow('no such job');
    expect(await queue.ask(async (jobs) => jobs)).toBe(used);
    expect(await used.isPaused()).toBe(false);
  });

  it.runIf(isThere)('come from a server that was away when both sides were made', async () => {
    await proxy.shut();
    startWorker();
    const queue = startQueue();
    await queue.wake();
    await proxy.open();
    await arrival(queue);
  });

  it.runIf(isThere)('close soon while the server is away', async () => {
    const worker = startWorker();
    const queue = startQueue();
    await arrival(queue);
    await proxy.shut();
    await expectInTime(3_000, () => queue.close());
    await expectInTime(3_000, () => worker.close());
  });
});
