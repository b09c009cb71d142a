import { and, isNotNull, lt, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Db } from '../db/client.ts';
import { submissions } from '../db/contribution-schema.ts';

const KEPT_DAYS = 90;
const DAY_MS = 86_400_000;

/** Forgets the e-mail addresses of entries that were reviewed 90 days ago or earlier; how many it were. */
export async function eraseOldContacts(db: Db): Promise<number> {
  const { rowCount } = await db
    .update(submissions)
    .set({ contactEmail: null })
    .where(
      and(
        isNotNull(submissions.contactEmail),
        lt(submissions.reviewedAt, sql`now() - make_interval(days => ${KEPT_DAYS})`),
      ),
    );
  return rowCount ?? 0;
}

/** Does so now and once a day; however many processes do, the result is the same. */
export function eraseContactsDaily(db: Db, logger: Logger): { close(): void } {
  const run = () => {
    eraseOldContacts(db).then(
      (count) => count > 0 && logger.info({ count }, 'old contact addresses erased'),
      (error: unknown) => logger.warn({ err: error }, 'old contact addresses are erased tomorrow'),
    );
  };
  run();
  const timer = setInterval(run, DAY_MS).unref();
  return { close: () => clearInterval(timer) };
}
