/** SQLSTATE classes and socket errors of a database that is down, overloaded or refuses the service's login. */
const UNAVAILABLE_SQLSTATE = /^(08|28|3D000|53|57P0|55P03|57014|25006)/;
const UNAVAILABLE_SOCKET = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** Messages of node-postgres errors that have no code. */
const UNAVAILABLE_TEXT =
  /timeout exceeded when trying to connect|timeout expired|Connection terminated|Query read timeout|Client has encountered a connection error|Cannot use a pool after calling end/;

const NO_CONNECTION_SQLSTATE = /^(08|28|3D000|57P0)/;
const NO_CONNECTION_TEXT = /timeout expired|Connection terminated/;

/** Query canceled, lock not available. */
const TIMEOUTS = new Set(['57014', '55P03']);

/** SQLSTATE codes contain a digit; codes of socket errors do not. */
const SQLSTATE = /^(?=.*\d)[0-9A-Z]{5}$/;
/** The server is starting, stopping or unreachable. */
const AWAY_SQLSTATE = /^(08|57P0)/;

/**
 * Explanations of SQLSTATE codes for operators. The server's message is appended.
 * @see https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const CAUSES: [RegExp, string][] = [
  [/^28/, 'The database refuses the user and password of DATABASE_URL'],
  [/^3D000$/, 'The database that DATABASE_URL names does not exist'],
  [/^40P01$/, 'The database ended this because of a deadlock: try again'],
  [/^40001$/, 'The database ended this because others changed the same rows: try again'],
  [
    /^42501$/,
    'The role in DATABASE_URL may not do this: grant it the right, or use the role that owns the database',
  ],
  [/^25006$/, 'The database takes no writes'],
  [/^53100$/, 'The disk of the database is full: give it space, then try again'],
  [/^53200$/, 'The database is out of memory'],
  [/^53300$/, 'All connections of the database are in use: end some, or raise max_connections'],
  [/^53/, 'The database lacks resources'],
  [/^55P03$/, 'The database waited too long for a lock that another connection holds: try again'],
  [/^57014$/, 'The database cancelled this because it took too long, or on request'],
];

/**
 * Describes a database error in one sentence: the cause, then the server's message and code. Undefined for other
 * errors, and if the server is down.
 */
export function describeDatabaseRefusal(error: unknown): string | undefined {
  const { code = '', message = '' } = databaseErrorOf(error) ?? {};
  if (!SQLSTATE.test(code) || AWAY_SQLSTATE.test(code)) return undefined;
  const cause = CAUSES.find(([codes]) => codes.test(code))?.[1] ?? 'The database refused this';
  return `${cause} (${message}, ${code}).`;
}

/** Describes a database that refuses something or cannot be reached, in one sentence. Undefined for other errors. */
export function describeDatabaseTrouble(error: unknown): string | undefined {
  const refusal = describeDatabaseRefusal(error);
  if (refusal !== undefined || !isDatabaseUnavailable(error)) return refusal;
  // The error of a host with two addresses has no message.
  const { code = '', message } = databaseErrorOf(error) ?? {};
  return `The database cannot be reached (${message || code}): check DATABASE_URL and that the server runs.`;
}

/** Returns whether the database takes no connection of this process: it is down, or refuses the login. */
export function isConnectionRefused(error: unknown): boolean {
  const { code = '', message = '' } = databaseErrorOf(error) ?? {};
  return (
    NO_CONNECTION_SQLSTATE.test(code) || UNAVAILABLE_SOCKET.has(code) || NO_CONNECTION_TEXT.test(message)
  );
}

/** Returns the driver's error, which drizzle wraps as `cause`. A failed `fetch` is a TypeError and of another server. */
export function databaseErrorOf(
  error: unknown,
): { code?: string; constraint?: string; message?: string } | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current instanceof TypeError) return undefined;
    if ('code' in current || UNAVAILABLE_TEXT.test(current.message)) return current;
  }
  return undefined;
}

/** Returns whether the database is down, overloaded or read-only, as opposed to a bug. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const cause = databaseErrorOf(error);
  if (!cause) return false;
  const code = cause.code ?? '';
  return (
    UNAVAILABLE_SQLSTATE.test(code) ||
    UNAVAILABLE_SOCKET.has(code) ||
    UNAVAILABLE_TEXT.test(cause.message ?? '')
  );
}

/** Returns whether a statement timed out, or waited too long for a lock. */
export function isTimeout(error: unknown): boolean {
  return TIMEOUTS.has(databaseErrorOf(error)?.code ?? '');
}
