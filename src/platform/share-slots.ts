import { bulkhead, isBulkheadRejectedError, type BulkheadPolicy } from 'cockatiel';
import { ApiError } from './http/api-error.ts';

interface SlotLimits {
  /** How many run at once, of all callers together. */
  atOnce: number;
  /** How many wait in the common queue. */
  waiting: number;
  /** How many of one caller run or wait in the common queue. */
  atOnceEach: number;
  /** How many more of one caller wait in the caller’s own queue. */
  waitingEach: number;
  /** `Retry-After` of a refused call; 1 unless given. */
  retryAfterS?: number;
}

/**
 * Runs work for a caller when a slot is free.
 * @throws ApiError 503 `unavailable` when the caller’s queue or the common one is full; the signal's reason when it was
 *   aborted before its turn came
 */
type ShareSlots = <T>(caller: string, work: () => Promise<T>, signal: AbortSignal) => Promise<T>;

/**
 * Returns slots that callers share. A caller with more than `atOnceEach` calls waits in a queue of its own. So one caller never
 * takes every slot or the whole common queue, and a caller with few calls waits for few.
 */
export function shareSlots(limits: SlotLimits): ShareSlots {
  const { atOnce, waiting, atOnceEach, waitingEach, retryAfterS = 1 } = limits;
  const slots = bulkhead(atOnce, waiting);
  const shares = new Map<string, { line: BulkheadPolicy; calls: number }>();
  return async (caller, work, signal) => {
    const share = shares.get(caller) ?? { line: bulkhead(atOnceEach, waitingEach), calls: 0 };
    shares.set(caller, share);
    share.calls += 1;
    // The signal is not passed to the bulkheads: after an aborted waiting call they do not start the next one.
    const run = () => {
      signal.throwIfAborted();
      return work();
    };
    try {
      return await share.line.execute(() => slots.execute(run));
    } catch (error) {
      if (!isBulkheadRejectedError(error)) throw error;
      throw new ApiError('unavailable', 'The service is busy with such calls. Try again in a moment.', {
        headers: { 'Retry-After': String(retryAfterS) },
        cause: error,
        isShed: true,
      });
    } finally {
      share.calls -= 1;
      if (share.calls === 0) shares.delete(caller);
    }
  };
}
