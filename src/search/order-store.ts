import { sql } from 'drizzle-orm';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../db/client.ts';
import { ORDERS } from './engines/postgres-engine.ts';
import type { EngineQuery } from './search-engine.ts';
import { TIMED_MS } from './search-limits.ts';

/** The asked page of these products, in an order of times as they are now; undefined when Postgres fails or takes too long. */
export async function listByTime(
  db: Db,
  ids: readonly string[],
  { order = '-updated', offset, limit }: Pick<EngineQuery, 'order' | 'offset' | 'limit'>,
): Promise<string[] | undefined> {
  // One text: of a list the driver quotes each.
  const list = `{${ids.join(',')}}`;
  const done = new AbortController();
  const answered = db
    .execute<{ id: string }>(
      sql`select id from products where id = any(${list}::uuid[]) ${ORDERS[order]} limit ${limit} offset ${offset}`,
    )
    .then(({ rows }) => rows.map(({ id }) => id))
    .catch(() => undefined);
  const late = sleep(TIMED_MS, undefined, { signal: done.signal }).catch(() => undefined);
  try {
    return await Promise.race([answered, late]);
  } finally {
    done.abort();
  }
}
