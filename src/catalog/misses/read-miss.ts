import { parseGtin } from '../../facts/values/gtin.ts';
import { foldText, hasWord, readSearchText } from '../../platform/text/fold-text.ts';
import { MOST_MISSED_CHARACTERS, type MissKind } from './miss-contract.ts';

/** Six digits or more, with any signs and blanks between them. */
const LIKE_TELEPHONE = /\p{Nd}(?:[^\p{L}\p{Nd}]{0,3}\p{Nd}){5}/u;
/** An `@`, also written out: `(at)`, `name at example dot org`. */
const LIKE_MAIL = /@|[([{]\s*at\s*[)\]}]|\bat\b.*\bdot\b/;

/**
 * Returns what may be kept of a text that found nothing: a barcode of 12 digits or more, or the folded text. Undefined for a
 * text that looks like a telephone number, an e-mail address or a part of a barcode, is too long, or has no word. Eight
 * digits of a text are more often a telephone number than a barcode.
 */
export function readMiss(text: string): { kind: MissKind; value: string } | undefined {
  const folded = foldText(text);
  const { digits } = readSearchText(folded);
  if (digits !== undefined) {
    const parsed = parseGtin(digits);
    return parsed.ok && digits.length >= 12 ? { kind: 'barcode', value: parsed.gtin } : undefined;
  }
  if (!hasWord(folded) || folded.length > MOST_MISSED_CHARACTERS) return undefined;
  return LIKE_TELEPHONE.test(folded) || LIKE_MAIL.test(folded) ? undefined : { kind: 'text', value: folded };
}
