const NAMED_ENTITIES: Record<string, string> = {
  amp: '&',
  quot: '"',
  apos: "'",
  lt: '<',
  gt: '>',
  nbsp: ' ',
  deg: '°',
  reg: '®',
  copy: '©',
  trade: '™',
  euro: '€',
  middot: '·',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
  times: '×',
  frac12: '½',
  frac14: '¼',
  frac34: '¾',
  agrave: 'à',
  aacute: 'á',
  acirc: 'â',
  auml: 'ä',
  aring: 'å',
  aelig: 'æ',
  ccedil: 'ç',
  egrave: 'è',
  eacute: 'é',
  ecirc: 'ê',
  euml: 'ë',
  iacute: 'í',
  icirc: 'î',
  iuml: 'ï',
  ntilde: 'ñ',
  oacute: 'ó',
  ocirc: 'ô',
  ouml: 'ö',
  oslash: 'ø',
  oelig: 'œ',
  szlig: 'ß',
  ugrave: 'ù',
  uacute: 'ú',
  ucirc: 'û',
  uuml: 'ü',
};

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
  const exact = NAMED_ENTITIES[name];
  if (exact !== undefined) return exact;
  const lower = NAMED_ENTITIES[name.toLowerCase()];
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
