import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { sql } from 'drizzle-orm';
import { v7 as uuidV7 } from 'uuid';
import { countQueue } from '../src/review/queue/queue-count-store.ts';
import type { QueueFilters } from '../src/review/queue/queue-contract.ts';
import { findNextId } from '../src/review/queue/next-submission-store.ts';
import { listQueue } from '../src/review/queue/queue-store.ts';
import { countPending } from '../src/review/submissions/submission-count-store.ts';
import { accounts } from '../src/platform/db/schema/accounts.ts';
import { createDb, createPool, type Db } from '../src/platform/db/client.ts';
import { migrateDatabase } from '../src/platform/db/migrate.ts';
import { operators } from '../src/platform/db/schema/operators.ts';
import { loadDemoCatalogue } from '../src/demo/demo-catalogue.ts';
import { startPostgres } from '../src/embedded/postgres/embedded-postgres.ts';
import { createLogger } from '../src/platform/logger.ts';
import { describeMachine } from './describe-machine.ts';
import { summariseLatency } from './latency.ts';

/** What the console waits for before it shows the queue. */
const TARGET_P95_MS = 50;

const command = new Command('queue')
  .description('How long the counts and lists of a very long review queue take.')
  .option('--submissions <count>', 'submissions in the queue', Number, 1_000_000)
  .option('--rounds <count>', 'how often each is asked', Number, 40)
  .action(run);

async function run({ submissions, rounds }: { submissions: number; rounds: number }): Promise<void> {
  const logger = createLogger('bench', 'warn');
  const root = await mkdtemp(join(tmpdir(), 'factshelf-bench-'));
  // As root, Postgres runs as another user, who has to pass through.
  await chmod(root, 0o711);
  const postgres = await startPostgres({ dataDir: root, logger });
  await migrateDatabase(postgres.url);
  const statementTimeoutMs = 600_000;
  const pool = createPool({
    url: postgres.url,
    applicationName: 'factshelf-bench',
    statementTimeoutMs,
    logger,
  });
  try {
    const db = createDb(pool);
    await loadDemoCatalogue(db, logger);
    const operatorId = uuidV7();
    await db
      .insert(operators)
      .values({ id: operatorId, email: 'o@example.org', passwordHash: 'none', role: 'admin' });
    const senders = await insertSenders(db);
    await fill(db, submissions, senders, operatorId);
    const {
      cpu,
      cores,
      node,
      postgres: version,
    } = await describeMachine({
      databaseUrl: postgres.url,
      meilisearch: undefined,
    });
    console.log(
      `${cpu}, ${cores} cores, Node ${node}, Postgres ${version}, load ${loadavg()[0]?.toFixed(1)}`,
    );
    console.log(`${submissions} submissions, ${rounds} times each, milliseconds`);
    await measureAll(db, { rounds, senderId: senders[0] ?? '', operatorId });
  } finally {
    await pool.end();
    await postgres.stop();
    await rm(root, { recursive: true, force: true });
  }
}

async function insertSenders(db: Db): Promise<string[]> {
  const ids = Array.from({ length: 500 }, () => uuidV7());
  await db
    .insert(accounts)
    .values(ids.map((id) => ({ id, email: `${id}@example.org`, passwordHash: 'none' })));
  return ids;
}

/** 92 of 100 are pending back-flow, 2 pending public submissions, 6 decided; over 60 days, a tenth of the last hour. */
async function fill(db: Db, submissions: number, senders: string[], operatorId: string): Promise<void> {
  await db.execute(sql`
    insert into submissions (id, source, status, gtin14, content, content_hash, account_id, created_at, reviewed_at, reason)
    select gen_random_uuid(), source, status,
      case when source = 'backflow' or n % 2 = 0 then lpad(n::text, 14, '0') end,
      jsonb_build_object('name', 'Entry ' || md5(n::text), 'brand', 'Brand ' || n % 1000,
        'category', case when n % 3 = 0 then 'beverages' when n % 3 = 1 then 'coffees' end),
      sha256(n::text::bytea),
      case when source = 'backflow' then (${sql.param(senders)}::uuid[])[1 + n % 500] end,
      now() - case when n % 10 = 0 then random() * interval '1 hour' else random() * interval '60 days' end,
      case when status <> 'pending' then now() end, case when status = 'rejected' then 'no' end
    from (select n, case when n % 50 = 7 then 'public' else 'backflow' end as source,
      case when n % 50 in (1, 2) then 'rejected' when n % 50 = 3 then 'approved' else 'pending' end as status
      from generate_series(1, ${submissions}::int) n) as made`);
  await db.execute(sql`
    update submissions set claimed_by = ${operatorId}, claimed_at = now()
    where id in (select id from submissions where status = 'pending' order by created_at limit 20)`);
  await db.execute(sql`vacuum analyze submissions`);
}

interface Asked {
  rounds: number;
  senderId: string;
  operatorId: string;
}

async function measureAll(db: Db, { rounds, senderId, operatorId }: Asked): Promise<void> {
  const list = (filter: Partial<QueueFilters>) => () =>
    listQueue(db, { state: 'pending', sort: 'oldest', ...filter }, operatorId, { limit: 50, offset: 0 });
  const next = (filter: Partial<QueueFilters>) => async () => {
    const asked = { state: 'pending', sort: 'oldest', ...filter } as const;
    const first = await findNextId(db, asked, operatorId, undefined);
    return await findNextId(db, asked, operatorId, first);
  };
  const asked: [string, () => Promise<unknown>][] = [
    ['counts, pending', () => countQueue(db, 'pending', operatorId)],
    ['counts, rejected', () => countQueue(db, 'rejected', operatorId)],
    ['counts, all', () => countQueue(db, 'all', operatorId)],
    ['submissions_pending', () => countPending(db)],
    ['list', list({})],
    ['list, newest first', list({ sort: 'newest' })],
    ['list, all states', list({ state: 'all' })],
    ['list, source=public', list({ source: 'public' })],
    ['list, one sender', list({ account_id: senderId })],
    ['list, older than 7 days', list({ older_than: '7d' })],
    ['list, newer than 1 hour', list({ newer_than: '1h' })],
    ['list, claimed by me', list({ claimed_by: 'me' })],
    ['list, not claimed', list({ claimed_by: 'nobody' })],
    ['list, kind=food', list({ kind: 'food' })],
    ['list, a word of many', list({ q: 'entry' })],
    ['next two', next({})],
    ['next two, source=public', next({ source: 'public' })],
    ['next two, one sender', next({ account_id: senderId })],
  ];
  let missed = 0;
  for (const [name, ask] of asked) {
    await ask();
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const startedAt = performance.now();
      await ask();
      times.push(performance.now() - startedAt);
    }
    const { p50, p95 } = summariseLatency(times);
    if (p95 > TARGET_P95_MS) missed += 1;
    console.log(`${name.padEnd(26)} p50 ${p50.toFixed(1).padStart(7)}  p95 ${p95.toFixed(1).padStart(7)}`);
  }
  console.log(`Target: p95 at most ${TARGET_P95_MS} ms: ${missed === 0 ? 'met' : `missed by ${missed}`}`);
}

await command.parseAsync();
