export type GtinType = 'gtin8' | 'gtin12' | 'gtin13' | 'gtin14';

/** What any spelling looks like, for the descriptions; check digit and range are looked at apart. */
export const GTIN_PATTERN = '^([0-9]{8}|[0-9]{12,14})$';

/** Why a text is no well-formed GTIN at all. */
export type MalformedGtinReason = 'bad_format' | 'bad_length' | 'bad_check_digit';

/** Why a text may not become a product's barcode. */
export type GtinRefusal = MalformedGtinReason | 'restricted_circulation' | 'coupon' | 'variable_measure';

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
 * Reads a barcode that is to be stored. Tests in this order: digits only, length, check digit, range; the first
 * reason wins. The ranges are those of the GS1 General Specifications, figures 1.4.2-1 and 1.4.3-1; the prefix says
 * nothing about the country of origin. An 8-digit UPC-E is refused and the message names its expansion.
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
 * The 14-digit key of any spelling of a code, for lookups: ranges are not tested, because a well-formed code that
 * can never be stored is simply not found. A refusal says what is malformed.
 */
export function padGtin(text: string): { ok: true; gtin14: string } | RefusedGtin<MalformedGtinReason> {
  if (!/^[0-9]+$/.test(text)) {
    return { ok: false, reason: 'bad_format', message: 'A GTIN is made of the digits 0 to 9 only.' };
  }
  if (!ACCEPTED_LENGTHS.includes(text.length)) {
    return {
      ok: false,
      reason: 'bad_length',
      message: `A GTIN has 8, 12, 13 or 14 digits; this one has ${text.length}.`,
    };
  }
  const gtin14 = text.padStart(14, '0');
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

/** The form people know: 8 digits if the key has six leading zeros, else 12 if two, 13 if one, else all 14. */
export function displayGtin(gtin14: string): string {
  if (gtin14.startsWith('000000')) return gtin14.slice(6);
  if (gtin14.startsWith('00')) return gtin14.slice(2);
  if (gtin14.startsWith('0')) return gtin14.slice(1);
  return gtin14;
}

/** The type by the length of the display form, whatever length was typed. */
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
 * The 12 digits that an 8-digit UPC-E (number system 0, six digits, check digit) stands for, or undefined when the
 * text cannot be one. The same 8 digits may be a restricted GTIN-8, and most are no GTIN-8 at all: a lookup tries
 * the expansion only when the text itself found nothing, a write never does.
 */
export function expandUpcE(text: string): string | undefined {
  if (!/^0[0-9]{7}$/.test(text)) return undefined;
  const expansion = expandUpcEDigits(text.slice(1, 7));
  return expansion.endsWith(text.slice(7)) ? expansion : undefined;
}

/** The 12 digits that the six of a UPC-E stand for: number system 0 before them, their check digit behind. */
export function expandUpcEDigits(digits: string): string {
  const body = `0${restoreZeros(digits)}`;
  return body + computeCheckDigit(body);
}

/** The last of the six digits says where the zeros were left out (GS1 General Specifications, zero suppression). */
function restoreZeros(digits: string): string {
  const last = digits.slice(5);
  if (last <= '2') return digits.slice(0, 2) + last + '0000' + digits.slice(2, 5);
  if (last === '3') return digits.slice(0, 3) + '00000' + digits.slice(3, 5);
  if (last === '4') return digits.slice(0, 4) + '00000' + digits.slice(4, 5);
  return digits.slice(0, 5) + '0000' + last;
}

/** Modulo 10, weights 3, 1, 3, 1 … from the right of the digits before the check digit. */
export function computeCheckDigit(digits: string): string {
  let sum = 0;
  for (let i = 0; i < digits.length; i += 1) {
    const weight = (digits.length - i) % 2 === 1 ? 3 : 1;
    sum += weight * Number(digits[i]);
  }
  return String((10 - (sum % 10)) % 10);
}

/**
 * The prefix is read from digits 2 to 14 of the key, never from the text as typed: `021234567893` has prefix 002,
 * `201234567899` has 02. So the rules hold inside a GTIN-14 with an indicator digit as well.
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
 * A range that is accepted and yet no ordinary trade item's: RFID and demonstration prefixes, and reserved GTIN-8.
 * Undefined for any other.
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
