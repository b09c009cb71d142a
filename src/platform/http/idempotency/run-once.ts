import { randomUUID } from 'node:crypto';
import type { Db, Tx } from '../../db/client.ts';
import { ApiError, tooManyCalls } from '../api-error.ts';
import { findKept, freeKey, saveAnswer, takeKey } from './idempotency-store.ts';
import { deriveKeyedRequest, openAnswer, sealAnswer } from './keyed-request.ts';

/**
 * Keeps the answer of a write in the write's transaction, so that neither exists without the other.
 * @throws ApiError `idempotency_key_in_use` if another run has taken the key over; the transaction must roll back
 */
export type KeepAnswer<T> = (tx: Tx, answer: T) => Promise<void>;

/** A write that may run once. It passes its answer to `keep` if it is one transaction. */
export type Write<T> = (keep: KeepAnswer<T>) => Promise<T>;

/** Returns a write whose answer is `describe` of another one's. */
export function describeWrite<W, T>(write: Write<W>, describe: (written: W) => T): Write<T> {
  return async (keep) => describe(await write((tx, written) => keep(tx, describe(written))));
}

interface KeyedCall {
  key: string;
  /** Id of the account; undefined: counted for the address. */
  accountId: string | undefined;
  /** Address bucket (see `clientBucket`). */
  address: string;
  /** What the caller proves itself with. Callers that differ in it share no key. */
  credentials: readonly unknown[];
  request: unknown;
  /** The longest time of a run. */
  deadlineMs: number;
  /** Called before a kept answer is returned. */
  onReplay: () => void;
}

export type RunOnce = <T>(call: KeyedCall, write: Write<T>) => Promise<T>;

interface Addresses {
  /** Returns the stored form of an address bucket. */
  nameOf(address: string): Promise<string>;
}

/** Name of the `RunOnce` among the settings of the application. */
export const RUN_ONCE = 'run once';

/** Statements that were sent before the deadline may run on for some seconds. */
const AFTER_DEADLINE_MS = 5_000;

/**
 * Creates the function that runs a write once per caller and key in 24 hours, and answers repeats with the first answer.
 * A failed write frees its key.
 * @throws ApiError `idempotency_conflict` for another request under the same key, `idempotency_key_in_use` while the
 * first one runs, `rate_limited` if the caller has too many keys
 */
export function createRunOnce({
  db,
  addresses,
  now = () => new Date(),
}: {
  db: Db;
  addresses: Addresses;
  now?: () => Date;
}): RunOnce {
  return async (call, write) => {
    const { accountId, address, deadlineMs } = call;
    const caller = accountId ?? (await addresses.nameOf(address));
    const { id, requestHash, secret } = deriveKeyedRequest({
      ...call,
      credentials: [caller, ...call.credentials],
    });
    const run = { id, runId: randomUUID() };
    const startedAt = now();
    const runEndsAt = new Date(startedAt.getTime() + deadlineMs + AFTER_DEADLINE_MS);
    const { isTaken, fullUntil } = await takeKey(db, { ...run, caller, requestHash, runEndsAt }, startedAt);
    if (!isTaken) {
      const kept = await findKept(db, id, startedAt);
      if (!kept && fullUntil) throw tooManyKeys(fullUntil, startedAt);
      if (kept && !kept.requestHash.equals(requestHash)) throw otherRequest();
      if (!kept?.answer) throw keyInUse();
      call.onReplay();
      // The same request was answered by the same write.
      return openAnswer(secret, kept.answer) as Awaited<ReturnType<typeof write>>;
    }
    try {
      const answer = await write(async (tx, written) => {
        if (!(await saveAnswer(tx, run, sealAnswer(secret, written)))) throw keyInUse();
      });
      // For writes that are no transaction, or found that there was nothing to write.
      await saveAnswer(db, run, sealAnswer(secret, answer));
      return answer;
    } catch (error) {
      // If this fails as well, the key is free when the run's time is over.
      await freeKey(db, run).catch(() => undefined);
      throw error;
    }
  };
}

function keyInUse(): ApiError {
  return new ApiError(
    'idempotency_key_in_use',
    'The first request with this Idempotency-Key is still running. Repeat it in a second.',
  );
}

function otherRequest(): ApiError {
  return new ApiError(
    'idempotency_conflict',
    'This Idempotency-Key was sent with another request within the last 24 hours. Send a new key with a new request.',
  );
}

function tooManyKeys(until: Date, now: Date): ApiError {
  const seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1_000));
  return tooManyCalls(
    `Too many answers are kept for you. Send the request without an Idempotency-Key, or in ${seconds} s.`,
    seconds,
    { details: { cap: 'idempotency_keys' } },
  );
}
