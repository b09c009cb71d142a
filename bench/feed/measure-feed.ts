import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { readProcessorSeconds } from '../processor-time.ts';
import { createFeedReader } from './read-feed.ts';

/** What a measurement needs of the bench. */
export interface Measured {
  origin: string;
  keys: string[];
  client: Client;
  processes: Record<number, string>;
}

/** Processor seconds by process while `work` runs, this one included as `client`. */
export async function measureProcessor<T>(
  { processes }: Measured,
  work: () => Promise<T>,
): Promise<{ result: T; elapsed: number; seconds: Record<string, number> }> {
  const before = await readProcessorSeconds();
  const own = process.cpuUsage();
  const startedAt = performance.now();
  const result = await work();
  const elapsed = (performance.now() - startedAt) / 1_000;
  const { user, system } = process.cpuUsage(own);
  const after = await readProcessorSeconds();
  const seconds: Record<string, number> = { client: (user + system) / 1e6 };
  for (const [pid, name] of Object.entries(processes))
    seconds[name] = (after.get(Number(pid))?.seconds ?? 0) - (before.get(Number(pid))?.seconds ?? 0);
  return { result, elapsed, seconds };
}

export interface Reading {
  products: number;
  bytes: number;
  elapsed: number;
  seconds: Record<string, number>;
}

/** One client reads everything, from the beginning. */
export async function readEverything(bench: Measured, fields: string | undefined): Promise<Reading> {
  const reader = createFeedReader(bench.origin, bench.keys[0] ?? '');
  const { result, elapsed, seconds } = await measureProcessor(bench, async () => {
    let pages = 0;
    let bytes = 0;
    for (let cursor: string | undefined; ;) {
      const since = cursor === undefined ? '' : `&since=${cursor}`;
      const page = await reader.read(`limit=1000${fields === undefined ? '' : `&fields=${fields}`}${since}`);
      pages += 1;
      bytes += page.bytes.length;
      cursor = page.next;
      if (!page.hasMore) return { pages, bytes };
    }
  });
  await reader.close();
  const { rows } = await bench.client.query<{ count: number }>(
    'select count(*)::int as count from product_changes where not is_gone',
  );
  return { products: rows[0]?.count ?? 0, bytes: result.bytes, elapsed, seconds };
}

/**
 * Changes one product after the other, each in a transaction of its own, while one client follows the feed with a long
 * poll. Answers for each after how many ms from its commit its page was there.
 */
export async function measureVisibility(
  { origin, keys, client }: Measured,
  { everyMs, until }: { everyMs: number; until: (done: number) => boolean },
): Promise<number[]> {
  // A name that the product has already would be no change.
  const tag = randomUUID();
  const committedAt = new Map<string, number>();
  const took: number[] = [];
  const reader = createFeedReader(origin, keys[0] ?? '');
  const over = new AbortController();
  /** A name that an import has taken back before its position was given is never told. */
  const forgetOverwritten = async () => {
    const { rows } = await client.query<{ name: string }>('select name from products where name = any($1)', [
      [...committedAt.keys()],
    ]);
    const held = new Set(rows.map(({ name }) => name));
    for (const name of committedAt.keys()) if (!held.has(name)) committedAt.delete(name);
  };
  const following = (async () => {
    let { next } = await reader.read('since=now');
    while (!over.signal.aborted || committedAt.size > 0) {
      // So that pages are as large as a follower's, who has to catch up beside an import.
      const page = await reader.read(`since=${next}&wait=1&limit=1000`);
      const seenAt = performance.now();
      next = page.next;
      for (const [name, at] of committedAt) {
        if (!page.bytes.includes(name)) continue;
        committedAt.delete(name);
        took.push(seenAt - at);
      }
      if (over.signal.aborted) await forgetOverwritten();
    }
  })();
  const { rows } = await client.query<{ id: string }>(
    "select id from products where status = 'active' order by md5(id::text) limit 5000",
  );
  for (let done = 0; !until(done); done += 1) {
    const name = `Renamed for the bench ${tag}.${done}.`;
    const startedAt = performance.now();
    await client.query('update products set name = $1 where id = $2', [name, rows[done % rows.length]?.id]);
    committedAt.set(name, performance.now());
    await sleep(Math.max(0, everyMs - (performance.now() - startedAt)));
  }
  over.abort();
  await following;
  await reader.close();
  return took;
}

export interface Waiting {
  calls: number;
  /** Connections of the API that did anything but wait for a statement, at most. */
  busyConnections: number;
  /** Processor seconds of the API and of Postgres, in each second. */
  perSecond: { api: number; postgres: number };
}

/** So many calls wait for a change, and none comes. */
export async function measureWaiting(bench: Measured, calls: number, seconds: number): Promise<Waiting> {
  const { origin, keys, client } = bench;
  const readers = Array.from({ length: calls }, (_, at) =>
    createFeedReader(origin, keys[at % keys.length] ?? ''),
  );
  const [first] = readers;
  const next = (await first?.read('since=now'))?.next ?? '';
  const answers = readers.map((reader) => reader.read(`since=${next}&wait=20`).catch(() => undefined));
  await sleep(1_000);
  let busyConnections = 0;
  const measured = await measureProcessor(bench, async () => {
    for (let second = 0; second < seconds; second += 1) {
      const { rows } = await client.query<{
        busy: number;
      }>(`select count(*)::int as busy from pg_stat_activity
        where datname = current_database() and application_name like 'factshelf-api' and state <> 'idle'`);
      busyConnections = Math.max(busyConnections, rows[0]?.busy ?? 0);
      await sleep(1_000);
    }
  });
  await Promise.all(readers.map((reader) => reader.close()));
  await Promise.all(answers);
  const perSecond = (name: string) => (measured.seconds[name] ?? 0) / measured.elapsed;
  return { calls, busyConnections, perSecond: { api: perSecond('api'), postgres: perSecond('postgres') } };
}
