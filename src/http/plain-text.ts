import { z } from 'zod';

/** Controls and NUL, half surrogate pairs, what turns the direction of writing, and byte order marks. */
const REFUSED = /[\p{Cc}\p{Cs}\u2028-\u202E\u2066-\u2069\uFEFF]/u;
const LINE_BREAKS_AND_TABS = /[\n\r\t]/g;
const PROBLEM = 'must not hold control characters, half characters or marks that turn the text';

/**
 * One line of text from outside: what cannot be stored, or would show as something else, is refused and not repaired.
 * It is kept as it was written but for blanks around it, in Unicode's composed form. Lengths are in characters (code
 * points), as Postgres counts them.
 */
export const plainLine = (most: number, least = 1) => textOf(most, least, (value) => !REFUSED.test(value));

/** The same with line breaks and tabs. */
export const plainText = (most: number, least = 1) =>
  textOf(most, least, (value) => !REFUSED.test(value.replaceAll(LINE_BREAKS_AND_TABS, '')));

function textOf(most: number, least: number, isPlain: (value: string) => boolean) {
  return z
    .string()
    .refine(isPlain, { error: PROBLEM, abort: true })
    .overwrite((value) => value.normalize('NFC').trim())
    .refine(
      (value) => isWithin(value, least, most),
      least > 0 ? `must have from ${least} to ${most} characters` : `must have at most ${most} characters`,
    )
    .meta({ minLength: least, maxLength: most });
}

function isWithin(value: string, least: number, most: number): boolean {
  // A character is one or two UTF-16 units: a long text need not be taken apart.
  if (value.length > most * 2) return false;
  const { length } = Array.from(value);
  return length >= least && length <= most;
}
