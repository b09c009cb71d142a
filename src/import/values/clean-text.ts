import { readTable } from '../../data/read-data.ts';

/** Named HTML entities that texts of sources have. */
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
  // `&Eacute;` is the capital of `&eacute;`, and nothing else changes with case.
  return lower !== undefined && /^[A-Z][a-z]+$/.test(name) ? lower.toUpperCase() : undefined;
}

/** Most texts: words of ASCII without an ampersand, one blank between two. Nothing below would change them. */
const CLEAN = /^[!-%'-~]+(?: [!-%'-~]+)*$/;

/**
 * Text as it is stored: entities decoded, NFC, every run of white space one blank, and without what has no place in a
 * name or cannot be stored at all: control characters, NUL, lone surrogates, bidirectional overrides, byte order marks.
 */
export function cleanText(text: string): string {
  if (CLEAN.test(text)) return text;
  return decodeEntities(text)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069\uFEFF]/gu, '')
    .normalize('NFC')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
}

/** The first `length` characters (code points) of a text, as Postgres counts them. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  const characters = Array.from(text);
  return characters.length <= length ? text : characters.slice(0, length).join('').trim();
}
