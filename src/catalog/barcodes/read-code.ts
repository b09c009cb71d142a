import {
  expandUpcE,
  padGtin,
  parseGtin,
  type RefusedGtin,
  type ParsedGtin,
} from '../../facts/values/gtin.ts';
import { ApiError } from '../../platform/http/api-error.ts';

/** A text that was read as a barcode. */
interface ReadCode {
  code: string;
  /** The keys to look up, in this order; empty: the text is malformed. */
  gtin14s: string[];
  /** Why no product can have this barcode: it is malformed, or of a range that is not for products. */
  refusal: RefusedGtin | undefined;
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
  return { code, gtin14s, refusal: findRefusal([code, ...(expansion === undefined ? [] : [expansion])]) };
}

/** Returns why none of these spellings can be stored; the reason is that of the first. */
function findRefusal(spellings: readonly string[]): RefusedGtin | undefined {
  const refusals = spellings.flatMap((spelling) => {
    const parsed = parseGtin(spelling);
    return parsed.ok ? [] : [parsed];
  });
  return refusals.length === spellings.length ? refusals[0] : undefined;
}

/**
 * Parses a barcode in any spelling for storing.
 * @throws ApiError `invalid_gtin`, with `details.reason`
 */
export function readGtin(text: string): ParsedGtin {
  const parsed = parseGtin(text);
  if (parsed.ok) return parsed;
  throw new ApiError('invalid_gtin', parsed.message, { details: { reason: parsed.reason } });
}
