const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** From the end of one attempt to the next, as Standard Webhooks 1.0 proposes it: ten attempts in some 76 hours. */
const DELAYS_MS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];
/** Attempts of one delivery, unless it is replayed. */
export const MOST_ATTEMPTS = DELAYS_MS.length + 1;
/** Up to so much is added, so that what failed together does not come together again. */
const JITTER = 0.1;

/**
 * When to try again after `attempts` attempts, if the last one failed at `now`; null: no more.
 * @param random from 0 to 1
 */
export function nextAttempt(attempts: number, now: Date, random: number): Date | null {
  const delay = DELAYS_MS[attempts - 1];
  return delay === undefined ? null : new Date(now.getTime() + delay * (1 + JITTER * random));
}
