import { setTimeout as sleep } from 'node:timers/promises';
import { rm } from 'node:fs/promises';
import type { Db } from '../../platform/db/client.ts';
import { databaseErrorOf } from '../../platform/db/database-error.ts';
import { findLastErasure } from '../../erasure/erased-key-store.ts';
import { stampPortion } from '../feed/change-stamp-store.ts';
import type { Manifest, DumpColumn, DumpTable } from './dump-contract.ts';
import { makeUnfinished, nameDump, publishDump } from './dump-folder.ts';
import { beginRun, findLastManifest, isDumpDue, saveRun, type DumpRun } from './dump-run-store.ts';
import { isFeedUpTo, openSnapshot, readClock } from './dump-snapshot-store.ts';
import { writeDump } from './writing/write-dump.ts';

const PORTION = { marks: 5_000, background: 2_000 };
const LOOK_EVERY_MS = 200;
/** How long to wait for the change feed; only a process that blocks the feed makes it take this long. */
const FEED_PATIENCE_MS = 600_000;
const NOTE_EVERY_MS = 2_000;

export interface DumpOptions {
  db: Db;
  /** The folder of the dumps. */
  root: string;
  requestedBy: DumpRun['requestedBy'];
  /** Makes no dump when another process has made one since this moment. */
  dueSince?: Date | undefined;
  /** Publishes the dump even if it is smaller than the previous one. */
  acceptsShrunken?: boolean;
  signal?: AbortSignal;
  onProgress?: (products: number) => void;
}

export type DumpOutcome =
  | { state: 'published'; manifest: Manifest }
  | { state: 'refused'; reasons: string[] }
  /** Another process is making a dump, or has just made the due one. */
  | { state: 'busy' | 'not_due' };

/**
 * Makes a dump of the catalogue and publishes it atomically. One process at a time may run it; the run is saved in
 * `dump_runs`. A failed or killed run leaves the published dumps unchanged.
 * @throws the reason of a failure: a full disk, the database, `signal`
 */
export async function runDump(options: DumpOptions): Promise<DumpOutcome> {
  const { db, signal = new AbortController().signal } = options;
  await settleFeed(db, signal);
  return await db.transaction(
    async (tx) => {
      const snapshot = await openSnapshot(tx);
      if (!snapshot) return { state: 'busy' };
      if (options.dueSince && !(await isDumpDue(db, options.dueSince))) return { state: 'not_due' };
      const id = await beginRun(db, options.requestedBy);
      const note = createNote(db, id, options.onProgress);
      const name = nameDump(snapshot.createdAt);
      let folder: string | undefined;
      try {
        folder = await makeUnfinished(options.root, name);
        const manifest = await writeDump(tx, snapshot, { folder, name, signal, onProgress: note });
        const products = manifest.tables[0]?.rows ?? 0;
        const before = options.acceptsShrunken ? undefined : await findLastManifest(db);
        const reasons = before ? findShrinkage(before, manifest) : [];
        if (reasons.length > 0) {
          await saveRun(db, id, { state: 'refused', products, error: reasons.join(' ') });
          await rm(folder, { recursive: true, force: true });
          return { state: 'refused', reasons };
        }
        await publishDump(options.root, folder, name, await findLastErasure(db));
        await saveRun(db, id, { state: 'published', name, products, manifest });
        return { state: 'published', manifest };
      } catch (error) {
        if (folder) await rm(folder, { recursive: true, force: true });
        const reason =
          databaseErrorOf(error)?.message ?? (error instanceof Error ? error.message : String(error));
        // Without the database the next run finds this row without its lock, and marks it as failed.
        await saveRun(db, id, { state: 'failed', error: reason }).catch(() => undefined);
        throw error;
      }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

/**
 * Waits until all committed changes have a position in the change feed, because products without one are not dumped. It gives
 * positions itself, in case no indexer runs.
 */
async function settleFeed(db: Db, signal: AbortSignal): Promise<void> {
  const moment = await readClock(db);
  const patience = AbortSignal.timeout(FEED_PATIENCE_MS);
  while (!(await isFeedUpTo(db, moment))) {
    signal.throwIfAborted();
    if (patience.aborted)
      throw new Error('The change feed is stuck: see FactshelfChangeFeedBehind in the runbook.');
    if (!(await stampPortion(db, PORTION))) await sleep(LOOK_EVERY_MS);
  }
}

/** Returns a function that reports progress, and saves it in the database from time to time. */
function createNote(db: Db, id: number, onProgress: DumpOptions['onProgress']): (products: number) => void {
  let notedAt = 0;
  return (products) => {
    onProgress?.(products);
    if (Date.now() - notedAt < NOTE_EVERY_MS) return;
    notedAt = Date.now();
    // A failure only makes the console’s page stale.
    void saveRun(db, id, { products }).catch(() => undefined);
  };
}

/** Fewer rows than this share of the previous ones count as a fault, until an operator accepts them. */
const LEAST_ROWS = 0.95;
/** A column that was filled in at most this share of the rows may become empty without a fault. */
const LEAST_FILLED = 0.01;

/** Returns sentences about the data that the previous dump had and this one lacks: many rows of a table, or a column. */
export function findShrinkage(before: Manifest, now: Manifest): string[] {
  return before.tables.flatMap((table) => {
    const found = now.tables.find(({ name }) => name === table.name);
    if (!found) return [`${table.name} is not there.`];
    const rows = `${found.rows.toLocaleString('en')} rows, before it had ${table.rows.toLocaleString('en')}`;
    return [
      ...(found.rows < table.rows * LEAST_ROWS ? [`${table.name} has ${rows}.`] : []),
      ...findLostColumns(table, found).map((name) => `${table.name} has no values in ${name} any more.`),
    ];
  });
}

function findLostColumns(before: DumpTable, now: DumpTable): string[] {
  const filledNow = new Map(now.columns.map(({ name, filled }) => [name, filled]));
  const isLost = ({ name, filled }: DumpColumn) =>
    filledNow.get(name) === undefined || (filled > before.rows * LEAST_FILLED && filledNow.get(name) === 0);
  return before.columns.filter(isLost).map(({ name }) => name);
}
