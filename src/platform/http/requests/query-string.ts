import { parse } from 'node:querystring';

/** A lone surrogate marks invalid UTF-8: no valid UTF-8 encodes it, so no caller can send it. */
const NOT_UTF8 = '\ud800';

/**
 * Parses the parameters of a request by name; repeated names give an array. Values that are not valid UTF-8 are
 * marked (see `isText`) instead of repaired, because a repaired value would be another query.
 */
export function parseQueryString(text: string | null | undefined): Record<string, unknown> {
  return parse(text ?? '', '&', '=', { decodeURIComponent: decodeText });
}

/** Returns whether a value of `parseQueryString` was valid UTF-8. */
export function isText(value: string): boolean {
  return value !== NOT_UTF8;
}

/** Decodes a value. A percent sign that is not followed by two hexadecimal digits is literal. */
function decodeText(escaped: string): string {
  try {
    return decodeURIComponent(escaped.replaceAll(/%(?![\da-f]{2})/gi, '%25'));
  } catch {
    return NOT_UTF8;
  }
}
