/** SQLSTATE classes and socket errors that mean: the database is away or overloaded, and may be back in a moment. */
const UNAVAILABLE_SQLSTATE = /^(08|53|57P0|55P03|57014|25006)/;
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
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered a connection error|Cannot use a pool after calling end/;

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
