import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { bulkhead, isBulkheadRejectedError } from 'cockatiel';
import type { Db } from '../../platform/db/client.ts';
import type { Subscription } from '../../platform/db/notifications/notification-listener.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { createCallCap } from '../../access/limits/call-cap.ts';
import { AT_ONCE, type AtOnce } from '../../access/limits/limits.ts';
import type { ChangeCursor } from './change-cursor.ts';
import { findChanges, renderChanges, type FoundChanges } from './read-changes.ts';

interface FeedFigures extends AtOnce {
  /** Waiting callers get the positions of this time after the first one in one answer. */
  gatherMs: number;
}

const FIGURES: FeedFigures = { ...AT_ONCE.changes, gatherMs: 100 };
/** The most pages that wait while one is read. */
const MOST_IN_LINE = 100;
/** A page of at most this many products uses no quota, because a copy that keeps up reads many small pages. */
const FREE_ITEMS = 100;

export interface FeedCall {
  since: ChangeCursor | 'now' | undefined;
  limit: number;
  waitMs: number;
  /** The requested fields of each product; undefined: all. */
  fields: readonly string[] | undefined;
  /** Address of the service, for pictures. */
  root: string;
  /** The caller, whose calls are counted together. */
  caller: string;
  /** Charges the caller’s quota. */
  setCost: (calls: number) => Promise<void>;
  /** Aborted when the caller leaves. */
  signal: AbortSignal;
}

export interface ChangeFeed {
  /**
   * Returns a page as JSON.
   * @throws ApiError `cursor_expired`; `rate_limited` when the caller has too many open calls, `unavailable` when all
   *   callers together have; the errors of `setCost`
   */
  read(call: FeedCall): Promise<Readable>;
  /** Listeners for notifications of new positions. */
  subscriptions: Subscription[];
  /** Answers all waiting calls at once; later calls do not wait. */
  close(): void;
}

/** Returns the change feed of a process. It limits readers and waiting calls, so that lookups stay fast. */
export function createChangeFeed({
  db,
  figures = {},
}: {
  db: Db;
  figures?: Partial<FeedFigures>;
}): ChangeFeed {
  const { gatherMs, ...atOnce } = { ...FIGURES, ...figures };
  // One page at a time: it uses one connection, and other requests run between two of its parts.
  const turns = bulkhead(1, MOST_IN_LINE);
  const cap = createCallCap(atOnce);
  const changes = createChangeSignal(gatherMs);

  const inTurn = async <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
    try {
      return await turns.execute(() => {
        signal.throwIfAborted();
        return work();
      });
    } catch (error) {
      if (!isBulkheadRejectedError(error)) throw error;
      throw new ApiError('unavailable', 'Too many read the changes at the moment. Try again in a moment.', {
        headers: { 'Retry-After': '1' },
        cause: error,
        isShed: true,
      });
    }
  };

  /** Reads again after each notification, until there is a change for this caller or `waitMs` is over. */
  async function find({ since, limit, waitMs, signal }: FeedCall): Promise<FoundChanges> {
    const until = performance.now() + waitMs;
    for (let from = since; ;) {
      const seen = changes.seen();
      const found = await inTurn(signal, () => findChanges(db, from, limit));
      const isAtEnd = found.entries.length === 0;
      const leftMs = until - performance.now();
      if (!isAtEnd || leftMs <= 0 || signal.aborted || changes.isClosed()) return found;
      // Deletions from before the reader started are skipped, and may fill a page. There may be more after it.
      from = found.after;
      if (found.isPast) await changes.wait(seen, leftMs, signal);
    }
  }

  return {
    async read(call) {
      const { caller, signal, setCost } = call;
      const { leave, holdPage } = cap.enter(caller);
      try {
        const found = await find(call);
        await setCost(found.entries.length > FREE_ITEMS ? 1 : 0);
        holdPage();
        const page = Readable.from(await inTurn(signal, () => renderChanges(db, found, call, signal)));
        // A request that ended meanwhile never reads or closes the page: its aborted signal throws here.
        signal.throwIfAborted();
        page.once('close', leave);
        return page;
      } catch (error) {
        leave();
        throw error;
      }
    },
    subscriptions: [changes.subscription],
    close: () => changes.close(),
  };
}

interface ChangeSignal {
  /** Returns a counter for `wait`. Take it before a read, so that `wait` notices a signal during that read. */
  seen(): number;
  /** Resolves when there may be positions after `seen`, after `ms`, when `signal` is aborted, or when it is closed. */
  wait(seen: number, ms: number, signal: AbortSignal): Promise<void>;
  subscription: Subscription;
  isClosed(): boolean;
  /** Ends all waits; later calls do not wait. */
  close(): void;
}

/**
 * Returns a signal for new positions, on which the process’s callers wait. They hold no connection while they wait: one shared
 * connection listens. Notifications within `gatherMs` are combined into one.
 */
function createChangeSignal(gatherMs: number): ChangeSignal {
  let signals = 0;
  let bell = new AbortController();
  let isClosed = false;
  let gathering: NodeJS.Timeout | undefined;
  const ring = () => {
    gathering = undefined;
    signals += 1;
    bell.abort();
    if (!isClosed) bell = new AbortController();
  };
  const gather = () => {
    gathering ??= setTimeout(ring, gatherMs).unref();
  };
  return {
    seen: () => signals,
    async wait(seen, ms, signal) {
      if (seen !== signals || isClosed) return;
      // A timer instead of `AbortSignal.timeout`: in Node 20 such a signal may be garbage-collected while only
      // `AbortSignal.any` refers to it, and then never aborts.
      await sleep(ms, undefined, {
        signal: AbortSignal.any([signal, bell.signal]),
        ref: false,
      }).catch(() => undefined);
    },
    subscription: { channel: 'product_changes_stamped', onChange: gather, onGap: gather },
    isClosed: () => isClosed,
    close() {
      isClosed = true;
      clearTimeout(gathering);
      ring();
    },
  };
}
