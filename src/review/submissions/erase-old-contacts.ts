import { and, isNotNull, isNull, lt, or, sql, type SQL } from 'drizzle-orm';
import type { Logger } from 'pino';
import { forgetGoodAddresses } from '../../access/limits/good-address-store.ts';
import { forgetOldMisses } from '../../catalog/misses/miss-store.ts';
import type { Db } from '../../platform/db/client.ts';
import { submissions } from '../../platform/db/schema/submissions.ts';
import { forgetOldAnswers } from '../../platform/http/idempotency/idempotency-store.ts';
import { DAY_MS, startLoop, type RunningLoop } from '../../platform/start-loop.ts';
import { endForgottenBlocks } from '../senders/sender-block-store.ts';

/** Days after the review. */
const KEPT_DAYS = 90;
/** Days after arrival of a submission that was not reviewed. */
const KEPT_UNREVIEWED_DAYS = 365;

/**
 * Erases e-mail addresses and address hashes of submissions that were reviewed at least 90 days ago, or have waited
 * for a year. Returns how many.
 */
export async function eraseOldContacts(db: Db): Promise<number> {
  const { rowCount } = await db
    .update(submissions)
    .set({ contactEmail: null, addressHash: null })
    .where(
      and(
        or(isNotNull(submissions.contactEmail), isNotNull(submissions.addressHash)),
        or(
          lt(submissions.reviewedAt, daysAgo(KEPT_DAYS)),
          and(isNull(submissions.reviewedAt), lt(submissions.createdAt, daysAgo(KEPT_UNREVIEWED_DAYS))),
        ),
      ),
    );
  await endForgottenBlocks(db);
  await forgetGoodAddresses(db);
  await forgetOldMisses(db);
  await forgetOldAnswers(db);
  return rowCount ?? 0;
}

function daysAgo(days: number): SQL {
  return sql`now() - make_interval(days => ${days})`;
}

export function eraseContactsDaily(db: Db, logger: Logger): RunningLoop {
  const work = async () => {
    const count = await eraseOldContacts(db);
    if (count > 0) logger.info({ count }, 'old contact addresses erased');
  };
  return startLoop({ name: 'the erasure of old contact addresses', everyMs: DAY_MS, work, logger });
}
