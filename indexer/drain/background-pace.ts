import { MAX_BATCH_DOCUMENTS } from './build-batch.ts';

/** The most time that one batch of bulk changes may keep the engine busy while a person's change waits. */
const LONGEST_MS = 300;
/** The smallest batch worth sending: the engine needs 100 ms even for one document. */
const FEWEST_DOCUMENTS = 100;
/** For this long after a person's last change, another one is expected. */
const PEOPLE_ARE_NEAR_MS = 60_000;
/** Retries small batches, or few at once, this long after they were slow: the engine may only have been busy. */
const TRY_AGAIN_AFTER_MS = 60_000;
/**
 * Batches in the engine while no person changes anything: one running and one queued. A batch that takes `SLOW_BATCH_MS`
 * mostly waits for other work; then many are sent, which the engine indexes in one pass.
 */
const MOST_IN_FLIGHT = { usually: 2, whereSlow: 20 };
const SLOW_BATCH_MS = 1_000;

/** Limits the documents of bulk changes that the engine holds. */
export interface BackgroundPace {
  /** Records that a person has changed something. */
  noteChange(): void;
  /** Returns whether a person has changed something lately. */
  arePeopleNear: () => boolean;
  /** Records that the engine took `ms` for a batch. `others`: batches of bulk changes that the engine held when it was sent. */
  noteBatch(documents: number, ms: number, others: number): void;
  mostDocuments(): number;
  mostInFlight(): number;
}

/**
 * The engine finishes a batch before it starts the next, so a person's change waits for the batch under way. While
 * people make changes, batches are sized to take `LONGEST_MS`, judged by the last one, and no second batch queues
 * behind. Otherwise the engine is kept busy. With millions of documents the engine needs over a second for a batch of
 * any size: small ones would delay bulk changes for days without helping people. `now` is in milliseconds.
 */
export function createBackgroundPace(now: () => number): BackgroundPace {
  let changedAt = -Infinity;
  let msPerDocument = 0;
  let smallOnesWereSlowAt = -Infinity;
  let fewWereSlowAt = -Infinity;
  const arePeopleNear = () => now() - changedAt < PEOPLE_ARE_NEAR_MS;
  const areFewSlow = () => now() - fewWereSlowAt < TRY_AGAIN_AFTER_MS;
  return {
    noteChange() {
      changedAt = now();
    },
    arePeopleNear,
    noteBatch(documents, ms, others) {
      // A small batch is mostly the engine's fixed cost. Of many batches that the engine merges, it reports the time of all.
      if (documents < FEWEST_DOCUMENTS || others >= MOST_IN_FLIGHT.usually) return;
      msPerDocument = ms / documents;
      if (documents < 2 * FEWEST_DOCUMENTS && ms > 2 * LONGEST_MS) smallOnesWereSlowAt = now();
      if (ms > SLOW_BATCH_MS) fewWereSlowAt = now();
    },
    mostDocuments() {
      const areSmallOnesSlow = now() - smallOnesWereSlowAt < TRY_AGAIN_AFTER_MS;
      if (!arePeopleNear() || areSmallOnesSlow) return MAX_BATCH_DOCUMENTS;
      const fitting = Math.floor(LONGEST_MS / msPerDocument);
      return Math.max(FEWEST_DOCUMENTS, Math.min(MAX_BATCH_DOCUMENTS, fitting));
    },
    mostInFlight() {
      if (arePeopleNear()) return 1;
      return areFewSlow() ? MOST_IN_FLIGHT.whereSlow : MOST_IN_FLIGHT.usually;
    },
  };
}
