import { take, type Counter } from './counter.ts';

/** A failure counted before the check runs, so that parallel guesses cannot outrun the count. */
export interface CountedFailure {
  /** Takes the failure back, because the check did not fail. */
  withdraw: () => Promise<unknown>;
  /** Resets the count, including earlier failures. */
  forgive: () => Promise<unknown>;
}

/**
 * Counts a failure of an account at a place that its owner signed in from before. Such a place has a counter of its
 * own, so that strangers elsewhere cannot lock it.
 * @throws ApiError `rate_limited`
 */
export async function takeKnownPlace(
  counter: Counter,
  account: string,
  place: string,
): Promise<CountedFailure & { isFirst: boolean; isLast: boolean }> {
  const key = `${account} ${place}`;
  const { consumedPoints, remainingPoints } = await take(counter, key);
  return {
    isFirst: consumedPoints === 1,
    isLast: remainingPoints === 0,
    withdraw: () => counter.reward(key),
    forgive: () => counter.delete(key),
  };
}

/**
 * Runs a check, which returns undefined for wrong credentials. Success resets the count; an error takes the failure
 * back.
 */
export async function checkCounted<T>(
  { withdraw, forgive }: CountedFailure,
  check: () => Promise<T | undefined>,
): Promise<T | undefined> {
  let found;
  try {
    found = await check();
  } catch (error) {
    await withdraw();
    throw error;
  }
  if (found !== undefined) await forgive();
  return found;
}
