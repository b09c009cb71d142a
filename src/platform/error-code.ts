/** The `code` that Node's and the database driver's errors carry, such as ENOENT or 28P01. */
export function errorCodeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Why it failed: what the innermost cause says, or the program that failed; its code when it has no words. */
export function reasonOf(error: unknown): string {
  // An error of several attempts, as for both addresses of one host, has no words of its own.
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  // A failed query says the query; the reason is its cause.
  if (error.cause instanceof Error) return reasonOf(error.cause);
  const output = 'stderr' in error && typeof error.stderr === 'string' ? error.stderr.trim() : '';
  return findReason(output.split('\n')) || error.message || errorCodeOf(error) || error.name;
}

/** The line in which a server says why it ended: those that follow only tell that it does. */
export function findReason(lines: readonly string[]): string | undefined {
  return (
    lines.findLast((line) => / PANIC:/.test(line)) ??
    lines.findLast((line) => /\b(FATAL|ERROR):/.test(line)) ??
    lines.find((line) => line.includes('error')) ??
    lines.at(-1)
  );
}
