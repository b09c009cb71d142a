import type { ApiError } from '../api-error.ts';

/** Who asks: an account by its key, or an anonymous address. */
export type Caller = { kind: 'anonymous' } | { kind: 'key'; keyId: string; accountId: string; tier: string };

/** What the key check leaves on a request: a refused key is answered after it has counted against its address. */
export type CheckedCaller = Caller | { kind: 'invalid'; error: ApiError };

declare module 'express-serve-static-core' {
  interface Request {
    /** Set by `authenticate`, which comes before every handler of /api/v1. */
    caller?: CheckedCaller;
  }
}
