import { ApiError, tooManyCalls } from '../../platform/http/api-error.ts';
import type { AtOnce } from './limits.ts';

interface CallCap {
  /** @throws ApiError `rate_limited` when the caller has too many open calls, `unavailable` when all callers have */
  enter(
    caller: string,
    isGood?: boolean,
  ): {
    /** @throws ApiError `unavailable` when too many pages wait in memory for slow readers */
    holdPage: () => void;
    /** Ends the call; may be called twice. */
    leave: () => void;
  };
}

/** Limits concurrent long calls per caller and in total, and the pages that they hold in memory. */
export function createCallCap(figures: AtOnce): CallCap {
  const own = new Map<string, number>();
  let calls = 0;
  let pages = 0;
  return {
    enter(caller, isGood = false) {
      const callsOfOne = own.get(caller) ?? 0;
      if (callsOfOne >= figures.mostOfOne) {
        throw tooManyCalls(`Too many of your calls for ${figures.what} are under way.`, 1);
      }
      if (calls >= figures.most - (isGood ? 0 : (figures.reserved ?? 0))) throw tooMany(figures.what);
      own.set(caller, callsOfOne + 1);
      calls += 1;
      let isIn = true;
      let holdsPage = false;
      return {
        holdPage() {
          if (pages >= (figures.mostPages ?? 0)) throw tooMany(figures.what);
          pages += 1;
          holdsPage = true;
        },
        leave() {
          if (!isIn) return;
          isIn = false;
          calls -= 1;
          if (holdsPage) pages -= 1;
          const left = (own.get(caller) ?? 1) - 1;
          if (left > 0) own.set(caller, left);
          else own.delete(caller);
        },
      };
    },
  };
}

function tooMany(what: string): ApiError {
  return new ApiError('unavailable', `Too many calls for ${what} are under way. Try again in a moment.`, {
    headers: { 'Retry-After': '1' },
    isShed: true,
  });
}
