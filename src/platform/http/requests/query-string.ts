import { parse } from 'node:querystring';

/** A lone surrogate: no valid UTF-8 spells it, so that no caller can send it. */
const NOT_UTF8 = '\ud800';

/**
 * The parameters of a request, by name: an array of values for a name that is given more than once. A value whose bytes
 * are not valid UTF-8 is no Unicode text (see `isText`): replaced by a sign, it would be another question than the one
 * that was asked.
 */
export function parseQueryString(text: string | null | undefined): Record<string, unknown> {
  return parse(text ?? '', '&', '=', { decodeURIComponent: decodeText });
}

/** Whether a value of `parseQueryString` was valid UTF-8. */
export function isText(value: string): boolean {
  return value !== NOT_UTF8;
}

/** A percent sign before anything but two hexadecimal digits stands for itself. */
function decodeText(escaped: string): string {
  try {
    return decodeURIComponent(escaped.replaceAll(/%(?![\da-f]{2})/gi, '%25'));
  } catch {
    return NOT_UTF8;
  }
}
