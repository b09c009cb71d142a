/** The subject whose calls are counted: an account id, or the keyed hash of an address in hexadecimal. */
export interface LimitSubject {
  kind: 'account' | 'address';
  id: string;
}

export interface LimitCheck {
  subject: LimitSubject;
  /** Calls per minute of the clock; null: no limit. */
  perMinute: number | null;
  /** Calls over the lifetime of the subject. null: no limit, but still counted. */
  cumulative: number | null;
  /** `take` uses one call of the quota unless this one is refused; `look` uses none; `none`: no quota applies. */
  quota: 'take' | 'look' | 'none';
  /** Calls that `take` uses, all or none; default 1. */
  cost?: number;
  /**
   * Limits per minute shared by many subjects. They count only calls that pass their own limit, so that one caller
   * who keeps retrying takes nothing from the others. A call refused by a ceiling uses no quota.
   */
  ceilings?: readonly Ceiling[];
}

export interface Ceiling {
  subject: LimitSubject;
  perMinute: number;
}

export interface LimitState {
  refusal: 'rate_limited' | 'address_limited' | 'quota_exhausted' | undefined;
  /** The first ceiling that refuses, with `address_limited`. `count` is then that of the ceiling. */
  ceiling?: Ceiling | undefined;
  /** Calls of this minute, including this one and refused ones; 0 without a limit per minute. */
  count: number;
  /** End of the minute, in Unix seconds by the store's clock. */
  resetAtS: number;
  /** Whole seconds from now to `resetAtS`, 1 to 60. */
  resetInS: number;
  /** Calls used of the quota; undefined when unknown at the moment. */
  used: number | undefined;
}

/**
 * The counters behind limits and quotas. Every method may throw; the caller decides whether a call then passes.
 * Postgres holds the lasting quota figure, and no quota counter ever goes down.
 */
export interface LimitStore {
  /**
   * Counts one call atomically against the minute, then the ceilings, then the quota. Stops at the first that
   * refuses.
   */
  check(check: LimitCheck): Promise<LimitState>;
  /** Returns the calls used so far, as exactly as the store knows. */
  findUsed(subject: LimitSubject): Promise<number>;
  /** Resolves when the store can count. */
  probe(): Promise<void>;
  /** Rejects with the reason when the store is configured so that it could lose counters. */
  checkPolicy?: () => Promise<void>;
  /** Saves the counts that are only in memory. */
  close(): Promise<void>;
}

/** Returns a subject as one string, for keys and maps. */
export function subjectKey(subject: LimitSubject): string {
  return `${subject.kind}:${subject.id}`;
}
