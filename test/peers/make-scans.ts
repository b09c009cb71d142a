import {
  APPLICATION_IDENTIFIERS,
  type ApplicationIdentifier,
} from '../../src/catalog/scan/application-identifiers.ts';
import { computeCheckDigit, expandUpcEDigits } from '../../src/facts/values/gtin.ts';
import fc from 'fast-check';

export type ScanKind = 'digits' | 'elements' | 'bracketed' | 'link';
export interface MadeScan {
  kind: ScanKind;
  text: string;
}

const GS = '\u001D';
const IDENTIFIERS = [...APPLICATION_IDENTIFIERS.values()];

const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`));
const gtin14 = digits(13).map((body) => body + computeCheckDigit(body));
const sscc = digits(17).map((body) => body + computeCheckDigit(body));
const day = fc
  .tuple(fc.integer({ min: 0, max: 99 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 0, max: 28 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(''));
const hour = fc.integer({ min: 0, max: 23 }).map((value) => String(value).padStart(2, '0'));
const minute = fc.integer({ min: 0, max: 59 }).map((value) => String(value).padStart(2, '0'));

/** A value that fits: keys with their check digit, moments of the calendar. */
function valueOf({ ai, pattern, decoding }: ApplicationIdentifier): fc.Arbitrary<string> {
  if (['01', '02', '03'].includes(ai)) return gtin14;
  if (ai === '00') return sscc;
  if (decoding === 'date') return day;
  if (decoding === 'dates')
    return fc.oneof(
      day,
      fc.tuple(day, day).map((parts) => parts.join('')),
    );
  if (ai === '8008') {
    return fc
      .oneof(fc.tuple(day, hour), fc.tuple(day, hour, minute), fc.tuple(day, hour, minute, minute))
      .map((parts) => parts.join(''));
  }
  if (decoding === 'moment') return fc.tuple(day, hour, minute).map((parts) => parts.join(''));
  if (decoding === 'long_moment') return fc.constant(ai === '7250' ? '19801231' : '198012312359');
  return fc.stringMatching(pattern);
}

/** Made once: most of what making a scan takes was to read the pattern of each of its elements. */
const ELEMENTS = IDENTIFIERS.map((identifier) =>
  valueOf(identifier).map((value): [ApplicationIdentifier, string] => [identifier, value]),
);
const element = fc.constantFrom(...ELEMENTS).chain((made) => made);
const elements = fc.uniqueArray(element, { minLength: 1, maxLength: 6, selector: ([{ ai }]) => ai });

const elementString = fc
  .tuple(fc.constantFrom(']C1', ']d2', ']e0', ']Q3'), elements, fc.boolean())
  .map(([prefix, list, isMarked]) =>
    list.reduce<string>((text, [{ ai, length }, value], at) => {
      const separator =
        at < list.length - 1 && (length === undefined || isMarked || !isPredefined(ai)) ? GS : '';
      return text + ai + value + separator;
    }, prefix),
  );

/** Their first two digits give their length: no separator follows them. */
const isPredefined = (ai: string) => /^(0[0-4]|1[1-9]|20|3[1-6]|41)/.test(ai);

const bracketed = elements.map((list) =>
  list.map(([{ ai }, value]) => `(${ai})${value.replaceAll('(', 'x')}`).join(''),
);

const IN_QUERY = new Set(['11', '13', '15', '17', '30', '37', '90', '91', '7003', '8008', '240', '422']);
const link = fc
  .tuple(
    gtin14,
    fc.option(fc.stringMatching(/^[A-Za-z0-9/_.+-]{1,20}$/)),
    fc.option(fc.stringMatching(/^[A-Za-z0-9%&?#=]{1,20}$/)),
    elements,
    fc.constantFrom('https://example.org', 'http://id.gs1.org', 'https://a.b/c/d'),
  )
  .map(([gtin, lot, serial, list, root]) => {
    const path = [
      `/01/${gtin}`,
      lot && `/10/${encodeURIComponent(lot)}`,
      serial && `/21/${encodeURIComponent(serial)}`,
    ];
    const query = list
      .filter(([{ ai }]) => IN_QUERY.has(ai) || /^3[1-6]/.test(ai))
      .map(([{ ai }, value]) => `${ai}=${encodeURIComponent(value)}`);
    return `${root}${path.filter(Boolean).join('')}${query.length > 0 ? `?${query.join('&')}` : ''}`;
  });

const barcode = fc.oneof(
  gtin14,
  gtin14.map((code) => code.replace(/^0/, '')),
  digits(7).map((body) => body + computeCheckDigit(body)),
  digits(11).map((body) => body + computeCheckDigit(body)),
  digits(12).map((body) => body + computeCheckDigit(body)),
  digits(6),
  digits(6).map((code) => `0${code}`),
  digits(6).map((code) => `0${code}${expandUpcEDigits(code).slice(-1)}`),
  fc.stringMatching(/^[0-9]{5,14}$/),
);

/** One character more, less or other, where a scan is to be wrong. */
const damage = (text: fc.Arbitrary<string>) =>
  fc
    .tuple(
      text,
      fc.nat(),
      fc.constantFrom('', '0', '9', 'A', GS, '(', ')', '/', '%', '?', '01', '17', 'é'),
      fc.boolean(),
    )
    .map(([whole, place, piece, isAdded]) => {
      // The marker of a symbol says what kind the scan is.
      const at = 3 + (place % Math.max(1, whole.length - 3));
      return whole.slice(0, at) + piece + whole.slice(isAdded ? at : at + 1);
    });

const ofKind = (kind: ScanKind, text: fc.Arbitrary<string>) =>
  text.map((made): MadeScan => ({ kind, text: made }));

/** So many of each kind, half of them damaged: the same for the same seed. */
export function makeScans(count: number, seed: number): MadeScan[] {
  const kinds = [
    ofKind('digits', barcode),
    ofKind('elements', elementString),
    ofKind('elements', damage(elementString)),
    ofKind('bracketed', bracketed),
    ofKind('bracketed', damage(bracketed)),
    ofKind('link', link),
    ofKind('link', damage(link)),
  ];
  return kinds.flatMap((kind) => fc.sample(kind, { numRuns: count, seed }));
}
