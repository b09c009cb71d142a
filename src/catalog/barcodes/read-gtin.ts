import { ApiError } from '../../platform/http/api-error.ts';
import { parseGtin, type ParsedGtin } from '../../facts/values/gtin.ts';

/**
 * Parses a barcode in any spelling for storing.
 * @throws ApiError `invalid_gtin`, with `details.reason`
 */
export function readGtin(text: string): ParsedGtin {
  const parsed = parseGtin(text);
  if (parsed.ok) return parsed;
  throw new ApiError('invalid_gtin', parsed.message, { details: { reason: parsed.reason } });
}
