import type { Logger } from 'pino';
import type { Db } from '../src/db/client.ts';
import { unparkMarks } from '../src/index/outbox-store.ts';
import { findOpenRebuild, requestRebuild } from '../src/index/rebuild-store.ts';
import { createDrain, type SentLane } from './drain/drain-outbox.ts';
import { statusOf } from './engines/engine-error.ts';
import type { IndexEngine } from './engines/index-engine.ts';
import type { IndexerMetrics } from './indexer-metrics.ts';
import { prepareIndex } from './rebuild/prepare-index.ts';
import { createRebuild } from './rebuild/rebuild-index.ts';
import { createSendGate } from './drain/send-gate.ts';
import { describeError } from './trouble.ts';
import type { WriterLock } from './writer-lock.ts';

export interface KeeperDependencies extends Omit<IndexEngine, 'check'> {
  db: Db;
  lock: WriterLock;
  /** Told of the products whose documents the engine has taken. */
  onWritten: (lane: SentLane, productIds: string[]) => void;
  metrics: IndexerMetrics;
  logger: Logger;
  /** Ends the waiting for the engine. */
  signal: AbortSignal;
  /** How often it looks at the outbox and the engine when nobody wakes it. */
  sweepMs: number;
}

export interface IndexKeeper {
  /** Does what there is to do next. Call it again and again, one call at a time; after it throws too. */
  step(): Promise<void>;
  /** Ends the wait of `step`: something is dirty, or asked for. */
  wake(): void;
  /** Whether the live index has every document but those of marked products. */
  isWhole(): boolean;
  /** Sends nothing more and lets the engine finish what it has, for so long at most. */
  finish(deadlineMs: number): Promise<void>;
  /** Products sent that have not been answered for. */
  listUnfinished(): string[];
}

/** Everything that the one writer of the index does, in one sequence: drains, rebuilds, and watches over both. */
export function createKeeper(dependencies: KeeperDependencies): IndexKeeper {
  const { db, live, next, pair, lock, metrics, logger, signal, sweepMs } = dependencies;
  const gate = createSendGate(live, signal);
  let createdAt: string | undefined;
  let isLost = false;
  let mayHaveLeftover = true;
  let nextLookAt = 0;

  const drain = createDrain({
    db,
    targets: () => {
      if (createdAt === undefined || rebuild.isHolding()) return [];
      return [...(isLost ? [] : [live]), ...(rebuild.isUnderWay() ? [next] : [])];
    },
    gate,
    lock,
    onWritten: dependencies.onWritten,
    metrics,
    logger,
  });
  const rebuild = createRebuild({
    db,
    live,
    next,
    pair,
    gate,
    lock,
    isDrainIdle: () => drain.isIdle(),
    onSwapped: (swappedIn) => {
      createdAt = swappedIn;
      isLost = false;
      mayHaveLeftover = true;
    },
    metrics,
    logger,
    signal,
  });

  async function look(): Promise<void> {
    // First: a wake-up during it is for something it may not have seen.
    nextLookAt = Date.now() + sweepMs;
    await lock.assertHeld();
    await gate.pass();
    if (createdAt === undefined) await unparkMarks(db);
    await rebuild.check();
    const prepared = await prepareIndex({ db, index: live, logger, signal }, { createdAt, isLost });
    // An engine that was emptied has lost its keys too.
    if (prepared.createdAt !== createdAt) await makeSearchKey();
    createdAt = prepared.createdAt;
    isLost ||= prepared.isLost;
    await takeUpRebuild(prepared.rebuildReason ?? (isLost ? 'documents are missing' : undefined));
    if (mayHaveLeftover && !rebuild.isUnderWay()) await removeLeftover();
    drain.look();
  }

  /** Without it the API is answered by Postgres, which is no reason not to keep the index. */
  async function makeSearchKey(): Promise<void> {
    try {
      await dependencies.ensureSearchKey?.();
    } catch (error) {
      if (statusOf(error) === undefined) throw error;
      logger.warn({ reason: describeError(error) }, 'the key that the API is to search with cannot be made');
    }
  }

  async function takeUpRebuild(ownReason?: string): Promise<void> {
    if (rebuild.isUnderWay()) return;
    let open = await findOpenRebuild(db);
    if (!open && ownReason !== undefined && rebuild.mayBegin()) {
      open = await requestRebuild(db, `indexer: ${ownReason}`);
    }
    if (open) await rebuild.begin(open);
  }

  /** The old index after a swap, or what a rebuild that broke off has left. */
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
        if (Date.now() >= nextLookAt) await look();
        const againMs = await rebuild.step();
        await drain.step(Math.min(againMs, nextLookAt - Date.now()));
      } catch (error) {
        // The engine may be another one when it is back.
        nextLookAt = 0;
        throw error;
      }
    },
    wake() {
      // Not the outbox alone: documents sent to an index that is lost would make another, with these and no others.
      nextLookAt = 0;
      drain.wake();
    },
    isWhole: () => createdAt !== undefined && !isLost,
    finish: (deadlineMs) => drain.finish(deadlineMs),
    listUnfinished: () => [...drain.listUnfinished(), ...rebuild.listUnfinished()],
  };
}
