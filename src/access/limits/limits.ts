/**
 * Every limit on callers, except the calls per minute and quotas of tiers (rows of `tiers`), and the settings
 * `REGISTRATIONS_*` and `KEYS_PER_*`. docs/limits.md shows this list; a test compares them.
 */

/** At most `most` within `seconds`; more get 429 `rate_limited`. */
export interface Figure {
  most: number;
  seconds: number;
}

interface Listed extends Figure {
  what: string;
  /** Whose calls are counted together. An address is an IPv6 /64 too. */
  of: 'account' | 'address' | 'e-mail' | 'e-mail and address';
}

const MINUTE_S = 60;
const QUARTER_S = 900;
const HOUR_S = 3_600;
const DAY_S = 86_400;

/** An IPv6 /48 may do this many times what one address may. */
export const NETWORK_TIMES = 4;

export const LOGIN_FIGURES = {
  requests: { what: 'register, log in or renew a key', of: 'address', most: 10, seconds: MINUTE_S },
  emailFailures: { what: 'wrong passwords', of: 'e-mail', most: 5, seconds: QUARTER_S },
  addressFailures: { what: 'wrong passwords', of: 'address', most: 20, seconds: QUARTER_S },
} as const satisfies Record<string, Listed>;
export type LoginFigures = Record<keyof typeof LOGIN_FIGURES, Figure>;

/** A place that the operator signed in from before has a count of its own, as large as `place`. */
export const SIGN_IN_FIGURES = {
  place: { what: 'wrong sign-ins of an operator', of: 'e-mail and address', most: 5, seconds: QUARTER_S },
  address: { what: 'wrong sign-ins of operators', of: 'address', most: 20, seconds: QUARTER_S },
  emergency: { what: 'wrong emergency codes', of: 'address', most: 20, seconds: QUARTER_S },
  unknown: { what: 'wrong sign-ins without a code', of: 'e-mail', most: 50, seconds: QUARTER_S },
} as const satisfies Record<string, Listed>;
export type SignInFigures = Record<keyof typeof SIGN_IN_FIGURES, Figure>;

export const ACCOUNT_FIGURES = {
  mails: { what: 'mails with a code', of: 'account', most: 5, seconds: HOUR_S },
  // Each of these adds a row to the audit log, which is never shortened.
  keys: { what: 'new keys and names for keys', of: 'account', most: 50, seconds: DAY_S },
  webhooks: { what: 'changes of webhooks', of: 'account', most: 50, seconds: DAY_S },
} as const satisfies Record<string, Listed>;

export const SUBMISSION_FIGURES = {
  minute: { what: 'submissions', of: 'address', most: 10, seconds: MINUTE_S },
  day: { what: 'submissions', of: 'address', most: 200, seconds: DAY_S },
  statusReads: { what: 'reads of a status', of: 'address', most: 60, seconds: MINUTE_S },
  pictureMinute: { what: 'pictures', of: 'address', most: 20, seconds: MINUTE_S },
  pictureDay: { what: 'pictures', of: 'address', most: 400, seconds: DAY_S },
} as const satisfies Record<string, Listed>;
export type SubmissionFigures = Record<keyof typeof SUBMISSION_FIGURES, Figure>;

/** How long an address may send no pictures after one that was too costly to decode. */
export const COSTLY_PICTURE_S = 300;

/** Suggestions per minute for each call per minute of a tier, because clients ask at every typed letter. */
export const SUGGESTIONS_PER_CALL = 5;

/** Calls of one caller under way; more get 429 `rate_limited`. Of all callers: more get 503 `unavailable`. */
export interface AtOnce {
  what: string;
  mostOfOne: number;
  most: number;
  /** How many of `most` are reserved for good callers (see `Addresses`). */
  reserved?: number;
  /** The most pages in memory until they are sent. */
  mostPages?: number;
}

export const AT_ONCE = {
  /** Calls that wait, are read, or are sent to a slow reader. A page is at most about 5 MB. */
  changes: { what: 'changes', mostOfOne: 4, most: 200, mostPages: 32 },
  /** Streamed, not held in memory. */
  dumps: { what: 'dumps', mostOfOne: 8, most: 100 },
  /** A page shows a few dozen pictures. Each takes about 100 kB of memory until it is sent. */
  pictures: { what: 'pictures', mostOfOne: 32, most: 200 },
  /** Sent and decoded; of one address or network. Each takes at most 10 MB of memory. */
  sentPictures: { what: 'sending pictures', mostOfOne: 2, most: 16, reserved: 4 },
  /** Of one operator. */
  live: { what: 'live events of the console', mostOfOne: 8, most: 200 },
} as const satisfies Record<string, AtOnce>;
