import { expandUpcE, padGtin, type MalformedGtinReason, type RefusedGtin } from './gtin.ts';

/** A text as a barcode. */
export interface ReadCode {
  code: string;
  /** The keys to look for, in this order; empty: it can be no barcode at all. */
  gtin14s: string[];
  /** Why not. */
  refusal: RefusedGtin<MalformedGtinReason> | undefined;
}

/**
 * Taken as a GTIN first; only when that finds nothing, and the text can be a UPC-E of 8 digits, as its expansion: the same
 * digits may also be a GTIN-8.
 */
export function readCode(code: string): ReadCode {
  const asGtin = padGtin(code);
  const gtin14s = asGtin.ok ? [asGtin.gtin14] : [];
  const expansion = expandUpcE(code);
  if (expansion !== undefined) gtin14s.push(expansion.padStart(14, '0'));
  return { code, gtin14s, refusal: asGtin.ok || expansion !== undefined ? undefined : asGtin };
}
