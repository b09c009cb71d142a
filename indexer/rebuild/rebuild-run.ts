import type { Logger } from 'pino';
import type { Db } from '../../src/db/client.ts';
import { FIRST_ID } from '../../src/index/indexed-product-store.ts';
import type { Rebuild } from '../../src/index/rebuild-store.ts';
import type { KeptCopy } from '../copies/kept-copy.ts';
import type { IndexerMetrics } from '../indexer-metrics.ts';
import type { WriterLock } from '../writer-lock.ts';

export const POLL_MS = 20;

export interface RebuildDependencies {
  db: Db;
  lock: WriterLock;
  /** Whether everything the drain has sent to this copy has been answered for. */
  isDrainIdle: (copy: KeptCopy) => boolean;
  /** Whether a copy may be rebuilt now: one at a time is out of service for it. */
  mayBegin: (copy: KeptCopy) => boolean;
  /** It is about to be rebuilt. */
  onBegin: (copy: KeptCopy) => Promise<void>;
  /** From now on it gets nothing until it is swapped. */
  onSwapping: (copy: KeptCopy) => Promise<void>;
  /** The new index is the live one now. */
  onSwapped: (copy: KeptCopy, createdAt: string) => Promise<void>;
  /** It stays as it was. */
  onFailed: (copy: KeptCopy) => void;
  /** Whether another copy serves, which what is dirty has to reach soon. */
  isBesideOthers: (copy: KeptCopy) => boolean;
  /** Whether somebody may wait for the engine to write what he has changed. */
  arePeopleNear: () => boolean;
  metrics: IndexerMetrics;
  logger: Logger;
  signal: AbortSignal;
}

/** One attempt at a rebuild of one copy, as far as it is: all that its phases remember from step to step. */
export interface RebuildRun {
  readonly id: number;
  readonly copy: KeptCopy;
  /** Products to write, of all copies together; and those written to the copies before this one. */
  readonly total: number;
  readonly doneBefore: number;
  /** Of the new index: another one than this is not ours. */
  createdAt: string | undefined;
  phase: 'preparing' | 'filling' | 'verifying' | 'swapping';
  /** The making of the new index: when it was made, or why that failed. */
  preparation?: { result?: string | Error } | undefined;
  fill: {
    /** The last id that was sent; undefined when all are. */
    after: string | undefined;
    /** Sent, and not answered for. */
    pages: SentPage[];
    /** Products that were answered for. */
    done: number;
    savedAt: number;
  };
  verify: {
    /** Comparisons that have ended. */
    rounds: number;
    /** What was dirty when the filling ended, how much of it is left, and how long that may stay the same. */
    catchUp?: { version: number; left: number; until: number } | undefined;
    /** The comparison under way: how many products differ, or why it failed. */
    comparison?: { result?: number | Error } | undefined;
  };
  swapFailures: number;
}

export interface SentPage {
  productIds: string[];
  task: number;
}

/** What comes after a step: the same phase again in so many ms, the next one at once, or the end. */
export type NextStep =
  | { againMs: number }
  | { phase: 'filling' | 'verifying' | 'swapping' }
  | { end: 'done' }
  | { end: 'failed'; reason: string };

export function createRun(
  { id }: Rebuild,
  copy: KeptCopy,
  progress: { total: number; doneBefore: number },
): RebuildRun {
  return {
    id,
    copy,
    ...progress,
    createdAt: undefined,
    phase: 'preparing',
    fill: { after: FIRST_ID, pages: [], done: 0, savedAt: Date.now() },
    verify: { rounds: 0 },
    swapFailures: 0,
  };
}

/** Products written, of all copies together. */
export function doneOf({ doneBefore, fill }: RebuildRun): number {
  return doneBefore + fill.done;
}
