import { Readable } from 'node:stream';
import { bulkhead, isBulkheadRejectedError } from 'cockatiel';
import type { Db } from '../../db/client.ts';
import type { Hearer } from '../../db/notifications/notification-listener.ts';
import { ApiError } from '../../http/api-error.ts';
import { createCallCap } from './call-cap.ts';
import type { ChangeCursor } from './change-cursor.ts';
import { createChangeSignal } from './change-signal.ts';
import { findChanges, renderChanges, type FoundChanges } from './read-changes.ts';

export interface FeedFigures {
  /** Calls of one caller, and of all, that are under way: waiting, being read, or on their way to a slow reader. */
  mostOfOne: number;
  most: number;
  /** Pages that are held in memory until their readers have taken them, about 5 MB each at most. */
  mostPages: number;
  /** Positions that are given within this time after the first one are one answer. */
  gatherMs: number;
}

const FIGURES: FeedFigures = { mostOfOne: 4, most: 200, mostPages: 32, gatherMs: 100 };
/** Pages that stand in line behind the one that is being read. */
const MOST_IN_LINE = 100;
/** A page of at most so many products uses none of the quota: who keeps up with the catalogue reads many such. */
const FREE_ITEMS = 100;

export interface FeedCall {
  since: ChangeCursor | 'now' | undefined;
  limit: number;
  waitMs: number;
  /** Of each product; undefined: all. */
  fields?: readonly string[] | undefined;
  /** Whose calls are counted together. */
  caller: string;
  /** Says what the call costs of the caller's quota. */
  setCost: (calls: number) => Promise<void>;
  /** Aborted when the caller leaves. */
  signal: AbortSignal;
}

export interface ChangeFeed {
  /**
   * A page as JSON.
   * @throws ApiError `cursor_expired`; `rate_limited` when the caller has too many calls under way, `unavailable` when all
   *   together have; what `setCost` throws
   */
  read(call: FeedCall): Promise<Readable>;
  /** Those who tell it that there is more. */
  hearers: Hearer[];
  /** Whoever waits has an answer at once, and nobody waits from then on. */
  close(): void;
}

/** The change feed of a process: how many read it and wait for it, and that lookups go on meanwhile. */
export function createChangeFeed({
  db,
  figures = {},
}: {
  db: Db;
  figures?: Partial<FeedFigures>;
}): ChangeFeed {
  const { mostOfOne, most, mostPages, gatherMs } = { ...FIGURES, ...figures };
  // One page at a time: it holds one connection, and leaves the process to others between two of its parts.
  const turns = bulkhead(1, MOST_IN_LINE);
  const cap = createCallCap({ mostOfOne, most, mostPages, what: 'changes' });
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

  /** Asks again whenever there is more, until there is something for this caller or his time is over. */
  async function find({ since, limit, waitMs, signal }: FeedCall): Promise<FoundChanges> {
    const until = performance.now() + waitMs;
    for (let from = since; ;) {
      const seen = changes.seen();
      const found = await inTurn(signal, () => findChanges(db, from, limit));
      const isAtEnd = found.entries.length === 0;
      const leftMs = until - performance.now();
      if (!isAtEnd || leftMs <= 0 || signal.aborted || changes.isClosed()) return found;
      // Of what was gone before the reader began, there may be a page and more after it.
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
        const page = Readable.from(await inTurn(signal, () => renderChanges(db, found, call.fields, signal)));
        // Also when nobody reads it: a request that ended meanwhile has aborted the signal.
        signal.throwIfAborted();
        page.once('close', leave);
        return page;
      } catch (error) {
        leave();
        throw error;
      }
    },
    hearers: [changes.hearer],
    close: () => changes.close(),
  };
}
