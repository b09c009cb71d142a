import type { Logger } from 'pino';
import type { Db } from '../../src/platform/db/client.ts';
import { FIRST_ID } from '../../src/search/index/indexed-product-store.ts';
import type { Rebuild } from '../../src/search/index/rebuild-store.ts';
import type { SendGate } from '../drain/send-gate.ts';
import type { IndexEngine } from '../../src/search/engines/index-engine.ts';
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
  /** Called when the new index has become the live one. */
  onSwapped: (createdAt: string) => void;
  /** Whether a person may wait for the engine to write a change. */
  arePeopleNear: () => boolean;
  metrics: IndexerMetrics;
  logger: Logger;
  signal: AbortSignal;
}

/** One attempt at a rebuild: the state that fill, verify and swap keep between steps. */
export interface RebuildRun {
  readonly id: number;
  /** Number of products to write. */
  readonly total: number;
  /** When the new index was created. If the engine reports another time, the index was replaced. */
  readonly createdAt: string;
  phase: 'filling' | 'verifying' | 'swapping';
  fill: {
    /** The last id that was sent; undefined once all are sent. */
    after: string | undefined;
    /** Pages that were sent and not answered for. */
    pages: SentPage[];
    /** Number of products that were answered for. */
    done: number;
    savedAt: number;
  };
  verify: {
    /** Completed comparisons. */
    rounds: number;
    /**
     * The outbox version when filling ended, how many marks up to it are left, and how long that may stay unchanged.
     */
    catchUp?: { version: number; left: number; until: number } | undefined;
    /** The comparison under way: its number of differing products, or its error. */
    comparison?: { result?: number | Error } | undefined;
  };
  swapFailures: number;
}

export interface SentPage {
  productIds: string[];
  task: number;
}

/** What follows a step: the same phase after `againMs`, the next phase at once, or the end. */
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
