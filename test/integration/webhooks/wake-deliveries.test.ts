import { Redis } from 'ioredis';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { startDeliveries, type DeliveriesOptions } from '../../../indexer/webhooks/start-deliveries.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { createOwnRedis, hasRedisServer } from '../../support/servers/redis-server.ts';
import { waitFor } from '../../support/wait-for.ts';
import {
  createWebhookDesk,
  LOOPBACK,
  type Holder,
  type SecretWebhook,
  type WebhookDesk,
} from '../../support/webhooks/webhook-desk.ts';
import { RECEIVER_CERTIFICATE } from '../../support/webhooks/webhook-receiver.ts';

let closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.toReversed()) await close();
  closing = [];
});

async function openDesk(): Promise<WebhookDesk> {
  const desk = await createWebhookDesk();
  closing.push(() => desk.close());
  return desk;
}

function start(desk: WebhookDesk, options: Partial<DeliveriesOptions> = {}) {
  const deliveries = startDeliveries({
    db: desk.database.db,
    databaseUrl: desk.database.url,
    redisUrl: undefined,
    sweepMs: 50,
    permitted: LOOPBACK,
    resolve: async () => ['127.0.0.1'],
    ca: RECEIVER_CERTIFICATE,
    now: desk.now,
    onAttempt: (outcome) => desk.outcomes.push(outcome),
    logger: createLogger('test', 'silent'),
    ...options,
  });
  closing.push(() => deliveries.close());
  return deliveries;
}

const create = async (desk: WebhookDesk, holder: Holder, path: string, host = 'hooks.test') => {
  const url = `https://${host}:${desk.receiver.port}${path}`;
  const { body } = await holder.send('post', '/webhooks', { url, events: ['products.changed'] });
  return body as SecretWebhook;
};

const isActive = async (holder: Holder, { id }: SecretWebhook) =>
  ((await holder.send('get', `/webhooks/${id}`)).body as SecretWebhook).state === 'active';

describe.each([
  { backend: 'Postgres', isThere: true },
  { backend: 'Redis', isThere: inject('redisUrl') !== undefined },
])('over $backend', ({ backend, isThere }) => {
  test.runIf(isThere)('a delivery is felt without a look at everything', async () => {
    const desk = await openDesk();
    const redisUrl = backend === 'Redis' ? inject('redisUrl') : undefined;
    // Nobody looks by himself in the time of this test.
    start(desk, { sweepMs: 3_600_000, redisUrl, prefix: new URL(desk.database.url).pathname.slice(1) });
    const holder = await desk.newHolder();
    const webhook = await create(desk, holder, '/felt');
    await waitFor('the challenge to be answered', () => isActive(holder, webhook), 20_000);
  });
});

test.runIf(hasRedisServer)('a Redis that is wiped between two attempts loses none', async () => {
  const redis = await createOwnRedis();
  closing.push(() => redis.remove());
  await redis.start();
  const desk = await openDesk();
  const deliveries = start(desk, { redisUrl: redis.url });
  const holder = await desk.newHolder();
  desk.receiver.answerWith(() => ({ status: 500 }));
  const webhook = await create(desk, holder, '/wiped');
  await waitFor('the first attempt', () => desk.outcomes.length === 1);
  const client = new Redis(redis.url);
  await client.flushall();
  client.disconnect();
  desk.pass(6_000);
  await waitFor('the second attempt', () => desk.outcomes.length === 2);
  // Away altogether, with all that it had.
  await redis.kill();
  await redis.wipe();
  desk.receiver.answerWith(undefined);
  desk.pass(400_000);
  await waitFor('the third attempt', () => isActive(holder, webhook));
  const second = await create(desk, holder, '/without');
  await waitFor('a delivery without Redis', () => isActive(holder, second));
  await redis.start();
  const third = await create(desk, holder, '/again');
  await waitFor('a delivery after it is back', () => isActive(holder, third));
  expect(desk.outcomes.filter((outcome) => outcome === 'retried')).toHaveLength(2);
  await deliveries.close();
});

test('two processes make each attempt once', async () => {
  const desk = await openDesk();
  start(desk);
  start(desk);
  const holders = [await desk.newHolder(), await desk.newHolder(), await desk.newHolder()];
  const hooks = await Promise.all(
    holders.flatMap((holder, at) =>
      Array.from({ length: 5 }, async (_, n) => ({
        holder,
        hook: await create(desk, holder, `/${at}/${n}`),
      })),
    ),
  );
  await waitFor('all to be active', async () => {
    const active = await Promise.all(hooks.map(({ holder, hook }) => isActive(holder, hook)));
    return active.every(Boolean);
  });
  expect(desk.receiver.received).toHaveLength(15);
  expect(new Set(desk.receiver.received.map(({ path }) => path)).size).toBe(15);
});

test('a receiver that is slow does not delay others, and has four requests at once', async () => {
  const desk = await openDesk();
  start(desk, { patienceMs: 60_000 });
  const slow = [await desk.newHolder(), await desk.newHolder()];
  desk.receiver.answerWith((one) =>
    one.path.startsWith('/slow') ? 'never' : { status: 200, body: String(one.event.data['challenge']) },
  );
  for (const holder of slow)
    for (let n = 0; n < 5; n += 1) await create(desk, holder, `/slow/${n}`, 'other.test');
  await waitFor('four requests', () => desk.receiver.received.length === 4);
  const other = await desk.newHolder();
  const quick = await create(desk, other, '/quick');
  await waitFor('the other to be active', () => isActive(other, quick));
  expect(desk.receiver.received.filter(({ path }) => path.startsWith('/slow'))).toHaveLength(4);
  // Only now the slow ones hear the end of it.
  await desk.receiver.close();
});
