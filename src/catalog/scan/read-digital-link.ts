import { APPLICATION_IDENTIFIERS } from './application-identifiers.ts';
import { UnreadableScan, type WrittenElement } from './read-elements.ts';

/** What can be named by the path of a GS1 Digital Link, with what may qualify it, in this order (URI syntax, 4.6). */
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

/** Words that the first releases of the standard had for identifiers. */
const WORDS: Record<string, string> = { gtin: '01', cpv: '22', lot: '10', ser: '21' };

const WEB_ADDRESS = /^https?:\/\/[^/?#]+(\/[^?#]*)(?:\?([^#]*))?(?:#.*)?$/is;

/**
 * The elements of a GS1 Digital Link of any host, the key first: those of the path, behind any folders, and those of the query.
 * Other parameters are passed over.
 * @throws UnreadableScan for an address that is none
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

/** Folders before the key may look like one: the first from which on all fits is it. */
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

/** Whether the key's value can be one, shorter GTINs included. */
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
      // One whose name is not escaped well is not ours.
      return [findEscaped(name) ?? name, part.slice(name.length + 1)];
    })
    .filter(([name]) => APPLICATION_IDENTIFIERS.has(name))
    .map(([name, value]) => [name, decode(value)]);
}

function readKey(segment = ''): string {
  return Object.hasOwn(WORDS, segment) ? (WORDS[segment] ?? segment) : segment;
}

/** A plus sign stands for itself: no value has a blank. */
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
