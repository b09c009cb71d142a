import { bulkhead, isBulkheadRejectedError, type BulkheadPolicy } from 'cockatiel';
import { ApiError } from '../../http/api-error.ts';

export interface SlotLimits {
  /** So many run at once, of all callers together. */
  atOnce: number;
  /** So many wait in the common line. */
  waiting: number;
  /** So many of one caller run or stand in the common line. */
  atOnceEach: number;
  /** So many more of one caller wait for these. */
  waitingEach: number;
}

/**
 * Runs work for a caller when it is its turn.
 * @throws ApiError 503 `unavailable` when the caller's line or the common one is full; the signal's reason when it was
 *   aborted before its turn came
 */
export type ShareSlots = <T>(caller: string, work: () => Promise<T>, signal: AbortSignal) => Promise<T>;

/**
 * Slots that callers share: whoever asks for more than `atOnceEach` waits in a line of their own, so that one caller
 * never has every slot, nor all places in the line, and who asks for little waits for few.
 */
export function shareSlots({ atOnce, waiting, atOnceEach, waitingEach }: SlotLimits): ShareSlots {
  const slots = bulkhead(atOnce, waiting);
  const shares = new Map<string, { line: BulkheadPolicy; calls: number }>();
  return async (caller, work, signal) => {
    const share = shares.get(caller) ?? { line: bulkhead(atOnceEach, waitingEach), calls: 0 };
    shares.set(caller, share);
    share.calls += 1;
    // Not handed to the bulkheads: of one that is aborted in line they forget to call up the next.
    const run = () => {
      signal.throwIfAborted();
      return work();
    };
    try {
      return await share.line.execute(() => slots.execute(run));
    } catch (error) {
      if (!isBulkheadRejectedError(error)) throw error;
      throw new ApiError('unavailable', 'Search is busy. Try again in a moment.', {
        headers: { 'Retry-After': '1' },
        cause: error,
        isShed: true,
      });
    } finally {
      share.calls -= 1;
      if (share.calls === 0) shares.delete(caller);
    }
  };
}
