import { padGtin } from '../barcodes/gtin.ts';
import { APPLICATION_IDENTIFIERS, findIdentifier } from './application-identifiers.ts';
import { decodeElement } from './decode-element.ts';

/** Why data is no code that can be read. */
export type UnreadableReason =
  | 'unknown_form'
  | 'bad_format'
  | 'bad_length'
  | 'bad_check_digit'
  | 'unknown_identifier'
  | 'bad_element'
  | 'repeated_element'
  | 'bad_link';

/** Data that cannot be read, in words for whoever scanned it. */
export class UnreadableScan extends Error {
  readonly reason: UnreadableReason;

  constructor(reason: UnreadableReason, message: string) {
    super(message);
    this.name = 'UnreadableScan';
    this.reason = reason;
  }
}

/** What a code says, by application identifier; the GTIN of the item itself (01) apart. */
export interface Elements {
  /** Padded to 14 digits; undefined: the code does not say which trade item it is on. */
  gtin14: string | undefined;
  others: Record<string, string>;
}

/** An element as it is written: the identifier's digits and its value. */
export type WrittenElement = [ai: string, value: string];

/** FNC1 as scanners transmit it: before the first element, and behind one of variable length. */
export const GROUP_SEPARATOR = '\u001D';

/**
 * The elements of a string without brackets. One of variable length ends with a group separator or the string; behind one of
 * fixed length a separator may stand, whether it has to or not (GS1 General Specifications, 7.8.6).
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
    // Only people write a GTIN shorter than it is.
    if (at - start < (identifier.length ?? 1)) throw badElement(identifier.ai);
    elements.push([identifier.ai, text.slice(start, at)]);
  }
}

const IN_BRACKETS = /\(([0-9]{2,4})\)/g;

/**
 * The elements of a string as people read it, `(01)…(10)…`. Brackets around anything but two to four digits are part of a value.
 */
export function splitBracketed(text: string): WrittenElement[] {
  // No value has a blank or a separator; people and programs set them between elements.
  const compact = text.replaceAll(GROUP_SEPARATOR, '').replaceAll(/\s+/g, '');
  const starts = [...compact.matchAll(IN_BRACKETS)];
  return starts.map((start, at) => {
    const [whole, ai = ''] = start;
    return [ai, compact.slice(start.index + whole.length, starts[at + 1]?.index)];
  });
}

/**
 * Validates elements and shows each of them as `decodeElement` does. A repeated one has to say the same.
 * @param year the present one
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

/** In brackets and links codes of 8, 12 and 13 digits are common where 14 belong. */
function readGtin14(ai: string, value: string): string {
  const padded = padGtin(value);
  if (padded.ok) return padded.gtin14;
  throw new UnreadableScan(padded.reason, `Element ${ai}: ${padded.message}`);
}

/** The check digit of a logistic unit's number is that of a GTIN, over more digits. */
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
