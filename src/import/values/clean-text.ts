import { readTable } from '../../data/read-data.ts';
import { dropInvisible } from '../../platform/text/invisible-characters.ts';
import { cleanEachLine } from '../../platform/text/split-lines.ts';

/** The named HTML entities that occur in sources' texts. */
const NAMED_ENTITIES = new Map(
  readTable('html-entities.csv').map(({ name = '', text = '' }) => [name, text]),
);

const ENTITY = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z][A-Za-z0-9]{1,7}));/g;

/** Decodes numeric HTML entities and the common named ones; an unknown one stays as it is. */
function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(ENTITY, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return decodeNamed(name) ?? whole;
    const codePoint = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    return codePoint > 0 && codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : '';
  });
}

function decodeNamed(name: string): string | undefined {
  const exact = NAMED_ENTITIES.get(name);
  if (exact !== undefined) return exact;
  const lower = NAMED_ENTITIES.get(name.toLowerCase());
  // `&Eacute;` is the capital of `&eacute;`; no other entity depends on case.
  return lower !== undefined && /^[A-Z][a-z]+$/.test(name) ? lower.toUpperCase() : undefined;
}

/** Fast path for most texts: ASCII words without an ampersand, separated by single spaces, are clean already. */
const CLEAN = /^[!-%'-~]+(?: [!-%'-~]+)*$/;

/**
 * Cleans text for storage: decodes entities, normalizes to NFC, collapses white space, and removes invisible and
 * control characters, NUL, lone surrogates and direction overrides.
 */
export function cleanText(text: string): string {
  return CLEAN.test(text) ? text : cleanDecoded(decodeEntities(text));
}

/** Returns the cleaned lines of a text of several sentences: the end of a line ends a sentence. */
export function cleanLines(text: string): string {
  if (CLEAN.test(text) && !text.includes('<')) return text;
  return cleanEachLine(decodeEntities(text), cleanDecoded);
}

function cleanDecoded(text: string): string {
  return dropInvisible(text)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/gu, '')
    .normalize('NFC')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
}

/** Returns the first `length` characters (code points, as Postgres counts them) of a text. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  const characters = Array.from(text);
  return characters.length <= length ? text : characters.slice(0, length).join('').trim();
}
