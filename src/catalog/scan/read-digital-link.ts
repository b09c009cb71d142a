import { APPLICATION_IDENTIFIERS } from './application-identifiers.ts';
import { UnreadableScan, type WrittenElement } from './read-elements.ts';

/** The keys in the path of a GS1 Digital Link, each with its qualifiers in their order (URI syntax, 4.6). */
const QUALIFIERS: Record<string, readonly string[]> = {
  '01': ['22', '10', '21', '235'],
  '8006': ['22', '10', '21'],
  '8013': [],
  '8010': ['8011'],
  '414': ['254', '7040'],
  '415': ['8020'],
  '417': ['7040'],
  '8017': ['8019'],
  '8018': ['8019'],
  '255': [],
  '00': [],
  '253': [],
  '401': [],
  '402': [],
  '8003': [],
  '8004': ['7040'],
};

/** Names of identifiers in the first releases of the standard. */
const WORDS: Record<string, string> = { gtin: '01', cpv: '22', lot: '10', ser: '21' };

const WEB_ADDRESS = /^https?:\/\/[^/?#]+(\/[^?#]*)(?:\?([^#]*))?(?:#.*)?$/is;

/**
 * Returns the elements of a GS1 Digital Link of any host, the key first: from the path, after any folders, and from
 * the query. Other parameters are ignored.
 * @throws UnreadableScan for an address that is not a Digital Link
 */
export function splitDigitalLink(address: string): WrittenElement[] {
  const [, path = '', query = ''] = WEB_ADDRESS.exec(address) ?? [];
  const inPath = splitPath(path);
  if (!inPath) {
    throw new UnreadableScan(
      'bad_link',
      'This address is no GS1 Digital Link: its path has no /01/ and GTIN.',
    );
  }
  return [...inPath, ...splitQuery(query)];
}

/** Splits a path. A folder before the key may look like a key, so the first one whose rest is valid is the key. */
function splitPath(path: string): WrittenElement[] | undefined {
  const segments = path.replace(/\/$/, '').split('/').slice(1);
  for (let at = 0; at + 1 < segments.length; at += 1) {
    const key = readKey(segments[at]);
    const qualifiers = Object.hasOwn(QUALIFIERS, key) ? QUALIFIERS[key] : undefined;
    const rest = segments.slice(at);
    if (!qualifiers || rest.length % 2 !== 0 || rest.length > 2 * (qualifiers.length + 1)) continue;
    const elements = pairUp(rest);
    if (isInOrder(elements.slice(1), qualifiers) && fits(elements[0])) return elements;
  }
  return undefined;
}

function pairUp(segments: readonly string[]): WrittenElement[] {
  const elements: WrittenElement[] = [];
  for (let at = 0; at < segments.length; at += 2) {
    elements.push([readKey(segments[at]), decode(segments[at + 1] ?? '')]);
  }
  return elements;
}

function isInOrder(elements: readonly WrittenElement[], qualifiers: readonly string[]): boolean {
  const places = elements.map(([ai]) => qualifiers.indexOf(ai));
  return places.every((place, at) => place > (places[at - 1] ?? -1));
}

/** Returns whether the value is possible for the key; shorter GTINs are accepted. */
function fits([ai, value]: WrittenElement = ['', '']): boolean {
  return ai === '01'
    ? /^[0-9]+$/.test(value)
    : (APPLICATION_IDENTIFIERS.get(ai)?.pattern.test(value) ?? false);
}

function splitQuery(query: string): WrittenElement[] {
  return query
    .split(/[&;]/)
    .map((part): WrittenElement => {
      const [name = ''] = part.split('=', 1);
      // A parameter with a badly escaped name is not an identifier.
      return [findEscaped(name) ?? name, part.slice(name.length + 1)];
    })
    .filter(([name]) => APPLICATION_IDENTIFIERS.has(name))
    .map(([name, value]) => [name, decode(value)]);
}

function readKey(segment = ''): string {
  return Object.hasOwn(WORDS, segment) ? (WORDS[segment] ?? segment) : segment;
}

/** Unescapes a value. A plus sign stays a plus sign, because no value contains blanks. */
function decode(text: string): string {
  const decoded = findEscaped(text);
  if (decoded !== undefined) return decoded;
  throw new UnreadableScan(
    'bad_link',
    'The address has a percent sign that does not begin an escaped character.',
  );
}

function findEscaped(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
