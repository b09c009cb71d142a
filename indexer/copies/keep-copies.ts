import type { Logger } from 'pino';
import type { Db } from '../../src/db/client.ts';
import { forgetOtherCopies, listCopies, saveCopy, type CopyState } from '../../src/index/copy-store.ts';
import { findLastChange, listChangedSince } from '../../src/index/index-change-store.ts';
import { countDirtyBetween, findNewestVersion, markDirty } from '../../src/index/outbox-store.ts';
import type { IndexerMetrics } from '../indexer-metrics.ts';
import { describeError } from '../trouble.ts';
import type { KeptCopy } from './kept-copy.ts';

/** A copy that missed more is filled anew. */
const MOST_MISSED = 50_000;
const FIRST_TRY_MS = 500;
const LONGEST_TRY_MS = 30_000;
/** A copy that served so long is tried soon again when it fails. */
const SOUND_AFTER_MS = 60_000;
/** The last copy in service is given up for one that is on its way back, and not for a hiccup. */
const LAST_FAILS_MS = 5_000;

export interface CopiesDependencies {
  db: Db;
  copies: readonly KeptCopy[];
  /** It gets nothing any more: a rebuild of it ends. */
  onAway: (copy: KeptCopy, reason: string) => Promise<void>;
  isRebuilding: (copy: KeptCopy) => boolean;
  /** A copy that was away answers. */
  onAnswer: () => void;
  metrics: IndexerMetrics;
  logger: Logger;
}

/**
 * Which copies get what is dirty, and which of them searches may use. What a copy is in Postgres is written before anything is
 * done that makes it true: a mark is deleted without a copy only after that is out of service. Of one copy alone nothing is
 * written, and it never leaves.
 */
export interface KeptCopies {
  /** Takes up what an earlier writer has written down. */
  begin: () => Promise<void>;
  /** Whether somebody else has deleted marks, so that nobody knows what copies lack. */
  areForgotten: () => Promise<boolean>;
  isServing: (copy: KeptCopy) => boolean;
  /** Whether another copy serves. */
  areOthersServing: (copy: KeptCopy) => boolean;
  /** Goes on without a copy that fails. @returns false when it cannot be spared: then the failure is everybody's */
  leaveOut: (copy: KeptCopy, error: unknown) => Promise<boolean>;
  /** Takes a copy back that answers again, or was filled: with what it missed, as far as that is known. */
  readmit: (copy: KeptCopy) => Promise<void>;
  /** It holds nothing that counts. */
  setEmpty: (copy: KeptCopy, reason: string) => Promise<void>;
  /** It is filled anew: out of service where another serves. */
  beginFilling: (copy: KeptCopy) => Promise<void>;
  /** It has all. */
  serve: (copy: KeptCopy) => Promise<void>;
  /** It was not filled: what it had before counts again, if it had anything. */
  endFilling: (copy: KeptCopy) => void;
  /** Looks for those away that answer; those that have caught up serve. */
  look: () => Promise<void>;
}

export function createKeptCopies(dependencies: CopiesDependencies): KeptCopies {
  const { db, copies, metrics, logger } = dependencies;
  const isAlone = copies.length === 1;
  const othersOf = (copy: KeptCopy) => copies.filter((other) => other !== copy);
  const isServing = (copy: KeptCopy) => copy.standing === 'serving';
  const areOthersServing = (copy: KeptCopy) => othersOf(copy).some(isServing);

  async function save(copy: KeptCopy, state: CopyState, reason?: string): Promise<void> {
    if (isAlone) return;
    await saveCopy(db, {
      name: copy.name,
      state,
      missedFrom: copy.missedFrom ?? null,
      indexCreatedAt: copy.createdAt ?? null,
      reason: reason ?? null,
    });
    metrics.copyInService.set({ copy: copy.name }, state === 'in_service' ? 1 : 0);
    if (state !== 'in_service') metrics.copyLeft.inc({ copy: copy.name, state });
  }

  async function serve(copy: KeptCopy): Promise<void> {
    const isNew = !isServing(copy) || copy.servingSince === 0;
    copy.missedFrom = undefined;
    await save(copy, 'in_service');
    copy.standing = 'serving';
    copy.servingSince = Date.now();
    if (isNew && !isAlone) logger.info({ copy: copy.name }, 'the copy of the index is in service');
  }

  /** What it has taken up to now; a copy that lacks something already keeps what it knows. */
  async function noteMissed(copy: KeptCopy): Promise<void> {
    if (isServing(copy)) copy.missedFrom = await findLastChange(db);
  }

  function probe(copy: KeptCopy): void {
    copy.probe = 'asked';
    copy.gate
      .pass()
      .then(() => {
        copy.probe = 'answered';
        return dependencies.onAnswer();
      })
      .catch(() => {
        copy.probe = 'none';
        copy.tryAt = Date.now() + restOf(copy);
      });
  }

  function restOf(copy: KeptCopy): number {
    return Math.min(LONGEST_TRY_MS, FIRST_TRY_MS * 2 ** copy.failures++);
  }

  function maySpare(copy: KeptCopy): boolean {
    if (isAlone) return false;
    if (!isServing(copy)) return true;
    if (areOthersServing(copy)) return true;
    const isLong = Date.now() - (copy.failingSince ?? Infinity) > LAST_FAILS_MS;
    return (
      isLong &&
      othersOf(copy).some((other) => other.standing === 'returning' || dependencies.isRebuilding(other))
    );
  }

  async function setEmpty(copy: KeptCopy, reason: string): Promise<void> {
    copy.missedFrom = undefined;
    await save(copy, 'empty', reason);
    copy.standing = 'empty';
  }

  async function begin(): Promise<void> {
    await forgetOtherCopies(db, isAlone ? [] : copies.map(({ name }) => name));
    const rows = isAlone ? [] : await listCopies(db);
    for (const [at, copy] of copies.entries()) {
      const row = rows.find(({ name }) => name === copy.name);
      const isWhole = row ? row.state === 'in_service' : rows.length === 0 && at === 0;
      copy.standing = isWhole ? 'serving' : 'away';
      copy.createdAt = row?.indexCreatedAt ?? undefined;
      copy.missedFrom = row?.missedFrom ?? undefined;
      copy.isKnown = false;
      copy.tryAt = 0;
      copy.probe = 'none';
      if (isWhole) await serve(copy);
      else await save(copy, 'away', 'not looked at yet');
    }
  }

  async function leaveOut(copy: KeptCopy, error: unknown): Promise<boolean> {
    copy.failingSince ??= Date.now();
    if (!maySpare(copy)) return false;
    const reason = describeError(error);
    await noteMissed(copy);
    await save(copy, 'away', reason);
    if (isServing(copy) && Date.now() - copy.servingSince > SOUND_AFTER_MS) copy.failures = 0;
    setAway(copy, Date.now() + restOf(copy));
    copy.gate.shut();
    logger.warn({ copy: copy.name, reason }, 'a copy of the index is left out until it answers');
    await dependencies.onAway(copy, reason);
    return true;
  }

  function setAway(copy: KeptCopy, tryAt: number): void {
    copy.standing = 'away';
    copy.probe = 'none';
    copy.tryAt = tryAt;
  }

  async function readmit(copy: KeptCopy): Promise<void> {
    if (isAlone) return await serve(copy);
    const { missedFrom } = copy;
    const missed = missedFrom === undefined ? undefined : await listChangedSince(db, missedFrom, MOST_MISSED);
    if (!missed) return await setEmpty(copy, 'nobody knows what it lacks');
    if (missed.length === 0) return await serve(copy);
    const after = await findNewestVersion(db);
    await markDirty(db, missed);
    await save(copy, 'returning', `${missed.length} products to catch up with`);
    copy.owed = { after, until: await findNewestVersion(db) };
    copy.standing = 'returning';
  }

  async function beginFilling(copy: KeptCopy): Promise<void> {
    if (isAlone || (isServing(copy) && !areOthersServing(copy))) return;
    await noteMissed(copy);
    await save(copy, 'rebuilding', copy.rebuildReason);
    copy.standing = 'empty';
  }

  async function look(): Promise<void> {
    for (const copy of copies) {
      if (copy.standing === 'away' && copy.probe === 'none' && Date.now() >= copy.tryAt) probe(copy);
      if (copy.standing !== 'returning') continue;
      if ((await countDirtyBetween(db, copy.owed.after, copy.owed.until)) === 0) await serve(copy);
    }
  }

  return {
    begin,
    areForgotten: async () => !isAlone && (await listCopies(db)).length < copies.length,
    isServing,
    areOthersServing,
    leaveOut,
    readmit,
    setEmpty,
    beginFilling,
    serve,
    endFilling(copy) {
      if (copy.standing === 'empty' && copy.missedFrom !== undefined) setAway(copy, 0);
    },
    look,
  };
}
