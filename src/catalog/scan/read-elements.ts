import { padGtin } from '../../facts/values/gtin.ts';
import { APPLICATION_IDENTIFIERS, findIdentifier } from './application-identifiers.ts';
import { decodeElement } from './decode-element.ts';

/** Why scanned data cannot be read. */
type UnreadableReason =
  | 'unknown_form'
  | 'bad_format'
  | 'bad_length'
  | 'bad_check_digit'
  | 'unknown_identifier'
  | 'bad_element'
  | 'repeated_element'
  | 'bad_link';

/** An error for data that cannot be read, with a message for the person who scanned it. */
export class UnreadableScan extends Error {
  readonly reason: UnreadableReason;

  constructor(reason: UnreadableReason, message: string) {
    super(message);
    this.name = 'UnreadableScan';
    this.reason = reason;
  }
}

/** The elements of a code by application identifier; the GTIN of the item itself (01) is separate. */
interface Elements {
  /** Padded to 14 digits; undefined: the code does not identify a trade item. */
  gtin14: string | undefined;
  others: Record<string, string>;
}

/** An undecoded element: the identifier’s digits and its value. */
export type WrittenElement = [ai: string, value: string];

/** FNC1 as scanners transmit it: before the first element, and after one of variable length. */
export const GROUP_SEPARATOR = '\u001D';

/**
 * Returns the elements of a string without brackets. An element of variable length ends with a group separator or the string.
 * A separator after an element of fixed length is accepted, although it is not needed (GS1 General Specifications, 7.8.6).
 * @throws UnreadableScan
 */
export function splitElementString(text: string): WrittenElement[] {
  const elements: WrittenElement[] = [];
  let at = 0;
  for (;;) {
    while (text.startsWith(GROUP_SEPARATOR, at)) at += 1;
    if (at >= text.length) return elements;
    const identifier = findIdentifier(text, at);
    if (!identifier) throw unknownIdentifier(text.slice(at, at + 4));
    const start = at + identifier.ai.length;
    const separator = text.indexOf(GROUP_SEPARATOR, start);
    const field = separator < 0 ? text.length : separator;
    at = identifier.length === undefined ? field : Math.min(field, start + identifier.length);
    // Too short: only bracketed strings and links may contain a shortened GTIN.
    if (at - start < (identifier.length ?? 1)) throw badElement(identifier.ai);
    elements.push([identifier.ai, text.slice(start, at)]);
  }
}

const IN_BRACKETS = /\(([0-9]{2,4})\)/g;

/**
 * Returns the elements of a human-readable string, `(01)…(10)…`. Brackets around anything but two to four digits are part of
 * a value.
 */
export function splitBracketed(text: string): WrittenElement[] {
  // No value has a blank or a separator; people and programs add them between elements.
  const compact = text.replaceAll(GROUP_SEPARATOR, '').replaceAll(/\s+/g, '');
  const starts = [...compact.matchAll(IN_BRACKETS)];
  return starts.map((start, at) => {
    const [whole, ai = ''] = start;
    return [ai, compact.slice(start.index + whole.length, starts[at + 1]?.index)];
  });
}

/**
 * Validates and decodes elements with `decodeElement`. A repeated element must have the same value.
 * @param year the current year
 * @throws UnreadableScan
 */
export function readElements(written: readonly WrittenElement[], year: number): Elements {
  const others: Record<string, string> = {};
  let gtin14: string | undefined;
  for (const [ai, value] of written) {
    const identifier = APPLICATION_IDENTIFIERS.get(ai);
    if (!identifier) throw unknownIdentifier(ai);
    const read = isGtin(ai) ? readGtin14(ai, value) : decodeElement(identifier, value, year);
    if (read === undefined) throw badElement(ai);
    if (ai === '00') requireCheckDigit(value);
    const before = ai === '01' ? gtin14 : others[ai];
    if (before !== undefined && before !== read) {
      throw new UnreadableScan('repeated_element', `Element ${ai} is there twice, with different values.`);
    }
    if (ai === '01') gtin14 = read;
    else others[ai] = read;
  }
  return { gtin14, others };
}

const isGtin = (ai: string) => ai === '01' || ai === '02' || ai === '03';

/** Pads a GTIN, because bracketed strings and links often have 8, 12 or 13 digits instead of 14. */
function readGtin14(ai: string, value: string): string {
  const padded = padGtin(value);
  if (padded.ok) return padded.gtin14;
  throw new UnreadableScan(padded.reason, `Element ${ai}: ${padded.message}`);
}

/** Checks the check digit of an SSCC, which is computed as for a GTIN, over more digits. */
function requireCheckDigit(sscc: string): void {
  const sum = Array.from(sscc).reduce(
    (total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1),
    0,
  );
  if (sum % 10 !== 0) {
    throw new UnreadableScan('bad_check_digit', 'Element 00: the last digit does not fit the others.');
  }
}

function badElement(ai: string): UnreadableScan {
  return new UnreadableScan('bad_element', `The value of element ${ai} is not one that it can have.`);
}

function unknownIdentifier(text: string): UnreadableScan {
  const shown = /^[0-9]{0,4}/.exec(text)?.[0] ?? '';
  return new UnreadableScan(
    'unknown_identifier',
    shown === ''
      ? 'An element has to begin with the digits of its application identifier.'
      : `No application identifier of GS1 begins with ${shown}.`,
  );
}
