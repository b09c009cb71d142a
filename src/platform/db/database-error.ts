/** SQLSTATE classes and socket errors that mean: the database is away, overloaded, or lets the service in no more. */
const UNAVAILABLE_SQLSTATE = /^(08|28|3D000|53|57P0|55P03|57014|25006)/;
const UNAVAILABLE_SOCKET = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** node-postgres gives these no code at all. */
const UNAVAILABLE_TEXT =
  /timeout exceeded when trying to connect|timeout expired|Connection terminated|Query read timeout|Client has encountered a connection error|Cannot use a pool after calling end/;

/** Query canceled, lock not available. */
const TIMEOUTS = new Set(['57014', '55P03']);

/** Codes of the server, each with a digit; those of sockets have none. */
const SQLSTATE = /^(?=.*\d)[0-9A-Z]{5}$/;
/** The server is going, coming, or cannot be spoken with. */
const AWAY_SQLSTATE = /^(08|57P0)/;

/**
 * What the codes of a server that is there mean to whoever can put it right; the server's own words follow.
 * @see https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const CAUSES: [RegExp, string][] = [
  [/^28/, 'The database lets nobody in with the user and password of DATABASE_URL'],
  [/^3D000$/, 'The database server has no database of the name in DATABASE_URL'],
  [/^40P01$/, 'The database ended this because it and others waited for each other: try again'],
  [/^40001$/, 'The database ended this because others changed the same rows: try again'],
  [
    /^42501$/,
    'The role in DATABASE_URL may not do this: grant it the right, or use the role that owns the database',
  ],
  [/^25006$/, 'The database takes no writes'],
  [/^53100$/, 'The disk of the database is full: give it space, then try again'],
  [/^53200$/, 'The database is out of memory'],
  [/^53300$/, 'All connections of the database are in use: end some, or raise max_connections'],
  [/^53/, 'The database has not enough resources'],
  [/^55P03$/, 'The database waited in vain for a lock that somebody else holds: try again'],
  [/^57014$/, 'The database ended this because it took too long, or was told to'],
];

/**
 * The database's refusal in one sentence: what is the matter, then its own words and its code. Undefined for an error
 * that is not the server's, and for one that says that the server is away.
 */
export function describeDatabaseRefusal(error: unknown): string | undefined {
  const { code = '', message = '' } = databaseErrorOf(error) ?? {};
  if (!SQLSTATE.test(code) || AWAY_SQLSTATE.test(code)) return undefined;
  const cause = CAUSES.find(([codes]) => codes.test(code))?.[1] ?? 'The database refused this';
  return `${cause} (${message}, ${code}).`;
}

/** The error of the driver itself: drizzle wraps it as `cause`. */
export function databaseErrorOf(
  error: unknown,
): { code?: string; constraint?: string; message?: string } | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('code' in current || UNAVAILABLE_TEXT.test(current.message)) return current;
  }
  return undefined;
}

/** Whether the failure is the database being away, too busy or read-only, and not a fault of ours. */
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

/** Whether a statement took too long, or waited too long for a lock: the database is there. */
export function isTimeout(error: unknown): boolean {
  return TIMEOUTS.has(databaseErrorOf(error)?.code ?? '');
}
