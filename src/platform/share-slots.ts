import { bulkhead, isBulkheadRejectedError, type BulkheadPolicy } from 'cockatiel';
import { ApiError } from './http/api-error.ts';

interface SlotLimits {
  /** Maximum running calls of all callers. */
  atOnce: number;
  /** Maximum calls in the common queue. */
  waiting: number;
  /** Maximum calls of one caller that run or wait in the common queue. */
  atOnceEach: number;
  /** Maximum further calls of one caller, which wait in the caller's own queue. */
  waitingEach: number;
  /** `Retry-After` of refused calls; default 1. */
  retryAfterS?: number;
}

/**
 * Runs work for a caller when a slot is free.
 * @throws ApiError 503 `unavailable` if the caller's queue or the common one is full; the reason of `signal` if it
 * was aborted before the work began
 */
type ShareSlots = <T>(caller: string, work: () => Promise<T>, signal: AbortSignal) => Promise<T>;

/**
 * Returns slots that callers share. A caller with more than `atOnceEach` calls waits in its own queue. So one caller
 * never takes every slot or the whole common queue, and a caller with few calls waits for few.
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
