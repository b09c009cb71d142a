/** Filter expressions of the index: the one place where text becomes part of a filter. */

/** No document at all. */
export const NOTHING = 'tokens IN []';

/** Documents that hold one of the values; undefined when there is none to hold. */
export function anyOf(attribute: string, values: Iterable<string>): string | undefined {
  const quoted = [...values].map(quote);
  return quoted.length === 0 ? undefined : `${attribute} IN [${quoted.join(',')}]`;
}

/** All conditions; undefined when one of them cannot be met. */
export function allOf(...conditions: (string | undefined)[]): string | undefined {
  if (conditions.includes(undefined) || conditions.length === 0) return undefined;
  return conditions.length === 1 ? conditions[0] : `(${conditions.join(' AND ')})`;
}

/** At least one condition; undefined when none of them can be met. */
export function oneOf(...conditions: (string | undefined)[]): string | undefined {
  const possible = conditions.filter((condition) => condition !== undefined);
  if (possible.length === 0) return undefined;
  return possible.length === 1 ? possible[0] : `(${possible.join(' OR ')})`;
}

/** The documents of a filter that are not among those of another; either may be undefined: nothing. */
export function without(filter: string | undefined, others: string | undefined): string | undefined {
  return filter === undefined || others === undefined ? filter : `(${filter} AND NOT ${others})`;
}

/** Documents whose number is this or more. */
export function atLeast(attribute: string, least: number): string {
  return `${attribute} >= ${least}`;
}

/**
 * The same documents, but refused by an index that does not have the attribute among those it filters by. No document
 * may hold it. Joined by OR with nothing it costs nothing; AND with everything would cost 3 ms.
 */
export function onlyWhereKnown(attribute: string, filter: string | string[] | undefined): string[] {
  const [first, ...others] = typeof filter === 'string' ? [filter] : (filter ?? []);
  if (first === undefined) return [`${attribute} NOT EXISTS`];
  return [`(${first}) OR ${attribute} EXISTS`, ...others];
}

/** Whether this is the engine's refusal to filter by the attribute. */
export function isUnknownAttribute(error: unknown, attribute: string): boolean {
  return error instanceof Error && error.message.includes(`Attribute \`${attribute}\` is not filterable`);
}

/** The engine compares this much of a value, in UTF-8, of its lower case with compatibility forms resolved. */
const MOST_COMPARED_BYTES = 468;

/** Whether no other value can be the same to the engine because it begins alike. */
export function isComparedWhole(value: string): boolean {
  return comparedPart(value) === value;
}

/** What the engine compares of a longer value; it finds nothing by the whole of it. */
function comparedPart(value: string): string {
  if (value.length <= MOST_COMPARED_BYTES && ASCII.test(value)) return value;
  if (value.length <= MOST_COMPARED_BYTES / MOST_LATIN_BYTES && LATIN.test(value)) return value;
  const bytes = Buffer.from(value.trim().normalize('NFKD').toLowerCase());
  if (bytes.length <= MOST_COMPARED_BYTES) return value;
  let end = MOST_COMPARED_BYTES;
  while (isInsideCharacter(bytes[end])) end--;
  return bytes.toString('utf8', 0, end);
}

const ASCII = /^[\x20-\x7e]*$/;
/** Of these letters and signs none is longer when it is resolved (`½` is `1⁄2`). Nearly all names are made of them. */
const LATIN = /^[\x20-\u024f\u2010-\u201f]*$/;
const MOST_LATIN_BYTES = 6;

function isInsideCharacter(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

const TO_ESCAPE = /[\\"]/;

function quote(value: string): string {
  const compared = comparedPart(value);
  return TO_ESCAPE.test(compared) ? `"${compared.replaceAll(/[\\"]/g, String.raw`\$&`)}"` : `"${compared}"`;
}
