/** Returns the `code` of errors of Node and the database driver, such as ENOENT or 28P01. */
export function errorCodeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Returns the message of the innermost cause, or the output of a failed program; else the code. */
export function reasonOf(error: unknown): string {
  // An AggregateError, as for both addresses of a host, has no message of its own.
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  // The message of a failed query is the query; its cause has the reason.
  if (error.cause instanceof Error) return reasonOf(error.cause);
  const output = 'stderr' in error && typeof error.stderr === 'string' ? error.stderr.trim() : '';
  return findReason(output.split('\n')) || error.message.trim() || errorCodeOf(error) || error.name;
}

/** Returns the log line in which a server says why it ended. Later lines only say that it ended. */
export function findReason(lines: readonly string[]): string | undefined {
  return (
    lines.findLast((line) => / PANIC:/.test(line)) ??
    lines.findLast((line) => /\b(FATAL|ERROR):/.test(line)) ??
    lines.find((line) => line.includes('error')) ??
    lines.at(-1)
  );
}
