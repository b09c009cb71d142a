import { sql } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/client.ts';
import type { Source } from '../submissions/submission-count-store.ts';
import { isWaiting } from './queue-condition.ts';

/** Returns the age in seconds of the oldest submission that waits for an operator, by source; 0 when none does. */
export async function measureQueueAge(db: Db | Tx): Promise<Record<Source, number>> {
  const ageOf = (source: Source) => sql`coalesce(extract(epoch from clock_timestamp() - (
    select min(created_at) from submissions where status = 'pending' and source = ${source} and not ${isWaiting}
  )), 0)::float8`;
  const { rows } = await db.execute<Record<Source, number>>(
    sql`select ${ageOf('public')} as public, ${ageOf('backflow')} as backflow`,
  );
  return rows[0] ?? { public: 0, backflow: 0 };
}
