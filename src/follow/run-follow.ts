import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Db } from '../platform/db/client.ts';
import { beginAnew } from './begin-follow.ts';
import { UnknownReference } from './copy/copied-product.ts';
import { createDumpFill } from './dump/fill-from-dump.ts';
import { CursorMoved, findFollow, saveFollowError } from './follow-store.ts';
import { LeaderError, type Leader } from './leader-client.ts';
import type { LeaderPage } from './leader-page.ts';
import { removeUnseen, takePage } from './copy/take-page.ts';
import type { ToldReference } from './copy/usable-reference.ts';

/** Between two calls at the end of the feed: changes that come one by one are taken together. */
const REST_MS = 1_000;
const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 60_000;
/** While a catalogue is filled, reference data is read so often; at the end of the feed, with every page. */
const REFERENCE_FRESH_MS = 5_000;
/** What no product says is looked for so often: a category without products, the address of a licence. */
const REFERENCE_IDLE_MS = 15_000;
/** After so many reads that do not fit, the products that name what the leader does not have are skipped. */
const MOST_MISFITS = 4;

export interface FollowRun {
  /** Changes that were written, lines of a dump among them. */
  told(): number;
  /** Resolves once the batch under way is written, or given up. */
  close(): Promise<void>;
  /** Resolves when it ends; only by `close`, or when the catalogue does not follow any more. */
  ended: Promise<void>;
}

/**
 * Fills the catalogue from a dump of the leader, where it has one; then reads the leader's feed and writes what it tells, until
 * it is closed. Whatever fails, at either side, is tried again from
 * what is in the database; why is said there and in the log. Several processes may run: each page is written once.
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
  /** Where a dump is downloaded to. */
  downloads: { folder: string; linesAtOnce?: number; silenceMs?: number };
  /** Everything that the leader has told is written. */
  onCurrent?: () => void;
}): FollowRun {
  const stopping = new AbortController();
  const { signal } = stopping;
  const rest = (ms: number) => sleep(ms, undefined, { signal }).catch(() => undefined);
  let told = 0;
  /** The written reference data as text; undefined: it has to be written again. */
  let written: string | undefined;
  let referenceReadAt = -Infinity;
  let failures = 0;
  /** Reads in a row whose products did not fit the reference data. */
  let misfits = 0;
  /** By the last answer: until the leader has said that there is no more, waiting would only put off that everything is here. */
  let isCurrent = false;

  const dumps = createDumpFill({
    db,
    leader,
    logger,
    signal,
    ...downloads,
    onWritten: (products) => (told += products),
  });

  async function findReference(page: LeaderPage): Promise<ToldReference | undefined> {
    const freshMs = page.items.length === 0 ? REFERENCE_IDLE_MS : page.has_more ? REFERENCE_FRESH_MS : 0;
    if (written !== undefined && performance.now() - referenceReadAt < freshMs) return undefined;
    const reference = await leader.readReferenceData(signal);
    referenceReadAt = performance.now();
    return JSON.stringify(reference) === written ? undefined : reference;
  }

  /** @returns whether there may be more at once; undefined: this catalogue does not follow any more */
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
    // After the page: what its products refer to was there by then, or has changed once more.
    const reference = await findReference(page);
    const { isReferenceWhole } = await takePage(db, follow.cursor, page, reference, misfits >= MOST_MISFITS);
    misfits = 0;
    if (reference) written = isReferenceWhole ? JSON.stringify(reference) : undefined;
    told += page.items.length;
    if (page.has_more) return page.items.length > 0;
    if (follow.isSweeping) {
      const removed = await removeUnseen(db);
      logger.info({ removed }, 'what the leader does not have any more is removed');
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
      await beginAnew(db, cause.message);
      // A leader that says so of every cursor is not asked in a circle.
      if (failures === 1) return;
    }
    // Two reads that do not fit, two processes, a leader that asks for patience: the next attempts settle it.
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
    // Half of it at random, so that many followers of one leader do not come back together.
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
        // Where the database is away it does not take why either: the log has it.
        await recover(error).catch(() => rest(REST_MS));
      }
    }
  }

  const ended = run();
  return {
    told: () => told,
    async close() {
      stopping.abort();
      await ended;
    },
    ended,
  };
}

/** One line, and of a statement that failed the server's words alone: it may be a megabyte of products. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error).slice(0, 300);
  if (error instanceof LeaderError || !(error.cause instanceof Error)) return error.message.slice(0, 300);
  return error.cause.message.slice(0, 300);
}
