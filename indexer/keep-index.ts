import { DrizzleQueryError } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Db } from '../src/db/client.ts';
import { findLastChange } from '../src/index/index-change-store.ts';
import { unparkMarks } from '../src/index/outbox-store.ts';
import { findOpenRebuild, requestRebuild, type Rebuild } from '../src/index/rebuild-store.ts';
import { createKeptCopies } from './copies/keep-copies.ts';
import { createKeptCopy, type KeptCopy, type NamedEngine } from './copies/kept-copy.ts';
import { createBackgroundPace } from './drain/background-pace.ts';
import { createDrain } from './drain/drain-outbox.ts';
import type { SentLane, Target } from './drain/sent-batch.ts';
import { describeEngineTrouble, statusOf } from './engines/engine-error.ts';
import { TaskFailedError, type IndexWriter } from './engines/index-engine.ts';
import type { IndexerMetrics } from './indexer-metrics.ts';
import { prepareIndex, type PreparedIndex } from './rebuild/prepare-index.ts';
import { createRebuild } from './rebuild/rebuild-index.ts';
import { describeError } from './trouble.ts';
import { WriterLockLostError, type WriterLock } from './writer-lock.ts';

/** How much longer than another a copy may take for a batch: while it is being filled, pages are before it. */
const PATIENCE_MS = { serving: 3_000, filling: 30_000 };

export interface KeeperDependencies {
  db: Db;
  /** One for each copy of the index. */
  engines: [NamedEngine, ...NamedEngine[]];
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
  /** The live indexes that have every document but those of marked products. */
  listWhole(): IndexWriter[];
  /** Sends nothing more and lets the engine finish what it has, for so long at most. */
  finish(deadlineMs: number): Promise<void>;
  /** Products sent that have not been answered for. */
  listUnfinished(): string[];
}

/** Everything that the one writer of the index does, in one sequence: drains, rebuilds, and watches over both. */
export function createKeeper(dependencies: KeeperDependencies): IndexKeeper {
  const { db, lock, metrics, logger, signal, sweepMs } = dependencies;
  const all = dependencies.engines.map((engine) => createKeptCopy(engine, signal));
  let hasBegun = false;
  let nextLookAt = 0;

  const wake = () => {
    // Not the outbox alone: documents sent to an index that is lost would make another, with these and no others.
    nextLookAt = 0;
    drain.wake();
  };
  const copies = createKeptCopies({
    db,
    copies: all,
    onAway: async (copy, reason) => {
      drain.forget(copy);
      await rebuild.abandon(copy, reason);
    },
    isRebuilding: (copy) => rebuild.phaseOf(copy) !== undefined,
    onAnswer: wake,
    metrics,
    logger,
  });
  const background = createBackgroundPace(Date.now);
  const drain = createDrain({
    db,
    background,
    targets: () => all.flatMap(targetsOf),
    areAsLookedAt,
    isAway: (copy) => copy.standing === 'away',
    patienceWith: (copy) => (rebuild.phaseOf(copy) ? PATIENCE_MS.filling : PATIENCE_MS.serving),
    leaveOut: copies.leaveOut,
    lock,
    onWritten: dependencies.onWritten,
    metrics,
    logger,
  });
  const rebuild = createRebuild({
    db,
    lock,
    isDrainIdle: (copy) => drain.isIdle(copy),
    mayBegin: () => !all.some(({ standing }) => standing === 'returning'),
    onBegin: copies.beginFilling,
    async onSwapping(copy) {
      copy.filledUntil = await findLastChange(db);
    },
    async onSwapped(copy, createdAt) {
      copy.createdAt = createdAt;
      copy.rebuildReason = undefined;
      copy.mayHaveLeftover = true;
      copy.missedFrom = copy.filledUntil;
      const isOnly = all.every((other) => other === copy || other.standing === 'away');
      // Nobody has taken anything that it has not.
      await (isOnly ? copies.serve(copy) : copies.readmit(copy));
    },
    onFailed: copies.endFilling,
    isBesideOthers: copies.areOthersServing,
    arePeopleNear: background.arePeopleNear,
    metrics,
    logger,
    signal,
  });

  /** Where a copy gets what is dirty. */
  function targetsOf(copy: KeptCopy): Target[] {
    const phase = rebuild.phaseOf(copy);
    if (!copy.isKnown || copy.standing === 'away' || phase === 'preparing' || phase === 'swapping') return [];
    const indexes = [...(copy.standing === 'empty' ? [] : [copy.live]), ...(phase ? [copy.next] : [])];
    return indexes.map((index) => ({ index, copy }));
  }

  async function areAsLookedAt(): Promise<boolean> {
    const live = all.flatMap(targetsOf).flatMap(({ index, copy }) => (index === copy.live ? [copy] : []));
    const states = await Promise.allSettled(live.map((copy) => copy.live.findState()));
    let areSame = true;
    for (const [at, state] of states.entries()) {
      const copy = live[at] as KeptCopy;
      if (state.status === 'fulfilled') areSame &&= state.value?.createdAt === copy.createdAt;
      else if (isOurs(state.reason) || !(await copies.leaveOut(copy, state.reason))) throw state.reason;
    }
    if (!areSame) nextLookAt = 0;
    return areSame;
  }

  async function look(): Promise<void> {
    // First: a wake-up during it is for something it may not have seen.
    nextLookAt = Date.now() + sweepMs;
    await lock.assertHeld();
    if (!hasBegun || (await copies.areForgotten())) {
      await copies.begin();
      await unparkMarks(db);
      hasBegun = true;
    }
    await copies.look();
    const looked = all.filter(({ standing, probe }) => standing !== 'away' || probe === 'answered');
    const found = await Promise.allSettled(looked.map(lookAt));
    const failures: unknown[] = [];
    for (const [at, result] of found.entries()) {
      const copy = looked[at] as KeptCopy;
      const failure = await takeIn(copy, result).catch((error: unknown) => error);
      if (failure !== undefined && (isOurs(failure) || !(await copies.leaveOut(copy, failure))))
        failures.push(failure);
    }
    if (failures.length > 0 && failures.length === looked.length) throw failures[0];
    await takeUpRebuild();
    drain.look();
    if (failures.length > 0) throw failures[0];
  }

  /** Reads of one engine, and makes what it lacks for an index. */
  async function lookAt(copy: KeptCopy): Promise<PreparedIndex> {
    await copy.gate.pass();
    await rebuild.check(copy);
    const { createdAt, standing } = copy;
    const known = { createdAt, isLost: standing === 'empty' };
    const prepared = await prepareIndex({ db, index: copy.live, logger, signal }, known);
    // An engine that was emptied has lost its keys too.
    if (prepared.createdAt !== createdAt || !copy.isKnown) await makeSearchKey(copy);
    if (copy.mayHaveLeftover && rebuild.phaseOf(copy) === undefined) await removeLeftover(copy);
    return prepared;
  }

  /** @returns why it could not be looked at */
  async function takeIn(copy: KeptCopy, result: PromiseSettledResult<PreparedIndex>): Promise<unknown> {
    copy.rebuildReason = undefined;
    if (result.status === 'rejected') return result.reason as unknown;
    const { createdAt, isLost, rebuildReason } = result.value;
    copy.failingSince = undefined;
    copy.createdAt = createdAt;
    copy.isKnown = true;
    if (isLost && copy.standing !== 'empty') await copies.setEmpty(copy, rebuildReason ?? MISSING);
    if (copy.standing === 'away') await copies.readmit(copy);
    copy.rebuildReason = rebuildReason ?? (copy.standing === 'empty' ? MISSING : undefined);
    return undefined;
  }

  /** Without it the API is answered by Postgres, which is no reason not to keep the index. */
  async function makeSearchKey(copy: KeptCopy): Promise<void> {
    try {
      await copy.ensureSearchKey?.();
    } catch (error) {
      if (statusOf(error) === undefined) throw error;
      logger.warn({ reason: describeError(error) }, 'the key that the API is to search with cannot be made');
    }
  }

  async function takeUpRebuild(): Promise<void> {
    if (rebuild.isUnderWay()) return;
    let open = await findOpenRebuild(db);
    const inNeed = all.filter((copy) => copy.rebuildReason !== undefined && copy.standing !== 'away');
    const [copy] = inNeed
      .filter((one) => rebuild.isRested(one))
      .toSorted((a, b) => Number(copies.isServing(a)) - Number(copies.isServing(b)));
    if (!open && copy) {
      open = await requestRebuild(
        db,
        `indexer: ${copy.rebuildReason}`,
        all.length > 1 ? copy.name : undefined,
      );
    }
    if (open) await rebuild.begin(open, takeWanted(open));
  }

  /** Those to be rebuilt that answer; what others have does not count any more when they are back. */
  function takeWanted({ copy: wanted }: Rebuild): KeptCopy[] {
    const chosen = all.filter(({ name }) => wanted === null || name === wanted);
    for (const copy of chosen) if (copy.standing === 'away') copy.missedFrom = undefined;
    return chosen.filter(({ standing }) => standing !== 'away');
  }

  /** The old index after a swap, or what a rebuild that broke off has left. */
  async function removeLeftover(copy: KeptCopy): Promise<void> {
    if (await copy.next.findState()) {
      if (await copy.pair.hasOpenTasks()) return;
      await copy.next.remove(signal);
    }
    copy.mayHaveLeftover = false;
  }

  /** Goes on with the rebuild; without it, when its copy fails and can be spared. */
  async function stepRebuild(): Promise<number> {
    const copy = rebuild.copy();
    try {
      return await rebuild.step();
    } catch (error) {
      const isOfEngine = describeEngineTrouble(error) !== undefined || error instanceof TaskFailedError;
      if (copy && isOfEngine && (await copies.leaveOut(copy, error))) return 0;
      throw error;
    }
  }

  const isOurs = (error: unknown) =>
    signal.aborted || error instanceof DrizzleQueryError || error instanceof WriterLockLostError;

  return {
    async step() {
      try {
        if (Date.now() >= nextLookAt) await look();
        const againMs = await stepRebuild();
        await drain.step(Math.min(againMs, nextLookAt - Date.now()));
      } catch (error) {
        // The engine may be another one when it is back.
        nextLookAt = 0;
        throw error;
      }
    },
    wake,
    listWhole: () => all.filter((copy) => copy.isKnown && copies.isServing(copy)).map(({ live }) => live),
    finish: (deadlineMs) => drain.finish(deadlineMs),
    listUnfinished: () => [...drain.listUnfinished(), ...rebuild.listUnfinished()],
  };
}

const MISSING = 'documents are missing';
