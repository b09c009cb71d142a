import type { Logger } from 'pino';
import { findOperator } from '../../access/operators/operator-store.ts';
import type { Db } from '../../platform/db/client.ts';
import { isDatabaseUnavailable, isTimeout } from '../../platform/db/database-error.ts';
import type { Subscription } from '../../platform/db/notifications/notification-listener.ts';
import { retryTransaction } from '../../platform/db/retry-transaction.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { startLoop } from '../../platform/start-loop.ts';
import { approveInTransaction } from '../decisions/approve-submission.ts';
import { rejectInTransaction } from '../decisions/reject-submission.ts';
import type { Reviewer } from '../decisions/require-open-submission.ts';
import { keepRecords } from './judge-rules.ts';
import { knowsConditions } from './rule-contract.ts';
import {
  countWithinHour,
  deleteMark,
  listMarks,
  lockRule,
  readRules,
  type StoredRule,
} from './rule-store.ts';
import { chooseRules } from './suggest-decisions.ts';

const BATCH = 100;
/** Finds public submissions that have waited for pictures. */
const LOOK_EVERY_MS = 10_000;
const LEAST_REST_MS = 1_000;
/** How often to check for missing or old records. */
const JUDGE_EVERY_MS = 5_000;
/** Contributors send pictures after the submission. */
const WAIT_FOR_PICTURES_S = 120;
/** How often to retry a decision that times out, a minute apart. The database may be busy for a while. */
const MOST_TIMEOUTS = 3;

/**
 * Lets automatic rules decide new submissions, and returns how many they decided. Submissions that a rule cannot
 * decide, or beyond its hourly cap, are left to operators. `timeouts` counts timed-out tries per submission.
 */
export async function decideByRules(
  db: Db,
  waitSeconds = WAIT_FOR_PICTURES_S,
  timeouts = new Map<string, number>(),
): Promise<number> {
  const ids = await listMarks(db, BATCH, waitSeconds);
  if (ids.length === 0) return 0;
  const rules = await readRules(db);
  // A process of the later release that saved such a rule decides.
  if (!rules.every(knowsConditions)) return 0;
  const chosen = await chooseRules(db, ids, rules);
  let decided = 0;
  for (const id of ids) {
    const rule = chosen.get(id);
    if (rule?.isAutomatic && (await decide(db, id, rule, timeouts))) decided += 1;
    else await deleteMark(db, id);
    timeouts.delete(id);
  }
  return decided;
}

/** Returns false if the submission is left to operators. */
async function decide(
  db: Db,
  submissionId: string,
  { id, version }: StoredRule,
  timeouts: Map<string, number>,
): Promise<boolean> {
  try {
    return await retryTransaction(db, async (tx) => {
      const rule = await lockRule(tx, id);
      if (!rule?.isAutomatic || rule.version !== version || rule.switchedOnBy === null) return false;
      const admin = await findOperator(tx, rule.switchedOnBy);
      if (admin?.role !== 'admin' || admin.disabledAt !== null) return false;
      if ((await countWithinHour(tx, id)) >= rule.hourlyCap) return false;
      const reviewer: Reviewer = {
        operatorId: rule.switchedOnBy,
        role: 'reviewer',
        author: { actor: `rule:${id}` },
        isBulk: true,
        rule,
      };
      if (rule.suggestion === 'approve') await approveInTransaction(tx, submissionId, {}, reviewer);
      else await rejectInTransaction(tx, submissionId, rule.reason ?? '', reviewer);
      await deleteMark(tx, submissionId);
      return true;
    });
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return false;
    // Skip a submission that fails because of a bug, so that it does not block the next ones. A database outage is
    // retried.
    const tries = (timeouts.get(submissionId) ?? 0) + (isTimeout(error) ? 1 : 0);
    timeouts.set(submissionId, tries);
    if (tries >= MOST_TIMEOUTS || !(error instanceof ApiError || isDatabaseUnavailable(error))) {
      await deleteMark(db, submissionId);
      timeouts.delete(submissionId);
    }
    throw error;
  }
}

/** Returns a function that warns once of each rule that makes all rules wait. */
export function createUnknownWarning(logger: Logger): (rule: Pick<StoredRule, 'id' | 'name'>) => void {
  const warned = new Set<string>();
  return ({ id, name }) => {
    if (warned.has(id)) return;
    warned.add(id);
    logger.warn(
      { rule: id },
      `a later release saved the review rule “${name}”: no rule suggests or decides here`,
    );
  };
}

/** Runs the rules for the lifetime of the process. Every API process may run them. */
export function runRules(
  db: Db,
  logger: Logger,
): { subscriptions: Subscription[]; close(): Promise<unknown> } {
  const timeouts = new Map<string, number>();
  const decideNext = async () => {
    const decided = await decideByRules(db, WAIT_FOR_PICTURES_S, timeouts);
    if (decided > 0) logger.info({ decided }, 'submissions decided by rules');
  };
  const deciding = startLoop({
    name: 'deciding by rules',
    everyMs: LOOK_EVERY_MS,
    leastRestMs: LEAST_REST_MS,
    work: decideNext,
    logger,
  });
  // A separate loop, so that slow judging does not delay decisions.
  const warnOfUnknown = createUnknownWarning(logger);
  const judge = () => keepRecords(db, warnOfUnknown);
  const judging = startLoop({ name: 'judging rules', everyMs: JUDGE_EVERY_MS, work: judge, logger });
  const wake = () => deciding.wake();
  return {
    subscriptions: [{ channel: 'submissions_changed', onChange: wake, onGap: wake }],
    close: () => Promise.all([deciding.close(), judging.close()]),
  };
}
