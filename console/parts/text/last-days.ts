const DAY_MS = 86_400_000;

/**
 * Returns the last days in UTC as `YYYY-MM-DD`, oldest first, including today, so that charts show empty days too.
 */
export function listLastDays(count: number, today: Date): string[] {
  return Array.from({ length: count }, (_, index) =>
    new Date(today.getTime() - (count - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  );
}
