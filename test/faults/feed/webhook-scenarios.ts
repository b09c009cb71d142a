import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { parseCursor } from '../../../src/publish/feed/change-cursor.ts';
import { waitFor } from '../../support/wait-for.ts';
import {
  startReceiver,
  takeIt,
  type Received,
  type WebhookReceiver,
} from '../../support/webhooks/webhook-receiver.ts';
import { atLeast, exactly, type Scenario } from '../scenario.ts';
import type { World } from '../world.ts';
import { checkCopy, createFeedCopy, untilStamped } from './copies.ts';

const SETTINGS = {
  WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
  NODE_EXTRA_CA_CERTS: fileURLToPath(new URL('../../support/webhooks/receiver-cert.pem', import.meta.url)),
};
const PATIENCE_MS = 60_000;

/** A receiver whose answers the test sets, and that records its deliveries, also after a restart. */
async function createStubbornReceiver() {
  let receiver: WebhookReceiver = await startReceiver();
  const { port } = receiver;
  const came: Received[] = [];
  const taken: Received[] = [];
  let does: 'take' | 'refuse' | 'hang' = 'take';
  const listen = () =>
    receiver.answerWith((one) => {
      came.push(one);
      if (does === 'hang') return 'never';
      if (does === 'refuse') return { status: 500 };
      taken.push(one);
      return takeIt(one);
    });
  listen();
  return {
    url: `https://127.0.0.1:${port}/hook`,
    came,
    taken,
    set: (what: typeof does) => (does = what),
    leave: () => receiver.close(),
    async comeBack() {
      receiver = await startReceiver(port);
      listen();
    },
    close: () => receiver.close(),
  };
}

const idOf = ({ headers }: Received) => headers['webhook-id'] ?? '';

/** Steps along the feed that were taken, and do not begin where the one before them ended. */
function countGaps(taken: readonly Received[]): number {
  const positionOf = (cursor: unknown) => parseCursor(String(cursor))?.position ?? NaN;
  const steps = new Map(
    taken.filter(({ event }) => event.type === 'products.changed').map((one) => [idOf(one), one]),
  );
  const sorted = [...steps.values()]
    .map(({ event }) => [positionOf(event.data['from']), positionOf(event.data['to'])] as const)
    .sort(([a], [b]) => a - b);
  return sorted.filter(([from], at) => at > 0 && from !== sorted[at - 1]?.[1]).length;
}

interface Hook extends Record<string, unknown> {
  state: string;
  reason: string | null;
  isFailing: boolean;
}

const findHook = async ({ db }: World, id: string): Promise<Hook> => {
  const { rows } = await db.execute<Hook>(
    sql`select state, off_reason as reason, failing_since is not null as "isFailing" from webhooks where id = ${id}`,
  );
  return rows[0] ?? { state: 'gone', reason: null, isFailing: false };
};

/** Deliveries that are not settled, and attempts at them. */
const findPending = async ({ db }: World, id: string) => {
  const { rows } = await db.execute<{ count: number; attempts: number }>(sql`
    select count(*)::int as count, coalesce(sum(attempts), 0)::int as attempts from webhook_deliveries
    where webhook_id = ${id} and status = 'pending'`);
  return rows[0] ?? { count: 0, attempts: 0 };
};

/** As if all waits of the schedule were over, and so many days since the first failure. */
async function passTime({ db }: World, id: string, failingDays = 0): Promise<void> {
  await db.execute(sql`
    update webhooks set feed_told_at = feed_told_at - interval '1 hour',
      failing_since = failing_since - make_interval(days => ${failingDays}) where id = ${id}`);
  await db.execute(
    sql`update webhook_deliveries set due_at = now() where webhook_id = ${id} and status = 'pending'`,
  );
}

export const WEBHOOK_SCENARIOS: Scenario[] = [
  {
    id: 'F55',
    title:
      'webhooks: Redis wiped between tries, the indexer killed in one, the receiver away for four days, and for five',
    async run(world, rounds) {
      const api = await world.startApi(SETTINGS);
      await world.indexer.kill('SIGTERM');
      await world.replaceIndexer(SETTINGS);
      const receiver = await createStubbornReceiver();
      const key = world.headers['X-API-Key'] ?? '';
      const send = async (method: string, path: string, body: object) => {
        const response = await fetch(`${api.origin}/api/v1${path}`, {
          method,
          headers: { 'content-type': 'application/json', 'X-API-Key': key },
          body: JSON.stringify(body),
        });
        if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
        return (await response.json()) as { id: string };
      };
      try {
        const { id } = await send('POST', '/webhooks', { url: receiver.url, events: ['products.changed'] });
        await waitFor(
          'the challenge',
          async () => (await findHook(world, id)).state === 'active',
          PATIENCE_MS,
        );
        const copy = createFeedCopy(world);
        await copy.readOn();
        const change = async (name: string) => {
          await world.db.execute(sql`update products set name = ${name}
            where id in (select id from products where status = 'active' order by random() limit 10)`);
          await untilStamped(world);
        };
        const untilTried = (attempts: number) =>
          waitFor(
            `attempt ${attempts}`,
            async () => (await findPending(world, id)).attempts >= attempts,
            PATIENCE_MS,
          );
        const untilTaken = () =>
          waitFor(
            'everything to be taken',
            async () => {
              const { rows } = await world.db.execute<{ isTold: boolean }>(sql`
                select w.feed_position = f.head as "isTold" from webhooks w, change_feed f where w.id = ${id}`);
              return rows[0]?.isTold && (await findPending(world, id)).count === 0;
            },
            PATIENCE_MS,
          );

        receiver.set('refuse');
        await change('Redis is wiped');
        await untilTried(1);
        await world.redis.kill();
        await world.redis.wipe();
        await world.redis.start();
        await passTime(world, id);
        await untilTried(2);
        // Away altogether.
        await world.redis.kill();
        await world.redis.wipe();
        receiver.set('take');
        await passTime(world, id);
        await untilTaken();
        await world.redis.start();
        const afterRedis = countGaps(receiver.taken);

        receiver.set('hang');
        const seen = receiver.came.length;
        await change('The indexer is killed');
        await waitFor('an attempt', () => receiver.came.length > seen, PATIENCE_MS);
        const held = idOf(receiver.came.at(-1) as Received);
        await world.indexer.kill('SIGKILL');
        receiver.set('take');
        await passTime(world, id);
        await world.replaceIndexer(SETTINGS);
        await untilTaken();
        const times = receiver.came.filter((one) => idOf(one) === held).length;

        await receiver.leave();
        await change('The receiver is away');
        await untilTried(1);
        for (let round = 0; round < rounds(8, 3); round += 1) {
          await change(`The receiver is away ${round}`);
          const { attempts } = await findPending(world, id);
          await passTime(world, id, round === 0 ? 4 : 0);
          await untilTried(attempts + 1);
        }
        await world.indexer.kill('SIGKILL');
        await world.replaceIndexer(SETTINGS);
        const waiting = (await findPending(world, id)).count;
        const beforeReturn = receiver.taken.length;
        await receiver.comeBack();
        await passTime(world, id);
        await untilTaken();
        const afterFourDays = await findHook(world, id);
        const takenLate = receiver.taken.length - beforeReturn;
        const gaps = countGaps(receiver.taken);

        await receiver.leave();
        await change('The receiver is away for good');
        await untilTried(1);
        await passTime(world, id, 5);
        await waitFor('the end of it', async () => (await findHook(world, id)).state === 'off', PATIENCE_MS);
        const { reason } = await findHook(world, id);
        await change('It is off');
        await receiver.comeBack();
        await send('PATCH', `/webhooks/${id}`, { active: true });
        const again = receiver.taken.length;
        await waitFor(
          'the challenge',
          async () => (await findHook(world, id)).state === 'active',
          PATIENCE_MS,
        );
        await untilTaken();
        await copy.readOn();
        const toldAgain = receiver.taken
          .slice(again)
          .filter(({ event }) => event.type === 'products.changed').length;
        return [
          exactly('Redis wiped, then stopped: gaps between deliveries', 0, afterRedis),
          exactly('killed in an attempt: times that this delivery came', 2, times),
          atLeast('away for four days: deliveries that waited', 2, waiting, ''),
          exactly('away for four days: taken then', waiting, Math.min(waiting, takenLate)),
          exactly(
            'away for four days: state, failing',
            'active, false',
            `${afterFourDays.state}, ${afterFourDays.isFailing}`,
          ),
          exactly('gaps between deliveries', 0, gaps),
          exactly('away for five days: off, because', 'failing', reason ?? ''),
          atLeast('switched on again: deliveries of what changed meanwhile', 1, toldAgain, ''),
          await checkCopy(world, 'a reader that follows webhooks', copy.products),
        ];
      } finally {
        await receiver.close().catch(() => undefined);
        await api.stop();
        await world.indexer.kill('SIGTERM');
        await world.replaceIndexer();
      }
    },
  },
];
