import type { Filter } from '../plan/filter.ts';

/** A filter in the engine's syntax; undefined for all documents, which it has no expression for. */
export type RenderFilter = (filter: Filter) => string | undefined;

/** Renders filters; a list that several of them share, also in another request, is quoted once. */
export function createFilterRenderer(): RenderFilter {
  const lists = new WeakMap<Filter, string>();
  const render: RenderFilter = (filter) => {
    switch (filter.op) {
      case 'all':
        return undefined;
      case 'none':
        return 'tokens IN []';
      case 'anyOf': {
        const known = lists.get(filter);
        if (known !== undefined) return known;
        const list = `${filter.field} IN [${filter.values.map(quote).join(',')}]`;
        lists.set(filter, list);
        return list;
      }
      case 'atLeast':
        return `${filter.field} >= ${filter.least}`;
      case 'and':
        return `(${filter.parts.map(render).join(' AND ')})`;
      case 'or':
        return `(${filter.parts.map(render).join(' OR ')})`;
      default:
        return `NOT ${render(filter.part)}`;
    }
  };
  return render;
}

/**
 * The same documents, but refused by an index that does not have the attribute among those it filters by. No document
 * may hold it. Joined by OR with nothing it costs nothing; AND with everything would cost 3 ms.
 */
export function onlyWhereKnown(attribute: string, filter: string | undefined): string {
  return filter === undefined ? `${attribute} NOT EXISTS` : `(${filter}) OR ${attribute} EXISTS`;
}

/** Whether this is the engine's refusal to filter by the attribute. */
export function isUnknownAttribute(error: unknown, attribute: string): boolean {
  return error instanceof Error && error.message.includes(`Attribute \`${attribute}\` is not filterable`);
}

/** The engine compares this much of a value, in UTF-8, of its lower case with compatibility forms resolved. */
const MAX_COMPARED_BYTES = 468;

/** Whether no other value can be the same to the engine because it begins alike. */
export function isComparedWhole(value: string): boolean {
  return comparedPart(value) === value;
}

/** What the engine compares of a longer value; it finds nothing by the whole of it. */
function comparedPart(value: string): string {
  if (value.length <= MAX_COMPARED_BYTES && ASCII.test(value)) return value;
  if (value.length <= MAX_COMPARED_BYTES / MAX_LATIN_BYTES && LATIN.test(value)) return value;
  const bytes = Buffer.from(value.trim().normalize('NFKD').toLowerCase());
  if (bytes.length <= MAX_COMPARED_BYTES) return value;
  let end = MAX_COMPARED_BYTES;
  while (isInsideCharacter(bytes[end])) end--;
  return bytes.toString('utf8', 0, end);
}

const ASCII = /^[\x20-\x7e]*$/;
/** Of these letters and signs none is longer when it is resolved (`½` is `1⁄2`). Nearly all names are made of them. */
const LATIN = /^[\x20-\u024f\u2010-\u201f]*$/;
const MAX_LATIN_BYTES = 6;

function isInsideCharacter(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

const TO_ESCAPE = /[\\"]/;
/** What nearly all values are: as they stand, nothing to cut, nothing to escape. */
const PLAIN = /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/;

function quote(value: string): string {
  if (value.length <= MAX_COMPARED_BYTES && PLAIN.test(value)) return `"${value}"`;
  const compared = comparedPart(value);
  return TO_ESCAPE.test(compared) ? `"${compared.replaceAll(/[\\"]/g, String.raw`\$&`)}"` : `"${compared}"`;
}
