const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });
const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'long' });

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** `3 min. ago`, `yesterday`, `in 2 hr.` */
export function formatRelativeTime(value: string, nowMs: number): string {
  const seconds = (new Date(value).getTime() - nowMs) / 1_000;
  for (const [unit, length] of STEPS) {
    if (Math.abs(seconds) >= length) return relative.format(Math.trunc(seconds / length), unit);
  }
  return Math.abs(seconds) < 10 ? 'just now' : relative.format(Math.trunc(seconds), 'second');
}

/** Formats a time in the reader's zone, and names the zone. */
export function formatExactTime(value: string): string {
  return exact.format(new Date(value));
}

/** Formats a duration in its largest fitting unit: `45 s`, `12 min`, `3 h`, `2 days`. */
export function formatDuration(seconds: number): string {
  if (seconds < 1) return `${Math.round(seconds * 1_000)} ms`;
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 5_400) return `${Math.round(seconds / 60)} min`;
  if (seconds < 172_800) return `${Math.round(seconds / 3_600)} h`;
  return `${Math.round(seconds / 86_400)} days`;
}
