import type { Logger } from 'pino';
import type { Db } from '../src/platform/db/client.ts';
import { unparkMarks } from '../src/search/index/outbox-store.ts';
import {
  BY_INDEXER,
  LOST_DOCUMENTS,
  findOpenRebuild,
  requestRebuild,
} from '../src/search/index/rebuild-store.ts';
import { createBackgroundPace } from './drain/background-pace.ts';
import { createDrain, type SentLane } from './drain/drain-outbox.ts';
import { createSendGate } from './drain/send-gate.ts';
import { statusOf } from '../src/search/engines/engine-error.ts';
import type { IndexEngine } from '../src/search/engines/index-engine.ts';
import type { IndexerMetrics } from './indexer-metrics.ts';
import { prepareIndex } from './rebuild/prepare-index.ts';
import { createRebuild } from './rebuild/rebuild-index.ts';
import { describeError } from './trouble.ts';
import type { Tracing } from '../src/platform/tracing/tracing.ts';
import type { WriterLock } from './writer-lock.ts';

interface KeeperDependencies {
  db: Db;
  engine: IndexEngine;
  lock: WriterLock;
  tracing: Tracing;
  /** Receives the products whose documents the engine has written. */
  onWritten: (lane: SentLane, productIds: string[]) => void;
  metrics: IndexerMetrics;
  logger: Logger;
  /** Ends every wait for the engine. */
  signal: AbortSignal;
  /** How often the keeper checks the outbox and the engine when nothing wakes it. */
  sweepMs: number;
}

export interface IndexKeeper {
  /** Does the next piece of work. Call it repeatedly, one call at a time, also after it throws. */
  step(): Promise<void>;
  /** Ends the wait of `step`: a product is dirty, or a rebuild is requested. */
  wake(): void;
  /** Whether the live index has every document except those of marked products. */
  isWhole(): boolean;
  /** Sends nothing more and lets the engine finish its tasks, for at most this long. */
  finish(deadlineMs: number): Promise<void>;
  /** Products that were sent and that the engine has not answered for. */
  listUnfinished(): string[];
}

/**
 * Runs everything that the single writer of the index does, in one sequence: drain, rebuild, and checks of the live
 * index.
 */
export function createKeeper(dependencies: KeeperDependencies): IndexKeeper {
  const { db, engine, lock, tracing, metrics, logger, signal, sweepMs } = dependencies;
  const { live, next, pair } = engine;
  const gate = createSendGate(live, signal);
  /** `createdAt` of the live index; undefined until this writer has inspected it. */
  let createdAt: string | undefined;
  /** Documents are missing: nothing is written to the live index until a rebuild replaces it. */
  let isLost = false;
  let mayHaveLeftover = true;
  let nextInspectionAt = 0;

  const background = createBackgroundPace(Date.now);
  const drain = createDrain({
    db,
    targets() {
      if (createdAt === undefined || rebuild.isSwapping()) return [];
      return [...(isLost ? [] : [live]), ...(rebuild.isUnderWay() ? [next] : [])];
    },
    isLiveUnchanged,
    renderDocument: engine.renderDocument,
    gate,
    background,
    lock,
    tracing,
    onWritten: dependencies.onWritten,
    metrics,
    logger,
  });
  const rebuild = createRebuild({
    db,
    engine,
    gate,
    lock,
    isDrainIdle: drain.isIdle,
    onSwapped(swappedIn) {
      createdAt = swappedIn;
      isLost = false;
      mayHaveLeftover = true;
    },
    arePeopleNear: background.arePeopleNear,
    metrics,
    logger,
    signal,
  });

  async function isLiveUnchanged(): Promise<boolean> {
    if (isLost || (await live.findState())?.createdAt === createdAt) return true;
    nextInspectionAt = 0;
    return false;
  }

  async function inspect(): Promise<void> {
    // Set first: a wake-up during the inspection may be for a change that the inspection has missed.
    nextInspectionAt = Date.now() + sweepMs;
    await lock.assertHeld();
    await gate.pass();
    if (createdAt === undefined) await unparkMarks(db);
    await rebuild.check();
    const prepared = await prepareIndex({ db, index: live, logger, signal }, { createdAt, isLost });
    // An engine that was emptied has lost its keys too.
    if (prepared.createdAt !== createdAt) await makeSearchKey();
    createdAt = prepared.createdAt;
    isLost ||= prepared.isLost;
    const ownReason = prepared.rebuildReason ?? (isLost ? LOST_DOCUMENTS : undefined);
    await takeUpRebuild(ownReason);
    if (!rebuild.isUnderWay()) metrics.rebuildProgress.set(ownReason === undefined ? -1 : 0);
    if (mayHaveLeftover && !rebuild.isUnderWay()) await removeLeftover();
    drain.look();
  }

  /** A missing key must not stop indexing: Postgres answers the API's searches meanwhile. */
  async function makeSearchKey(): Promise<void> {
    try {
      await engine.ensureSearchKey?.();
    } catch (error) {
      if (statusOf(error) === undefined) throw error;
      logger.warn({ reason: describeError(error) }, 'the search key of the API cannot be created');
    }
  }

  async function takeUpRebuild(ownReason?: string): Promise<void> {
    if (rebuild.isUnderWay()) return;
    let open = await findOpenRebuild(db);
    if (!open && ownReason !== undefined && rebuild.mayBegin()) {
      open = await requestRebuild(db, `${BY_INDEXER}${ownReason}`);
    }
    if (open) await rebuild.begin(open);
  }

  /** Deletes the old index after a swap, or the leftover of an interrupted rebuild. */
  async function removeLeftover(): Promise<void> {
    if (await next.findState()) {
      if (await pair.hasOpenTasks()) return;
      await next.remove(signal);
    }
    mayHaveLeftover = false;
  }

  return {
    async step() {
      try {
        if (Date.now() >= nextInspectionAt) await inspect();
        const againMs = await rebuild.step();
        await drain.step(Math.min(againMs, nextInspectionAt - Date.now()));
      } catch (error) {
        // The engine may have another index when it is available again.
        nextInspectionAt = 0;
        throw error;
      }
    },
    wake() {
      // Inspects too: sending documents to a lost index would create another one with these documents alone.
      nextInspectionAt = 0;
      drain.wake();
    },
    isWhole: () => createdAt !== undefined && !isLost,
    finish: (deadlineMs) => drain.finish(deadlineMs),
    listUnfinished: () => [...drain.listUnfinished(), ...rebuild.listUnfinished()],
  };
}
