const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Delays between attempts, as Standard Webhooks 1.0 proposes: ten attempts in about 76 hours. */
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
/** Attempts per delivery, unless it is replayed. */
export const MOST_ATTEMPTS = DELAYS_MS.length + 1;
/** Random share added to a delay, so that deliveries that failed together are not retried together. */
const JITTER = 0.1;

/**
 * Returns when to retry after `attempts` attempts, the last of which failed at `now`; null: give up.
 * @param random from 0 to 1
 */
export function nextAttempt(attempts: number, now: Date, random: number): Date | null {
  const delay = DELAYS_MS[attempts - 1];
  return delay === undefined ? null : new Date(now.getTime() + delay * (1 + JITTER * random));
}
