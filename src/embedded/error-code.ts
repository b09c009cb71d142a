/** The `code` that Node's and the database driver's errors carry, such as ENOENT or 28P01. */
export function errorCodeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** What a program that failed said about it, else the error's own message, or its code when it has none. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const output = 'stderr' in error && typeof error.stderr === 'string' ? error.stderr.trim() : '';
  const lines = output.split('\n');
  return (
    lines.find((line) => line.includes('error')) ||
    lines.at(-1) ||
    error.message ||
    errorCodeOf(error) ||
    error.name
  );
}
