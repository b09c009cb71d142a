/** Whose calls are counted: an account by its id, or an anonymous address by its keyed hash in hexadecimal. */
export interface LimitSubject {
  kind: 'account' | 'address';
  id: string;
}

export interface LimitCheck {
  subject: LimitSubject;
  /** Calls in one minute of the clock; null: no limit. */
  perMinute: number | null;
  /** Calls over the lifetime of the subject; null: no limit, and still counted. */
  cumulative: number | null;
  /** `take` uses one call of the quota unless this one is refused; `look` uses none; `none`: there is no quota. */
  quota: 'take' | 'look' | 'none';
  /** Calls that `take` uses, all or none; 1 unless given. */
  cost?: number;
  /**
   * Limits per minute that many subjects share. They count only a call that its own minute lets pass, so that one caller who
   * tries on and on takes nothing from the others; a call that one of them refuses uses no quota.
   */
  ceilings?: readonly Ceiling[];
}

export interface Ceiling {
  subject: LimitSubject;
  perMinute: number;
}

export interface LimitState {
  refusal: 'rate_limited' | 'address_limited' | 'quota_exhausted' | undefined;
  /** The first ceiling that refuses, with `address_limited`: then `count` is that of the ceiling. */
  ceiling?: Ceiling | undefined;
  /** Calls of this minute, this one and refused ones included; 0 without a limit per minute. */
  count: number;
  /** End of the minute, in Unix seconds by the clock of the store. */
  resetAtS: number;
  /** Whole seconds from now to `resetAtS`, 1 to 60. */
  resetInS: number;
  /** Calls used of the quota; undefined when that cannot be known at the moment. */
  used: number | undefined;
}

/**
 * The counters behind limits and quotas. Every method may throw: what then, is for the caller to decide.
 * The quota in Postgres is the lasting one; no counter of it ever goes down.
 */
export interface LimitStore {
  /**
   * Counts one call against the minute; when that lets it pass, against the ceilings; when they do, against the quota: at
   * once, whatever races.
   */
  check(check: LimitCheck): Promise<LimitState>;
  /** Calls used so far, as exactly as the store knows it. */
  findUsed(subject: LimitSubject): Promise<number>;
  /** Resolves when the store can count. */
  probe(): Promise<void>;
  /** Rejects, saying why, when the store is set up so that it could lose counters. */
  checkPolicy?: () => Promise<void>;
  /** Saves the counts that are only in memory. */
  close(): Promise<void>;
}

/** A subject as one text, for keys and maps. */
export function subjectKey(subject: LimitSubject): string {
  return `${subject.kind}:${subject.id}`;
}
