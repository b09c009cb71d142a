import type { Pool } from 'pg';

const FRESH_MS = 5_000;
/** More than the smallest memory for sorting, so that Postgres writes it, about a megabyte, to a file and removes it. */
const SPILL = "select set_config('work_mem', '64kB', true); select count(*) from generate_series(1, 30000)";

/**
 * Whether the database takes writes: that it is not read-only, and has room on its disk. Changes nothing.
 * @throws what it says when it does not
 */
async function checkWrites(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ readOnly: string }>(
    `select current_setting('transaction_read_only') as "readOnly"`,
  );
  if (rows[0]?.readOnly === 'on') throw new Error('the database takes no writes: it is read-only');
  await pool.query(SPILL);
}

/** The same for probes, however many ask: one at a time, and not again for 5 s after one that passed. */
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
