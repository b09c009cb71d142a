import pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';

const EVERY_MS = 500;

export interface IndexWatch {
  /** Resolves when nothing waits to be indexed. */
  untilEmpty(): Promise<void>;
  /** Random names of products in use. */
  listNames(count: number): Promise<string[]>;
  /** The most products that waited at once since `reset`, and the longest time that one of them had waited. */
  worst(): { mostDirty: number; oldestS: number };
  reset(): void;
  close(): Promise<void>;
}

/** Looks twice a second at what waits to be indexed. */
export function watchIndex(databaseUrl: string): IndexWatch {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  let mostDirty = 0;
  let oldestS = 0;
  const look = async () => {
    const { rows } = await pool.query<{ dirty: number; oldest: number }>(
      `select count(*)::int as dirty, coalesce(extract(epoch from now() - min(marked_at)), 0)::float8 as oldest
       from search_outbox where parked_error is null`,
    );
    const { dirty = 0, oldest = 0 } = rows[0] ?? {};
    mostDirty = Math.max(mostDirty, dirty);
    oldestS = Math.max(oldestS, oldest);
    return dirty;
  };
  const timer = setInterval(() => void look().catch(() => undefined), EVERY_MS);
  return {
    async untilEmpty() {
      while ((await look()) > 0) await sleep(EVERY_MS);
    },
    async listNames(count) {
      const { rows } = await pool.query<{ name: string }>(
        `select name from products where status = 'active' order by md5(name) limit $1`,
        [count],
      );
      return rows.map(({ name }) => name);
    },
    worst: () => ({ mostDirty, oldestS }),
    reset() {
      mostDirty = 0;
      oldestS = 0;
    },
    async close() {
      clearInterval(timer);
      await pool.end();
    },
  };
}
