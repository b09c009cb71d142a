import { and, isNotNull, isNull, lt, or, sql, type SQL } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Db } from '../../platform/db/client.ts';
import { submissions } from '../../platform/db/schema/submissions.ts';
import { runDaily } from '../../platform/run-daily.ts';
import { endForgottenBlocks } from '../senders/sender-block-store.ts';

/** After the review, … */
const KEPT_DAYS = 90;
/** … and of an unreviewed entry, after it came in. */
const KEPT_UNREVIEWED_DAYS = 365;

/**
 * Forgets the e-mail addresses of entries that were reviewed 90 days ago or earlier, and of those that came in a year
 * ago or earlier and still wait; how many it were.
 */
export async function eraseOldContacts(db: Db): Promise<number> {
  const { rowCount } = await db
    .update(submissions)
    .set({ contactEmail: null })
    .where(
      and(
        isNotNull(submissions.contactEmail),
        or(
          lt(submissions.reviewedAt, daysAgo(KEPT_DAYS)),
          and(isNull(submissions.reviewedAt), lt(submissions.createdAt, daysAgo(KEPT_UNREVIEWED_DAYS))),
        ),
      ),
    );
  await endForgottenBlocks(db);
  return rowCount ?? 0;
}

function daysAgo(days: number): SQL {
  return sql`now() - make_interval(days => ${days})`;
}

export function eraseContactsDaily(db: Db, logger: Logger): { close(): void } {
  const erase = async () => {
    const count = await eraseOldContacts(db);
    if (count > 0) logger.info({ count }, 'old contact addresses erased');
  };
  return runDaily('the erasure of old contact addresses', erase, logger);
}
