import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import { ASK_LOCK } from '../../../src/upstream/lookups/ask-store.ts';
import { gtinOf } from '../../support/imports/export-file.ts';
import { atMost, exactly, pause, percentile, type Finding, type Scenario } from '../scenario.ts';
import type { World } from '../world.ts';

interface Lookup {
  isKnown: boolean;
  status: number;
  ms: number;
}

/** More than a minute's asks, so that most barcodes are beyond it. */
const PER_SECOND = 60;
const PER_MINUTE = 60;
/** A process that has just begun answers slowly. */
const WARM_MS = 2_000;
const BREAKER = 'factshelf_breaker_open{breaker="lookup_upstream"} 1';

const ms = (lookups: Lookup[], isKnown: boolean) =>
  lookups.filter((one) => one.isKnown === isKnown).map((one) => one.ms);
const median = (lookups: Lookup[], isKnown: boolean) => percentile(ms(lookups, isKnown), 0.5);

/** An upstream that answers so, or never. */
async function startUpstream(answer: (response: ServerResponse) => void) {
  let asked = 0;
  const server = createServer(({ url = '' }, response) => {
    if (url.includes('/product/')) asked += 1;
    answer(response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const settings = {
    LOOKUP_UPSTREAM: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    LOOKUP_UPSTREAM_PER_MINUTE: String(PER_MINUTE),
    SOURCES_ALLOWED_NETWORKS: '127.0.0.0/8',
  };
  return {
    settings,
    asked: () => asked,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

let codes = 0;

/**
 * Looks barcodes up at a steady rate, whether or not those before are answered: known and unknown ones in turn, or
 * known ones alone.
 */
async function lookUp(
  { db, headers }: World,
  origin: string,
  forMs: number,
  onlyKnown = false,
): Promise<Lookup[]> {
  const { rows } = await db.execute<{ gtin: string }>(
    sql`select right(gtin14, 13) as gtin from barcodes join products on products.id = product_id
        where is_primary and status = 'active' limit 500`,
  );
  const done: Lookup[] = [];
  const running: Promise<void>[] = [];
  const ask = async (n: number) => {
    const isKnown = onlyKnown || n % 2 === 0;
    const gtin = isKnown ? rows[n % rows.length]?.gtin : gtinOf((codes += 1));
    const askedAt = performance.now();
    const response = await fetch(`${origin}/api/v1/products/barcode/${gtin}`, { headers }).catch(
      () => undefined,
    );
    await response?.arrayBuffer();
    done.push({ isKnown, status: response?.status ?? 0, ms: performance.now() - askedAt });
  };
  const timer = setInterval(() => void running.push(ask(running.length)), 1_000 / PER_SECOND);
  await pause(forMs);
  clearInterval(timer);
  await Promise.all(running);
  return done;
}

function describeStatuses(lookups: Lookup[]): string {
  const wrong = lookups.filter(({ isKnown, status }) => status !== (isKnown ? 200 : 404));
  return (
    [...new Set(wrong.map(({ isKnown, status }) => `${isKnown ? 'known' : 'unknown'} ${status}`))].join() ||
    'none'
  );
}

/** Compares with an API that asks nobody, in turns, so that both see the same machine. */
async function compare(world: World, origin: string, turns: number, turnMs: number): Promise<Finding[]> {
  const [without, asking]: [Lookup[], Lookup[]] = [[], []];
  for (let turn = 0; turn < turns; turn++) {
    without.push(...(await lookUp(world, world.api.origin, turnMs)));
    asking.push(...(await lookUp(world, origin, turnMs)));
  }
  const times = (isKnown: boolean) => median(asking, isKnown) / median(without, isKnown);
  return [
    exactly(`of ${asking.length} lookups answered otherwise`, 'none', describeStatuses(asking)),
    atMost('median of known ones, times that without an upstream', 1.5, times(true), 'times'),
    atMost('median of unknown ones, times that without an upstream', 1.5, times(false), 'times'),
    atMost('p95 of known ones', 100, percentile(ms(asking, true), 0.95), 'ms'),
    atMost('p95 of unknown ones', 100, percentile(ms(asking, false), 0.95), 'ms'),
  ];
}

/** Barcodes that no product has, and the upstream of lookups. */
export const LOOKUP_SCENARIOS: Scenario[] = [
  {
    id: 'F56',
    title: 'the upstream of lookups takes calls and never answers',
    async run(world, rounds) {
      const upstream = await startUpstream(() => undefined);
      const api = await world.startApi(upstream.settings);
      try {
        await lookUp(world, api.origin, WARM_MS, true);
        const first = await lookUp(world, api.origin, rounds(5_000, 3_000));
        const isOpen = (await api.metrics()).includes(BREAKER);
        const asked = upstream.asked();
        const later = await compare(world, api.origin, rounds(6, 3), rounds(5_000, 2_500));
        return [
          // A busy machine may give up at the deadline of a read.
          exactly(
            `of the first ${first.length} lookups answered otherwise`,
            'none',
            describeStatuses(first.filter(({ isKnown, status }) => isKnown || status !== 503)),
          ),
          atMost('slowest unknown one until the breaker opens', 1_500, Math.max(...ms(first, false)), 'ms'),
          atMost('p95 of known ones meanwhile', 100, percentile(ms(first, true), 0.95), 'ms'),
          exactly('breaker shown open', 'true', String(isOpen)),
          atMost('barcodes that it was asked for', PER_MINUTE, asked, 'barcodes'),
          exactly('barcodes that it was asked for while the breaker is open', 0, upstream.asked() - asked),
          ...later,
        ];
      } finally {
        await api.stop();
        upstream.close();
      }
    },
  },
  {
    id: 'F57',
    title: 'more unknown barcodes than the upstream of lookups may be asked for',
    async run(world, rounds) {
      const upstream = await startUpstream((response) => response.writeHead(404).end());
      const api = await world.startApi(upstream.settings);
      try {
        await world.db.execute(sql`truncate upstream_asks`);
        await lookUp(world, api.origin, WARM_MS, true);
        const first = await lookUp(world, api.origin, 3_000);
        const asked = upstream.asked();
        const beganAt = performance.now();
        const waits = watchLocks(world);
        const later = await compare(world, api.origin, rounds(4, 2), rounds(5_000, 2_500));
        const minutes = (performance.now() - beganAt) / 60_000;
        return [
          exactly(`of the first ${first.length} lookups answered otherwise`, 'none', describeStatuses(first)),
          exactly('barcodes that it was asked for', PER_MINUTE, asked),
          atMost(
            'barcodes that it was asked for later',
            PER_MINUTE * Math.ceil(minutes),
            upstream.asked() - asked,
            'barcodes',
          ),
          exactly('looks at Postgres that saw a call wait for the lock of asks', 0, await waits.stop()),
          ...later,
        ];
      } finally {
        await api.stop();
        upstream.close();
      }
    },
  },
];

/** Looks every few milliseconds whether somebody waits for an advisory lock. */
function watchLocks({ pool }: World) {
  let seen = 0;
  const ending = new AbortController();
  const watching = (async () => {
    while (!ending.signal.aborted) {
      const { rowCount } = await pool.query(
        `select from pg_locks where locktype = 'advisory' and objid = $1 and not granted`,
        [ASK_LOCK],
      );
      if (rowCount) seen += 1;
      await pause(5);
    }
  })();
  return {
    async stop() {
      ending.abort();
      await watching;
      return seen;
    },
  };
}
