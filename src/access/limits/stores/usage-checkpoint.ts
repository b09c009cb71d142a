import type { Logger } from 'pino';
import type { Db } from '../../../platform/db/client.ts';
import { subjectKey, type LimitSubject } from './limit-store.ts';
import { saveUsed, type Usage } from '../usage-store.ts';

/** With the time of a write and of one failed attempt this stays under 10 s. */
const EVERY_MS = 4_000;

interface UsageCheckpoint {
  /** Notes a figure to be written; a lower one than noted before changes nothing. */
  note(subject: LimitSubject, used: number): void;
  /** The figure that is noted and not written yet, else 0. */
  findNoted(subject: LimitSubject): number;
  /** Saves the noted counts. Never throws: counts that could not be saved stay noted. */
  write(): Promise<void>;
  close(): Promise<void>;
}

interface UsageCheckpointOptions {
  db: Db;
  logger: Logger;
  /** Told of every figure that Postgres holds higher than it was noted. */
  onHigher: (usage: Usage) => Promise<unknown>;
  everyMs?: number | undefined;
}

/** Carries counters that live elsewhere into Postgres, a batch at a time. */
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
      // Until now the figures stayed findable; what was noted meanwhile is higher and goes with the next batch.
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

  // One after the other: a second one beside the first would write the same figures.
  let writing = Promise.resolve();
  const write = () => (writing = writing.then(writeBatch));
  const timer = setInterval(() => void write(), everyMs).unref();

  return {
    note: (subject, used) => note({ subject, used }),
    findNoted: (subject) => noted.get(subjectKey(subject))?.used ?? 0,
    write,
    async close() {
      clearInterval(timer);
      await write();
    },
  };
}
