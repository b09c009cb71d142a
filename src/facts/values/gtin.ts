import { HYPHENS } from '../../platform/text/fold-text.ts';
import { ignoreInvisible } from '../../platform/text/invisible-characters.ts';

export type GtinType = 'gtin8' | 'gtin12' | 'gtin13' | 'gtin14';

/**
 * The pattern of any spelling, for the API description. Check digit and range are checked separately, and what
 * `compactCode` drops is accepted too.
 */
export const GTIN_PATTERN = '^([0-9]{8}|[0-9]{12,14})$';

/** Why a text may not become a product's barcode: the closed list that every endpoint uses. */
export const GTIN_REFUSALS = [
  'bad_format',
  'bad_length',
  'bad_check_digit',
  'restricted_circulation',
  'coupon',
  'variable_measure',
] as const;
export type GtinRefusal = (typeof GTIN_REFUSALS)[number];

/** Why a text is not a well-formed GTIN. */
type MalformedGtinReason = Extract<GtinRefusal, `bad_${string}`>;

export interface RefusedGtin<Reason extends GtinRefusal = GtinRefusal> {
  ok: false;
  reason: Reason;
  message: string;
}

export interface ParsedGtin {
  ok: true;
  /** The unique key: padded to 14 digits. */
  gtin14: string;
  /** The display form: 8, 12, 13 or 14 digits. */
  gtin: string;
  type: GtinType;
  packLevelDefault: 'each' | 'case';
}

const ACCEPTED_LENGTHS = [8, 12, 13, 14];

const RANGE_MESSAGES = {
  restricted_circulation:
    'This code is for use inside one company or region only (in-store or variable weight), so it names no product.',
  coupon: 'This is a coupon or refund code, not the code of a product.',
  variable_measure: 'Indicator digit 9 marks an item of variable measure, which has no fixed product.',
};

/**
 * Returns a code as typed or pasted without its blanks, hyphens and dashes, line ends, control and invisible characters.
 * Every reader of barcodes drops them.
 */
export function compactCode(text: string): string {
  if (/^\d+$/.test(text)) return text;
  return ignoreInvisible(text)
    .replaceAll(/[\s\p{Cc}]/gu, '')
    .replaceAll(HYPHENS, '');
}

/** A number as a spreadsheet shortens it, such as `9,5298E+12`: its last digits are lost. */
export const isShortenedNumber = (text: string) => /^\d(?:[.,]\d+)?E\+?\d+$/i.test(compactCode(text));

/**
 * Parses a barcode for storing. Checks in this order: digits only, length, check digit, range; the first failure is the
 * reason. The ranges are those of the GS1 General Specifications, figures 1.4.2-1 and 1.4.3-1; a prefix does not tell the
 * country of origin. An 8-digit UPC-E is refused, and the message names its expansion.
 */
export function parseGtin(text: string): ParsedGtin | RefusedGtin {
  const padded = padGtin(text);
  if (!padded.ok) return { ...padded, message: padded.message + buildUpcEHint(text) };
  const { gtin14 } = padded;
  const reason = findRefusedRange(gtin14);
  if (reason) return { ok: false, reason, message: RANGE_MESSAGES[reason] + buildUpcEHint(text) };
  return {
    ok: true,
    gtin14,
    gtin: displayGtin(gtin14),
    type: gtinTypeOf(gtin14),
    packLevelDefault: gtin14.startsWith('0') ? 'each' : 'case',
  };
}

/**
 * Returns the 14-digit key of any spelling of a code, for lookups, or why it is malformed. Ranges are not checked, because
 * a well-formed code that can never be stored is simply not found.
 */
export function padGtin(text: string): { ok: true; gtin14: string } | RefusedGtin<MalformedGtinReason> {
  const digits = compactCode(text);
  if (!/^[0-9]+$/.test(digits)) {
    const message = isShortenedNumber(text)
      ? 'A spreadsheet has shortened this number, and its last digits are lost. Format its column as text.'
      : 'A GTIN is made of the digits 0 to 9 only.';
    return { ok: false, reason: 'bad_format', message };
  }
  if (!ACCEPTED_LENGTHS.includes(digits.length)) {
    return {
      ok: false,
      reason: 'bad_length',
      message: `A GTIN has 8, 12, 13 or 14 digits; this one has ${digits.length}.`,
    };
  }
  const gtin14 = digits.padStart(14, '0');
  const checkDigit = computeCheckDigit(gtin14.slice(0, -1));
  if (!gtin14.endsWith(checkDigit)) {
    return {
      ok: false,
      reason: 'bad_check_digit',
      message: `The last digit does not fit the others: it would have to be ${checkDigit}. Was a digit misread?`,
    };
  }
  return { ok: true, gtin14 };
}

/** Returns the printed form of a key: 8 digits after six leading zeros, 12 after two, 13 after one, else all 14. */
export function displayGtin(gtin14: string): string {
  if (gtin14.startsWith('000000')) return gtin14.slice(6);
  if (gtin14.startsWith('00')) return gtin14.slice(2);
  if (gtin14.startsWith('0')) return gtin14.slice(1);
  return gtin14;
}

/** Returns the type by the length of the display form, not of the typed text. */
export function gtinTypeOf(gtin14: string): GtinType {
  switch (displayGtin(gtin14).length) {
    case 8:
      return 'gtin8';
    case 12:
      return 'gtin12';
    case 13:
      return 'gtin13';
    default:
      return 'gtin14';
  }
}

/**
 * Returns the 12-digit expansion of an 8-digit UPC-E (number system 0, six digits, check digit), or undefined when the text
 * cannot be one. The same 8 digits may be a restricted GTIN-8, and most are no GTIN-8. So a lookup tries the expansion
 * only when the text itself was not found, and a write never does.
 */
export function expandUpcE(text: string): string | undefined {
  const digits = compactCode(text);
  if (!/^0[0-9]{7}$/.test(digits)) return undefined;
  const expansion = expandUpcEDigits(digits.slice(1, 7));
  return expansion.endsWith(digits.slice(7)) ? expansion : undefined;
}

/** Returns the 12-digit expansion of the six digits of a UPC-E: number system 0 first, the check digit last. */
export function expandUpcEDigits(digits: string): string {
  const body = `0${restoreZeros(digits)}`;
  return body + computeCheckDigit(body);
}

/** Restores the omitted zeros: the last of the six digits tells their place (GS1 General Specifications, zero suppression). */
function restoreZeros(digits: string): string {
  const last = digits.slice(5);
  if (last <= '2') return digits.slice(0, 2) + last + '0000' + digits.slice(2, 5);
  if (last === '3') return digits.slice(0, 3) + '00000' + digits.slice(3, 5);
  if (last === '4') return digits.slice(0, 4) + '00000' + digits.slice(4, 5);
  return digits.slice(0, 5) + '0000' + last;
}

/** Returns the check digit: modulo 10, weights 3, 1, 3, 1 … from the right. */
export function computeCheckDigit(digits: string): string {
  let sum = 0;
  for (let i = 0; i < digits.length; i += 1) {
    const weight = (digits.length - i) % 2 === 1 ? 3 : 1;
    sum += weight * Number(digits[i]);
  }
  return String((10 - (sum % 10)) % 10);
}

/**
 * Returns the refused range of a key, or undefined. The prefix is read from digits 2 to 14 of the key, never from the typed
 * text: `021234567893` has prefix 002, `201234567899` has 02. So the rules also apply to a GTIN-14 with an indicator digit.
 */
function findRefusedRange(gtin14: string): keyof typeof RANGE_MESSAGES | undefined {
  if (gtin14.startsWith('9')) return 'variable_measure';
  const body = gtin14.slice(1);
  if (/^00000[02]/.test(body)) return 'restricted_circulation';
  if (/^(02|04|2)/.test(body)) return 'restricted_circulation';
  if (/^(05|98|99)/.test(body)) return 'coupon';
  return undefined;
}

/**
 * Returns a warning for an accepted range that is not for ordinary trade items, or undefined: RFID and demonstration
 * prefixes, and reserved GTIN-8.
 */
export function findGtinWarning(
  gtin14: string,
): { reason: 'rfid' | 'demonstration' | 'reserved'; message: string } | undefined {
  const body = gtin14.slice(1);
  const isGtin8 = body.startsWith('00000');
  const prefix = isGtin8 ? body.slice(5, 8) : body.slice(0, 3);
  if (!isGtin8 && prefix === '951') return { reason: 'rfid', message: 'Prefix 951 is kept for RFID tags.' };
  if (prefix === '952') return { reason: 'demonstration', message: 'Prefix 952 is for demonstrations.' };
  if (isGtin8 && prefix >= '977')
    return { reason: 'reserved', message: 'This GTIN-8 range is not given out.' };
  return undefined;
}

function buildUpcEHint(text: string): string {
  const expansion = expandUpcE(text);
  if (expansion === undefined || !parseGtin(expansion).ok) return '';
  return ` If this is a UPC-E code, enter its 12-digit form ${expansion}.`;
}
