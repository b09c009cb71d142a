import { MAX_BATCH_DOCUMENTS } from './build-batch.ts';

/** A batch that holds up what people change takes the engine no longer than about this. */
const LONGEST_MS = 300;
/** The smallest batch that pays: the engine needs a tenth of a second even for one document. */
const FEWEST_DOCUMENTS = 100;
/** So long after what a person changed last, the next change of a person may be near. */
const PEOPLE_ARE_NEAR_MS = 60_000;
/** So long after a small batch, or few of them, took too long, it is tried again: the engine may only have been busy. */
const TRY_AGAIN_AFTER_MS = 60_000;
/**
 * The number of batches in the engine while no person changes anything: one in work and one waiting. A batch that takes
 * `SLOW_BATCH_MS` mostly waits for other work: then many, which the engine indexes in one pass.
 */
const MOST_IN_FLIGHT = { usually: 2, whereSlow: 20 };
const SLOW_BATCH_MS = 1_000;

/** How many documents of bulk changes the engine may hold. */
export interface BackgroundPace {
  /** A person has changed something. */
  noteChange(): void;
  /** A person has just changed something, or not long ago. */
  arePeopleNear: () => boolean;
  /** The engine took `ms` for a batch of so many documents. */
  noteBatch(documents: number, ms: number): void;
  mostDocuments(): number;
  mostInFlight(): number;
}

/**
 * The engine begins nothing before it is done with what it has begun, so what a person changes waits for a batch. While
 * people change things a batch is so small that it takes `LONGEST_MS`, as far as the last one tells, and no other waits
 * behind it; else the engine is kept busy. Of millions of documents the engine needs a second and more for a batch of any size: then
 * small ones would delay bulk changes for days, without helping people. `now` in milliseconds.
 */
export function createBackgroundPace(now: () => number): BackgroundPace {
  let changedAt = -Infinity;
  let msPerDocument = 0;
  let smallOnesWereSlowAt = -Infinity;
  let fewWereSlowAt = -Infinity;
  /** Batches that were sent with many others: the engine says of each how long all of them took. */
  let sentWithOthers = 0;
  const arePeopleNear = () => now() - changedAt < PEOPLE_ARE_NEAR_MS;
  const areFewSlow = () => now() - fewWereSlowAt < TRY_AGAIN_AFTER_MS;
  return {
    noteChange() {
      changedAt = now();
    },
    arePeopleNear,
    noteBatch(documents, ms) {
      // Of a few documents it says nothing: the engine's fixed costs are most of it.
      if (documents < FEWEST_DOCUMENTS) return;
      msPerDocument = ms / documents;
      if (documents < 2 * FEWEST_DOCUMENTS && ms > 2 * LONGEST_MS) smallOnesWereSlowAt = now();
      if (areFewSlow()) sentWithOthers = MOST_IN_FLIGHT.whereSlow;
      else if (sentWithOthers > 0) sentWithOthers--;
      else if (ms > SLOW_BATCH_MS) fewWereSlowAt = now();
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
