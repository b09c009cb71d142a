import type { ApiError } from '../api-error.ts';

/** The caller: an account by its key, or an anonymous address. */
export type Caller = { kind: 'anonymous' } | { kind: 'key'; keyId: string; accountId: string; tier: string };

/** Result of the key check. An invalid key is answered after it has counted for its address. */
export type CheckedCaller = Caller | { kind: 'invalid'; error: ApiError };

/** Returns the name under which a caller shares and counts: of the account of its key, else of its address. */
export function nameCaller({
  caller,
  address,
}: {
  caller: CheckedCaller | undefined;
  address: string;
}): string {
  return caller?.kind === 'key' ? caller.accountId : address;
}

declare module 'express-serve-static-core' {
  interface Request {
    /** Set by `authenticate` before every handler of /api/v1. */
    caller?: CheckedCaller;
  }
}
