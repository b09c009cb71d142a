import { sql } from 'drizzle-orm';
import { gtinOf } from '../../support/imports/export-file.ts';
import { insertKey } from '../../support/callers/test-limits.ts';
import { createOperatorCaller } from '../load/operator-caller.ts';
import { rejectSender } from '../load/reject-sender.ts';
import { atLeast, atMost, exactly, pause, percentile, type Scenario } from '../scenario.ts';
import type { World } from '../world.ts';

/** What a tier gives anyone who registers: see the seed of `tiers`. */
const ITEMS_A_DAY = 1_000;
const KEYS = 3;
const CALLERS_OF_A_KEY = 4;
const COUNTS = 40;

/** Codes that no other scenario gives. */
let nextCode = 50_000_000;
const newItems = (count: number) =>
  Array.from({ length: count }, () => ({ gtin: gtinOf(nextCode++), name: 'Made up' }));

interface Sender {
  accountId: string;
  key: string;
}

interface Answer {
  status: number;
  results: { result: string; submission_id: string | null }[];
}

async function send(world: World, { key }: Sender, items: object[]): Promise<Answer> {
  const response = await fetch(`${world.api.origin}/api/public/backflow`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ items }),
  });
  const { results = [] } = (await response.json()) as Partial<Answer>;
  return { status: response.status, results };
}

const countPending = async (world: World, { accountId }: Sender): Promise<number> =>
  (
    await world.db.execute<{ n: number }>(
      sql`select count(*)::int as n from submissions where account_id = ${accountId} and status = 'pending'`,
    )
  ).rows[0]?.n ?? 0;

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

/** Until the time is up; how often which status came. */
async function flood(world: World, sender: Sender, until: number): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  const callers = Array.from({ length: CALLERS_OF_A_KEY }, async () => {
    while (performance.now() < until) {
      const { status } = await send(world, sender, newItems(100));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  });
  await Promise.all(callers);
  return statuses;
}

/** What somebody with free keys does to the review queue. */
export const BACKFLOW_ABUSE_SCENARIOS: Scenario[] = [
  {
    id: 'A1',
    title: 'three free keys send made-up back-flow as fast as they can, and squat the codes of a shop',
    async run(world, rounds) {
      const seconds = rounds(35, 10);
      const flooders = await Promise.all(
        Array.from({ length: KEYS }, () => insertKey(world.db, 'registered')),
      );
      const shop = await insertKey(world.db, 'registered');
      const operator = await createOperatorCaller(world, 'reviewer', () => world.api.origin);
      const squatted = newItems(10);
      const squatting = await send(world, flooders[0]!, squatted);

      const until = performance.now() + seconds * 1_000;
      const flooding = Promise.all(flooders.map((sender) => flood(world, sender, until)));
      await pause((seconds * 1_000) / 2);
      const own = await send(world, shop, newItems(20));
      const submission = await fetch(`${world.api.origin}/api/public/submissions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ gtin: gtinOf(nextCode++), name: 'Of a stranger' }),
      });
      const wanted = await send(
        world,
        shop,
        squatted.map((item) => ({ ...item, name: 'Of the shop' })),
      );
      const statuses = await flooding;
      const sent = sum(statuses.flatMap((one) => [...one.values()]));

      const times: number[] = [];
      for (let i = 0; i < COUNTS; i++) {
        const startedAt = performance.now();
        await operator.get('/submissions/counts');
        times.push(performance.now() - startedAt);
      }
      const submissions = sum(await Promise.all(flooders.map((sender) => countPending(world, sender))));
      const startedAt = performance.now();
      let rejected = 0;
      for (const sender of flooders) rejected += await rejectSender(operator, sender.accountId);
      const clearedS = (performance.now() - startedAt) / 1_000;
      const left = sum(await Promise.all(flooders.map((sender) => countPending(world, sender))));
      return [
        atLeast(`batches of 100 sent in ${seconds} s`, KEYS * 11, sent, 'batches'),
        atMost('submissions that they leave', KEYS * ITEMS_A_DAY, submissions, 'submissions'),
        atMost('counts of the console, p95', 50, percentile(times, 0.95), 'ms'),
        exactly(
          'new codes of an honest shop, sent meanwhile',
          '200: 20 accepted',
          `${own.status}: ${own.results.filter(({ result }) => result === 'accepted').length} accepted`,
        ),
        exactly('submission of an honest stranger, sent meanwhile', 201, submission.status),
        exactly(
          'squatted codes that the shop sends',
          '10 duplicate',
          `${wanted.results.filter(({ result }) => result === 'duplicate').length} duplicate`,
        ),
        exactly(`submissions of the senders after their ${rejected} are rejected by sender`, 0, left),
        exactly(
          'submissions of the shop in the queue after that, those of the squatted codes among them',
          squatting.results.length + own.results.length,
          await countPending(world, shop),
        ),
        atMost('rejecting them all', 60, clearedS, 's'),
      ];
    },
  },
];
