import type { Logger } from 'pino';
import type { Db } from '../../src/platform/db/client.ts';
import { FIRST_ID } from '../../src/search/index/indexed-product-store.ts';
import type { Rebuild } from '../../src/search/index/rebuild-store.ts';
import type { SendGate } from '../drain/send-gate.ts';
import type { IndexEngine } from '../engines/index-engine.ts';
import type { IndexerMetrics } from '../indexer-metrics.ts';
import type { WriterLock } from '../writer-lock.ts';

export const POLL_MS = 20;

export interface RebuildDependencies {
  db: Db;
  engine: IndexEngine;
  gate: SendGate;
  lock: WriterLock;
  /** Whether the engine has answered for everything that the drain has sent. */
  isDrainIdle: () => boolean;
  /** The new index is the live one now. */
  onSwapped: (createdAt: string) => void;
  /** Whether a person may wait for the engine to write a change. */
  arePeopleNear: () => boolean;
  metrics: IndexerMetrics;
  logger: Logger;
  signal: AbortSignal;
}

/** One attempt at a rebuild: everything that fill, verify and swap remember from step to step. */
export interface RebuildRun {
  readonly id: number;
  /** Products to write. */
  readonly total: number;
  /** When the new index was made. If the engine names another time, it was replaced. */
  readonly createdAt: string;
  phase: 'filling' | 'verifying' | 'swapping';
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
  | { phase: 'verifying' | 'swapping' }
  | { end: 'done' }
  | { end: 'failed'; reason: string };

export function createRun({ id }: Rebuild, total: number, createdAt: string): RebuildRun {
  return {
    id,
    total,
    createdAt,
    phase: 'filling',
    fill: { after: FIRST_ID, pages: [], done: 0, savedAt: Date.now() },
    verify: { rounds: 0 },
    swapFailures: 0,
  };
}
