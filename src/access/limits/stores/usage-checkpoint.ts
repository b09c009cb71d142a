import type { Logger } from 'pino';
import type { Db } from '../../../platform/db/client.ts';
import { subjectKey, type LimitSubject } from './limit-store.ts';
import { startLoop } from '../../../platform/start-loop.ts';
import { saveUsed, type Usage } from '../usage-store.ts';

/** Together with one write and one failed attempt, the lag stays below 10 s. */
const EVERY_MS = 4_000;

interface UsageCheckpoint {
  /** Notes a figure to be written. Ignores a lower figure than the noted one. */
  note(subject: LimitSubject, used: number): void;
  /** Returns the noted figure that is not written yet, or 0. */
  findNoted(subject: LimitSubject): number;
  /** Saves the noted figures. Never throws: figures that could not be saved stay noted. */
  write(): Promise<void>;
  close(): Promise<void>;
}

interface UsageCheckpointOptions {
  db: Db;
  logger: Logger;
  /** Called for every figure that is higher in Postgres than noted. */
  onHigher: (usage: Usage) => Promise<unknown>;
  everyMs?: number | undefined;
}

/** Writes counters that live elsewhere to Postgres, in batches. */
export function createUsageCheckpoint(options: UsageCheckpointOptions): UsageCheckpoint {
  const { db, logger, onHigher, everyMs = EVERY_MS } = options;
  let noted = new Map<string, Usage>();
  let isFailing = false;

  const note = (usage: Usage) => {
    const key = subjectKey(usage.subject);
    if (usage.used > (noted.get(key)?.used ?? 0)) noted.set(key, usage);
  };

  const writeBatch = async () => {
    const batch = new Map(noted);
    if (batch.size === 0) return;
    try {
      const stored = await saveUsed(db, [...batch.values()]);
      // Removed only now, so that the figures stayed findable. Higher figures noted meanwhile go with the next batch.
      noted = new Map([...noted].filter(([key, { used }]) => used > (batch.get(key)?.used ?? 0)));
      isFailing = false;
      const higher = stored.filter(
        ({ subject, used }) => used > (batch.get(subjectKey(subject))?.used ?? used),
      );
      await Promise.allSettled(higher.map(onHigher));
    } catch (error) {
      if (!isFailing) logger.warn({ err: error }, 'usage cannot be written down; it is kept and tried again');
      isFailing = true;
    }
  };

  // Serialised: a concurrent write would write the same figures.
  let writing = Promise.resolve();
  const write = () => (writing = writing.then(writeBatch));
  const saving = startLoop({
    name: 'saving used quotas',
    work: write,
    everyMs,
    startAfterMs: everyMs,
    logger,
  });

  return {
    note: (subject, used) => note({ subject, used }),
    findNoted: (subject) => noted.get(subjectKey(subject))?.used ?? 0,
    write,
    async close() {
      await saving.close();
      await write();
    },
  };
}
