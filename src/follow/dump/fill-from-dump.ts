import type { Logger } from 'pino';
import type { ReferenceData } from '../../publish/feed/reference-contract.ts';
import type { Db } from '../../platform/db/client.ts';
import { retryTransaction } from '../../platform/db/retry-transaction.ts';
import { restartFromBeginning } from '../begin-follow.ts';
import { UnknownReference } from '../copy/copied-product.ts';
import {
  CursorMoved,
  endDump,
  lockFollow,
  markSeen,
  moveDumpLines,
  saveDump,
  type Follow,
} from '../follow-store.ts';
import { LeaderError, type Leader } from '../leader-client.ts';
import { saveSkippedProducts } from '../copy/skipped-store.ts';
import { describeDefect, takeCopies } from '../copy/take-copies.ts';
import { takeReferenceData } from '../copy/take-reference-data.ts';
import { downloadDump, removeDownloads } from './download-file.ts';
import { DumpUnusable, type LeaderDump } from './leader-dump.ts';
import { readDump, readReference, type DumpPart } from './read-dump.ts';

/** Older dumps have the same defects as the newest, or are too old. */
const MOST_TRIED = 2;
/** After this many failed downloads in a row, the leader's feed is read instead. */
const MOST_FAILURES = 5;
const SAY_EVERY_MS = 10_000;

interface DumpFill {
  /**
   * Fills the catalogue from a dump of the leader, or resumes the one that was begun.
   * @returns `filled`: continue with the feed from the dump's cursor; `none`: the leader has no usable dump;
   * `given_up`: the begun dump is unusable, and everything starts again
   * @throws LeaderError if the leader is down, CursorMoved, database errors; the next call resumes
   */
  run(follow: Follow): Promise<'filled' | 'none' | 'given_up'>;
}

/** @param folder folder of downloads, created if needed */
export function createDumpFill(options: {
  db: Db;
  leader: Leader;
  folder: string;
  logger: Logger;
  signal: AbortSignal;
  onWritten: (products: number) => void;
  /** Lines per transaction. */
  linesAtOnce?: number | undefined;
  /** A leader that sends nothing for this time counts as down. */
  silenceMs?: number | undefined;
}): DumpFill {
  const { db, leader, folder, logger, signal } = options;
  /** Names of dumps that this process does not use again. */
  const useless = new Set<string>();
  let failures = 0;

  async function choose(): Promise<LeaderDump | undefined> {
    const dumps = await leader.readDumps(signal);
    for (const dump of dumps.slice(0, MOST_TRIED)) {
      if (useless.has(dump.name) || !(await leader.knowsCursor(dump.cursor, signal))) continue;
      await beginDump(db, dump);
      logger.info(
        { dump: dump.name, products: dump.rows },
        'filling the catalogue from a dump of the leader',
      );
      return dump;
    }
    return undefined;
  }

  async function fill(dump: LeaderDump, linesDone: number): Promise<void> {
    if (!(await leader.knowsCursor(dump.cursor, signal)))
      throw new DumpUnusable('the feed does not go on from its cursor any more');
    await removeDownloads(folder, dump.name);
    const downloaded = await download(dump);
    let reference = linesDone === 0 ? await readReference(downloaded, dump) : undefined;
    let written = linesDone;
    let saidAt = performance.now();
    await forEachAhead(readDump(downloaded, dump, linesDone, options.linesAtOnce), async (part) => {
      signal.throwIfAborted();
      await takePart(db, dump, written, part, reference);
      reference = undefined;
      options.onWritten(part.copies.length);
      written = part.lines;
      if (performance.now() - saidAt < SAY_EVERY_MS) return;
      saidAt = performance.now();
      logger.info({ products: written, of: dump.rows }, 'filling the catalogue');
    });
    await finishDump(db, dump, written);
    // If the fill starts again, it needs a newer dump.
    useless.add(dump.name);
    await removeDownloads(folder);
    logger.info({ dump: dump.name }, 'all of the dump is written: reading the feed from its cursor');
  }

  /** Downloads a dump. After repeated failures the dump counts as unusable, because the leader otherwise answers. */
  async function download(dump: LeaderDump): Promise<string> {
    try {
      const downloaded = await downloadDump(leader, dump, folder, signal, options.silenceMs);
      failures = 0;
      return downloaded;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof LeaderError) || error.kind === 'busy') throw error;
      failures += 1;
      if (failures < MOST_FAILURES) throw error;
      throw new DumpUnusable(error.message, { cause: error });
    }
  }

  return {
    async run(follow) {
      const dump = follow.dump ?? (await choose());
      if (!dump) return 'none';
      try {
        await fill(dump, follow.dump ? follow.dumpLines : 0);
        return 'filled';
      } catch (error) {
        signal.throwIfAborted();
        const reason = whyUseless(error);
        if (reason === undefined) throw error;
        logger.warn({ dump: dump.name, reason }, 'a dump of the leader is of no use');
        useless.add(dump.name);
        failures = 0;
        await restartFromBeginning(db, `The dump ${dump.name} is of no use: ${reason}`, dump.name);
        await removeDownloads(folder);
        return 'given_up';
      }
    },
  };
}

/** @throws CursorMoved */
async function beginDump(db: Db, dump: LeaderDump): Promise<void> {
  await retryTransaction(db, async (tx) => {
    const follow = await lockFollow(tx);
    if (!follow || follow.cursor !== null || follow.dump !== null) throw new CursorMoved();
    await saveDump(tx, dump);
  });
}

/** Saves lines and their count in one transaction, so that a killed process saves either both or neither. */
async function takePart(
  db: Db,
  dump: LeaderDump,
  linesBefore: number,
  { copies, lines }: DumpPart,
  reference: ReferenceData | undefined,
): Promise<void> {
  await retryTransaction(db, async (tx) => {
    const follow = await lockFollow(tx);
    if (follow?.cursor !== null || follow.dump !== dump.name || follow.dumpLines !== linesBefore)
      throw new CursorMoved();
    if (reference) await takeReferenceData(tx, reference);
    const ids = copies.map(({ product }) => product.id);
    await saveSkippedProducts(tx, ids, await takeCopies(tx, copies, false));
    if (follow.isSweeping) await markSeen(tx, ids);
    await moveDumpLines(tx, lines);
  });
}

async function finishDump(db: Db, dump: LeaderDump, lines: number): Promise<void> {
  await retryTransaction(db, async (tx) => {
    const follow = await lockFollow(tx);
    if (follow?.cursor !== null || follow.dump !== dump.name || follow.dumpLines !== lines)
      throw new CursorMoved();
    await endDump(tx, dump.cursor);
  });
}

/** Runs `work` on each item. The next item is prepared meanwhile. */
async function forEachAhead<T>(items: AsyncGenerator<T>, work: (item: T) => Promise<void>): Promise<void> {
  try {
    for (let coming = items.next(); ;) {
      const { value, done } = await coming;
      if (done) return;
      coming = items.next();
      // The next `await` reports a failure; this only prevents an unhandled rejection.
      coming.catch(() => undefined);
      await work(value);
    }
  } finally {
    await items.return(undefined);
  }
}

/** Returns why the dump is unusable, or undefined if a retry may work. */
function whyUseless(error: unknown): string | undefined {
  if (error instanceof DumpUnusable || error instanceof UnknownReference) return error.message;
  return describeDefect(error);
}
