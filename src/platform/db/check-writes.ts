import type { Pool } from 'pg';

const FRESH_MS = 5_000;
/** Exceeds the smallest `work_mem`, so that Postgres writes a temporary file of about a megabyte. */
const SPILL = "select set_config('work_mem', '64kB', true); select count(*) from generate_series(1, 30000)";

/**
 * Checks that the database is not read-only and has disk space. Changes nothing.
 * @throws the database's error
 */
async function checkWrites(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ readOnly: string }>(
    `select current_setting('transaction_read_only') as "readOnly"`,
  );
  if (rows[0]?.readOnly === 'on') throw new Error('the database takes no writes: it is read-only');
  await pool.query(SPILL);
}

/** Returns a check for probes: at most one runs at a time, and a success counts for 5 s. */
export function createWriteCheck(pool: Pool): () => Promise<void> {
  let passedAt = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | undefined;
  const run = async () => {
    try {
      await checkWrites(pool);
      passedAt = performance.now();
    } finally {
      running = undefined;
    }
  };
  return async () => {
    if (performance.now() - passedAt > FRESH_MS) await (running ??= run());
  };
}
