import { expandUpcE, padGtin, type MalformedGtinReason, type RefusedGtin } from '../../facts/values/gtin.ts';

/** A text that was read as a barcode. */
export interface ReadCode {
  code: string;
  /** The keys to look up, in this order; empty: the text cannot be a barcode. */
  gtin14s: string[];
  /** Why the text cannot be a barcode. */
  refusal: RefusedGtin<MalformedGtinReason> | undefined;
}

/**
 * Returns the keys of a text: first as a GTIN, then, if the text can be an 8-digit UPC-E, its expansion. The GTIN comes
 * first because the same digits may be a GTIN-8.
 */
export function readCode(code: string): ReadCode {
  const asGtin = padGtin(code);
  const gtin14s = asGtin.ok ? [asGtin.gtin14] : [];
  const expansion = expandUpcE(code);
  if (expansion !== undefined) gtin14s.push(expansion.padStart(14, '0'));
  return { code, gtin14s, refusal: asGtin.ok || expansion !== undefined ? undefined : asGtin };
}
