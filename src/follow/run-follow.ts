import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Db } from '../platform/db/client.ts';
import { restartFromBeginning } from './begin-follow.ts';
import { UnknownReference } from './copy/copied-product.ts';
import { createDumpFill } from './dump/fill-from-dump.ts';
import { CursorMoved, findFollow, saveFollowError } from './follow-store.ts';
import { LeaderError, type Leader } from './leader-client.ts';
import type { LeaderPage } from './leader-page.ts';
import { removeUnseen, takePage } from './copy/take-page.ts';
import type { LeaderReference } from './copy/usable-reference.ts';

/** Pause between calls at the end of the feed, so that single changes are read together. */
const REST_MS = 1_000;
const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 60_000;
/** Maximum age of the reference data while a catalogue is filled. At the end of the feed it is read with every page. */
const REFERENCE_FRESH_MS = 5_000;
/** Interval of checks for changes that affect no product, such as an empty category or the URL of a licence. */
const REFERENCE_IDLE_MS = 15_000;
/** After this many mismatches in a row, products with references that the leader lacks are skipped. */
const MOST_MISFITS = 4;

export interface FollowRun {
  /** Number of written changes, including lines of a dump. */
  countChanges(): number;
  /** Resolves once the batch in progress is written or given up. */
  close(): Promise<void>;
  /** Resolves when it ends: by `close`, or when the catalogue does not follow any more. */
  ended: Promise<void>;
}

/**
 * Fills the catalogue from a dump of the leader, if there is one, then applies the leader's feed until closed. Every
 * failure is logged, saved, and retried from the state in the database. Several processes may run it; each page is
 * written once.
 */
export function startFollow({
  db,
  leader,
  logger,
  downloads,
  onCurrent,
}: {
  db: Db;
  leader: Leader;
  logger: Logger;
  /** Where dumps are downloaded. */
  downloads: { folder: string; linesAtOnce?: number; silenceMs?: number };
  /** Called when the catalogue is up to date. */
  onCurrent?: () => void;
}): FollowRun {
  const stopping = new AbortController();
  const { signal } = stopping;
  const rest = (ms: number) => sleep(ms, undefined, { signal }).catch(() => undefined);
  let changes = 0;
  /** Saved reference data as JSON; undefined: it must be saved again. */
  let written: string | undefined;
  let referenceReadAt = -Infinity;
  let failures = 0;
  /** Consecutive reads whose products did not match the reference data. */
  let misfits = 0;
  /** Whether the last answer had no further changes. Only then does the next call wait. */
  let isCurrent = false;

  const dumps = createDumpFill({
    db,
    leader,
    logger,
    signal,
    ...downloads,
    onWritten: (products) => (changes += products),
  });

  async function findReference(page: LeaderPage): Promise<LeaderReference | undefined> {
    const freshMs = page.items.length === 0 ? REFERENCE_IDLE_MS : page.has_more ? REFERENCE_FRESH_MS : 0;
    if (written !== undefined && performance.now() - referenceReadAt < freshMs) return undefined;
    const reference = await leader.readReferenceData(signal);
    referenceReadAt = performance.now();
    return JSON.stringify(reference) === written ? undefined : reference;
  }

  /** @returns whether more may be available at once; undefined: this catalogue does not follow any more */
  async function step(): Promise<boolean | undefined> {
    const follow = await findFollow(db);
    if (!follow) return undefined;
    if (follow.cursor === null) {
      const outcome = await dumps.run(follow);
      if (outcome !== 'none') return outcome === 'filled';
    }
    const waits = isCurrent;
    isCurrent = false;
    const page = await leader.readChanges(follow.cursor, waits, signal);
    // Read after the page, so that it has everything the page refers to, unless it changed once more.
    const reference = await findReference(page);
    const { isReferenceWhole } = await takePage(db, follow.cursor, page, reference, misfits >= MOST_MISFITS);
    misfits = 0;
    if (reference) written = isReferenceWhole ? JSON.stringify(reference) : undefined;
    changes += page.items.length;
    if (page.has_more) return page.items.length > 0;
    if (follow.isSweeping) {
      const removed = await removeUnseen(db);
      logger.info({ removed }, 'products that the leader no longer has are removed');
      written = undefined;
    }
    isCurrent = true;
    onCurrent?.();
    return false;
  }

  async function recover(cause: unknown): Promise<void> {
    written = undefined;
    failures += 1;
    if (cause instanceof UnknownReference) misfits += 1;
    const isExpired = cause instanceof LeaderError && cause.kind === 'expired';
    if (isExpired) {
      logger.warn('the leader cannot tell the missed changes: everything is read again');
      await restartFromBeginning(db, cause.message);
      // Back off the next time, in case the leader rejects every cursor.
      if (failures === 1) return;
    }
    // Mismatching reads, concurrent processes and a busy leader usually resolve with a retry.
    const isPassing =
      isExpired ||
      cause instanceof UnknownReference ||
      cause instanceof CursorMoved ||
      (cause instanceof LeaderError && cause.kind === 'busy');
    if (!isPassing || failures > 3) {
      const reason = describe(cause);
      logger.warn({ reason, failures }, 'following fails; trying again until it works');
      await saveFollowError(db, reason);
    }
    const longest = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(failures, 10));
    const askedMs = cause instanceof LeaderError ? cause.retryAfterMs : 0;
    // Half of the delay is random, so that many followers of one leader do not return together.
    await rest(Math.max(askedMs, longest / 2) + (Math.random() * longest) / 2);
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      try {
        const hasMore = await step();
        if (hasMore === undefined) return;
        if (failures > 0) logger.info('following works again');
        failures = 0;
        if (!hasMore) await rest(REST_MS);
      } catch (error) {
        if (signal.aborted) return;
        // If the database is down, the reason cannot be saved either; the log has it.
        await recover(error).catch(() => rest(REST_MS));
      }
    }
  }

  const ended = run();
  return {
    countChanges: () => changes,
    async close() {
      stopping.abort();
      await ended;
    },
    ended,
  };
}

/** Returns a one-line reason. For a failed statement only the server's message: the statement may be a megabyte. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error).slice(0, 300);
  if (error instanceof LeaderError || !(error.cause instanceof Error)) return error.message.slice(0, 300);
  return error.cause.message.slice(0, 300);
}
