const DAY_MS = 86_400_000;

/** The last days in UTC as `YYYY-MM-DD`, oldest first, today included: charts show also those without anything. */
export function listLastDays(count: number, today: Date): string[] {
  return Array.from({ length: count }, (_, index) =>
    new Date(today.getTime() - (count - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  );
}
