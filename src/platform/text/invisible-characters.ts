/**
 * Characters that show nothing: soft hyphens, zero widths, joiners, direction marks, variation selectors, tags,
 * annotations. `\p{DI}` is Unicode's list of what software ignores unless it has a use for it.
 */
const INVISIBLE = /[\p{DI}\uFFF9-\uFFFC]/gu;
/** Direction overrides and isolates, which a text on its way in may not hold at all. */
const TURNS = String.raw`\u202A-\u202E\u2066-\u2069`;

/** Letters and signs that look like blanks. */
const BLANKS = /[\u115F\u1160\u2800\u3164\uFFA0]/g;

/** The same characters as web pages spell them. */
const ENTITY = /&(?:(shy|zwj|zwnj|lrm|rlm|NoBreak|ZeroWidthSpace)|#(\d{1,7})|#x([0-9a-f]{1,6}));/gi;
const NAMED: Readonly<Record<string, string>> = {
  shy: '\u00AD',
  zwj: '\u200D',
  zwnj: '\u200C',
  lrm: '\u200E',
  rlm: '\u200F',
  nobreak: '\u2060',
  zerowidthspace: '\u200B',
};

/** Scripts whose letters join, or form one sign together, unless a joiner says otherwise. */
const JOINING_SCRIPTS = (
  'Arab Syrc Mong Nkoo Mand Mani Phag Adlm Rohg Sogd Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Tibt Mymr Khmr ' +
  'Bali Java Sund Limb Newa Gran Sylo Saur Mtei Cakm Tirh Brah Kthi'
).split(' ');
const JOINING = String.raw`(?=[\p{L}\p{M}])[${JOINING_SCRIPTS.map((script) => `\\p{scx=${script}}`).join('')}]`;
const EMOJI = String.raw`\p{ExtPict}[\u{1F3FB}-\u{1F3FF}\uFE0F]?`;

/** Where an invisible character changes what is seen: in a joining script, an emoji, or a Han or Mongolian letter. */
const NEEDED = [
  String.raw`(?<=${JOINING})(?:\u200C(?=${JOINING})|\u200D)`,
  String.raw`(?<=${EMOJI})\u200D(?=\p{ExtPict})`,
  String.raw`(?<=\p{ExtPict})[\uFE0E\uFE0F]|(?<=[0-9#*])\uFE0F(?=\u20E3)`,
  String.raw`(?<=\u{1F3F4})[\u{E0020}-\u{E007E}]+\u{E007F}`,
  String.raw`(?<=\p{scx=Han})[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]|(?<=\p{scx=Mong})[\u180B-\u180F]`,
].join('|');
/** Characters that no text needs; without them, one that is needed stands beside its letter. */
const NEVER_NEEDED = new RegExp(
  String.raw`(?![${TURNS}\u200C\u200D\u180B-\u180F\uFE00-\uFE0F\u{E0020}-\u{E01EF}])${INVISIBLE.source}`,
  'gu',
);
const REPEATED_JOINER = /([\u200C\u200D])[\u200C\u200D]+/g;
const OTHERS = new RegExp(String.raw`(${NEEDED})|(?![${TURNS}])${INVISIBLE.source}`, 'gu');
/** Nearly all texts have none of them. */
const MAY_HOLD = new RegExp(String.raw`[&\u2800]|${INVISIBLE.source}`, 'u');

/**
 * Returns a text without its invisible characters, also those spelled as entities (`&shy;`): for every text on its way
 * in. What a script or an emoji needs stays, such as U+200C in Persian. Leaves direction overrides to the caller, who
 * refuses or removes them. To compare texts, use `foldText` or `foldLetters`, which ignore all invisible characters.
 */
export function dropInvisible(text: string): string {
  if (!MAY_HOLD.test(text)) return text;
  return spellOut(text)
    .replaceAll(BLANKS, ' ')
    .replaceAll(NEVER_NEEDED, '')
    .replaceAll(REPEATED_JOINER, '$1')
    .replaceAll(OTHERS, (_, needed?: string) => needed ?? '');
}

/** Returns a text without any invisible character, for comparing. */
export function ignoreInvisible(text: string): string {
  return MAY_HOLD.test(text) ? spellOut(text).replaceAll(BLANKS, ' ').replaceAll(INVISIBLE, '') : text;
}

/** Resolves the entities of invisible characters; others stay. */
function spellOut(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(ENTITY, (whole, name?: string, decimal?: string, hex?: string) => {
    if (name !== undefined) return NAMED[name.toLowerCase()] ?? whole;
    const codePoint = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    const character = codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : '';
    return MAY_HOLD.test(character) && character !== '&' ? character : whole;
  });
}
