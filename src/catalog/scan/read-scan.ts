import { compactCode, expandUpcE, expandUpcEDigits, padGtin } from '../../facts/values/gtin.ts';
import { splitDigitalLink } from './read-digital-link.ts';
import {
  GROUP_SEPARATOR,
  readElements,
  splitBracketed,
  splitElementString,
  UnreadableScan,
  type WrittenElement,
} from './read-elements.ts';

/** The names of the browser's BarcodeDetector. */
export const SYMBOLOGIES = [
  'aztec',
  'code_128',
  'code_39',
  'code_93',
  'codabar',
  'data_matrix',
  'ean_13',
  'ean_8',
  'itf',
  'pdf417',
  'qr_code',
  'unknown',
  'upc_a',
  'upc_e',
] as const;
export type Symbology = (typeof SYMBOLOGIES)[number];

export const SCAN_FORMS = ['digits', 'upc_e', 'digital_link', 'element_string'] as const;
export type ScanForm = (typeof SCAN_FORMS)[number];

/** One interpretation of a code as that of a trade item. */
export interface Reading {
  form: ScanForm;
  /** Padded to 14 digits. */
  gtin14: string;
}

export interface ReadScan {
  form: ScanForm;
  /**
   * The interpretations to look up; the first known one is used. There are two only if 8 digits can be a GTIN-8 and a
   * UPC-E, the likelier one last. Empty if the code does not identify a trade item.
   */
  readings: Reading[];
  /** The other elements of the code by application identifier. */
  elements: Record<string, string>;
}

/** Longer than the content of any symbol in use; reading takes linear time. */
export const MAX_SCAN_CHARACTERS = 2_000;

/** Symbology identifiers (ISO/IEC 15424) of symbols with element strings, and of symbols with GTINs alone. */
const CARRIES_ELEMENTS = new Set([']C1', ']d2', ']Q3', ']e0', ']e1', ']e2', ']J1']);
const CARRIES_GTIN = new Set([']E0', ']E3', ']E4', ']I1']);

/**
 * Interprets the text of a scanner. Pure: the same text, symbology and year give the same result.
 * @param year the current year, from which the centuries of dates are derived
 * @throws UnreadableScan
 */
export function readScan(data: string, symbology: Symbology | undefined, year: number): ReadScan {
  // Scanners add a line break.
  const text = data.trim();
  const prefix = /^\][A-Za-z][0-9A-Za-z]/.exec(text)?.[0];
  const content = prefix === undefined ? text : text.slice(3);
  if (prefix !== undefined && CARRIES_GTIN.has(prefix)) return readMarkedDigits(prefix, content);
  if (/^https?:\/\//i.test(content)) return readLink(content, year);
  if (/^\([0-9]{2,4}\)/.test(content)) return fromElements('element_string', splitBracketed(content), year);
  const isMarked =
    (prefix !== undefined && CARRIES_ELEMENTS.has(prefix)) || content.startsWith(GROUP_SEPARATOR);
  const digits = content.includes(GROUP_SEPARATOR) ? content : compactCode(content);
  if (!isMarked && /^[0-9]{1,14}$/.test(digits)) return readDigits(digits, symbology);
  const isForm = /^[0-9]/.test(content) || content.startsWith(GROUP_SEPARATOR);
  try {
    if (isForm) return fromElements('element_string', splitElementString(content), year);
    throw new UnreadableScan('unknown_form', UNKNOWN_FORM);
  } catch (error) {
    const asGtin = padGtin(content);
    const isShort = !isMarked && digits.length <= LONGEST_GTIN;
    if (!isShort || asGtin.ok || !(error instanceof UnreadableScan)) throw error;
    // A mistyped barcode has the reason that every endpoint gives.
    throw new UnreadableScan(asGtin.reason, isForm ? asGtin.message : UNKNOWN_FORM);
  }
}

const LONGEST_GTIN = 14;
const UNKNOWN_FORM = 'This is neither a barcode’s digits, nor a GS1 Digital Link, nor a GS1 element string.';

function readLink(address: string, year: number): ReadScan {
  return fromElements('digital_link', splitDigitalLink(address), year);
}

function fromElements(form: ScanForm, written: readonly WrittenElement[], year: number): ReadScan {
  const { gtin14, others } = readElements(written, year);
  return { form, readings: gtin14 === undefined ? [] : [{ form, gtin14 }], elements: others };
}

/** Reads EAN and UPC as 13 digits, with 2 or 5 more of an add-on symbol, EAN-8 as 8 and ITF-14 as 14 digits. */
function readMarkedDigits(prefix: string, content: string): ReadScan {
  const isWithAddOn = prefix === ']E3' && /^[0-9]{13}([0-9]{2}|[0-9]{5})$/.test(content);
  return readDigits(isWithAddOn ? content.slice(0, 13) : content, prefix === ']E4' ? 'ean_8' : 'ean_13');
}

const MAY_BE_UPC_E = new Set<Symbology | undefined>([undefined, 'unknown', 'upc_e']);

function readDigits(text: string, symbology: Symbology | undefined): ReadScan {
  const isUpcE = symbology === 'upc_e' && text.length <= 8;
  const asGtin = padGtin(text);
  const expansion = MAY_BE_UPC_E.has(symbology) ? expandScannedUpcE(text) : undefined;
  const readings: Reading[] = [];
  if (asGtin.ok && !isUpcE) readings.push({ form: 'digits', gtin14: asGtin.gtin14 });
  if (expansion !== undefined) readings.push({ form: 'upc_e', gtin14: expansion.padStart(14, '0') });
  const likely = readings.at(-1);
  if (likely) return { form: likely.form, readings, elements: {} };
  if (!isUpcE && !asGtin.ok) throw new UnreadableScan(asGtin.reason, asGtin.message);
  throw new UnreadableScan(
    'bad_format',
    'This is no UPC-E of number system 0: six digits, perhaps with a 0 before them and the check digit behind.',
  );
}

/** Expands six digits, optionally with the number system before and the check digit after them. */
function expandScannedUpcE(text: string): string | undefined {
  if (text.length === 8) return expandUpcE(text);
  const digits = /^(?:0|(?=[0-9]{6}$))([0-9]{6})$/.exec(text)?.[1];
  return digits === undefined ? undefined : expandUpcEDigits(digits);
}
