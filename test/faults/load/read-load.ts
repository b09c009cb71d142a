import { get as httpGet, Agent } from 'node:http';
import { sql } from 'drizzle-orm';
import { percentile } from '../scenario.ts';
import type { World } from '../world.ts';

export interface Read {
  kind: 'search' | 'lookup' | 'detail' | 'stats';
  /** 0: no answer came; -1: nothing listened. */
  status: number;
  ms: number;
  /** When it was asked, in ms since the beginning. */
  at: number;
  /** A search that should find something, and found nothing, with 200. */
  isFalselyEmpty: boolean;
  /** The connection was closed just as it was used again, so it was asked once more. */
  isRetried: boolean;
}

export interface ReadLoad {
  stop(): Promise<Read[]>;
}

interface Answer extends Pick<Read, 'status' | 'isRetried'> {
  text: string;
}

const SEARCHES = ['milk', 'honey bread', 'green', 'oat drnk', 'spread'];

/**
 * So many reads a second, whether or not those before are answered; each on a connection of its own if asked. The
 * origin may be a function: whom a balancer would ask now.
 */
export async function startReadLoad(
  world: Pick<World, 'db' | 'headers'>,
  origin: string | (() => string),
  perSecond: number,
  ownConnections = false,
): Promise<ReadLoad> {
  const { rows } = await world.db.execute<{ id: string; gtin: string }>(
    sql`select product_id as id, right(gtin14, 13) as gtin from barcodes join products on products.id = product_id
        where is_primary and status = 'active' limit 200`,
  );
  const agent = new Agent({ keepAlive: !ownConnections, maxSockets: 200 });
  const reads: Read[] = [];
  const running = new Set<Promise<void>>();
  const startedAt = performance.now();
  let count = 0;

  async function read(): Promise<void> {
    const n = count++;
    const row = rows[n % rows.length];
    const kinds = ['search', 'lookup', 'lookup', 'detail', 'search', 'stats'] as const;
    const kind = kinds[n % kinds.length] as Read['kind'];
    const paths = {
      search: `/products/search?q=${encodeURIComponent(SEARCHES[n % SEARCHES.length] ?? '')}`,
      lookup: `/products/barcode/${row?.gtin}`,
      detail: `/products/${row?.id}`,
      stats: '/stats',
    };
    const askedAt = performance.now();
    const host = typeof origin === 'string' ? origin : origin();
    const { status, text, isRetried } = await ask(`${host}/api/v1${paths[kind]}`);
    const isFalselyEmpty = kind === 'search' && status === 200 && text.includes('"items":[]');
    reads.push({
      kind,
      status,
      ms: performance.now() - askedAt,
      at: askedAt - startedAt,
      isFalselyEmpty,
      isRetried,
    });
  }

  async function ask(url: string, isRetried = false): Promise<Answer> {
    return await new Promise((resolve) => {
      const end = (status: number, text = '') => resolve({ status, text, isRetried });
      const request = httpGet(url, { headers: world.headers, agent, timeout: 15_000 }, (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () => end(response.statusCode ?? 0, text));
        response.on('error', fail);
      });
      const fail = (error: NodeJS.ErrnoException) => {
        // Closed for being idle just when it was used again: nobody has seen the request, so clients send it again.
        if (request.reusedSocket && error.code === 'ECONNRESET') resolve(ask(url, true));
        else end(error.code === 'ECONNREFUSED' ? -1 : 0);
      };
      request.on('error', fail).on('timeout', () => end(0));
    });
  }

  const timer = setInterval(() => {
    const one: Promise<void> = read().finally(() => running.delete(one));
    running.add(one);
  }, 1_000 / perSecond);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(running);
      agent.destroy();
      return reads;
    },
  };
}

/** Reads that failed, by kind and status; `none` when none did. 0: broken off, -1: nothing listened. */
export function describeFailures(reads: Read[]): string {
  const counts = new Map<string, number>();
  for (const { kind, status, isFalselyEmpty } of reads) {
    // A product may be gone by the time it is asked for; searches and figures are always there.
    const isGone = status === 404 && (kind === 'lookup' || kind === 'detail');
    const name = isFalselyEmpty ? `${kind} falsely empty` : `${kind} ${status}`;
    if ((status !== 200 && !isGone) || isFalselyEmpty) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([name, count]) => `${name} x${count}`).join(', ') || 'none';
}

export function slowest(reads: Read[], share: number): number {
  return percentile(
    reads.map(({ ms }) => ms),
    share,
  );
}
