const count = new Intl.NumberFormat('en');
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });

/** `12,345` */
export function formatCount(value: number): string {
  return count.format(value);
}

/** `1 product`, `12,345 products`; pass `plural` if an `s` is not enough. */
export function countOf(value: number, noun: string, plural = `${noun}s`): string {
  return `${count.format(value)} ${value === 1 ? noun : plural}`;
}

/** Formats a share from 0 to 1: `42.5%`. */
export function formatShare(value: number): string {
  return percent.format(value);
}

/** Formats a quality score with two decimals: `0.64`. */
export function formatScore(value: number): string {
  return value.toFixed(2);
}
