import unhomoglyph from 'unhomoglyph';

/**
 * Returns a folded text with the Latin letter for each letter of another script that looks like it (Unicode's
 * confusable characters). It is only to be compared with a text that is unmasked as well.
 */
export function unmaskLetters(folded: string): string {
  return folded.replaceAll(/[^\0-\x7f]/gu, looksLike);
}

/**
 * Returns an unmasked text with one sign for all that people read as the same letter: `c4s1n0` and `casino`, `rn` and
 * `m`. Single letters with blanks or points between them become a word. It is only to be compared, too.
 */
export function readAsWords(folded: string): string {
  return unmaskLetters(folded)
    .replaceAll(/(?<=\p{L})[@€$]|[@€$](?=\p{L})|(?<=\p{L})[!|](?=\p{L})/gu, readSign)
    .replaceAll(/[\p{L}\p{N}]+/gu, (word) =>
      /\p{L}/u.test(word) ? word.replaceAll(/[0134578l]/g, readSign) : word,
    )
    .replaceAll(/(?<=(?<![\p{L}\p{N}])\p{L})[^\p{L}\p{N}]{1,2}(?=\p{L}(?![\p{L}\p{N}]))/gu, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
}

const READ_AS = new Map(
  Object.entries({ 0: 'o', 3: 'e', '€': 'e', 4: 'a', '@': 'a', 5: 's', $: 's', 7: 't', 8: 'b' }),
);
for (const sign of '1l|!') READ_AS.set(sign, 'i');
const readSign = (sign: string): string => READ_AS.get(sign) ?? sign;

/** Unicode does not list small capitals with the letters that they are. */
const SMALL_CAPITALS = 'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘ ʀꜱᴛᴜᴠᴡ ʏᴢ';
const known = new Map(
  Array.from(SMALL_CAPITALS, (letter, place) => [letter, String.fromCodePoint(97 + place)] as const),
);

/** Letters look alike as small or as capital ones: of `т` the capital alone does. */
function looksLike(letter: string): string {
  const found = known.get(letter);
  if (found !== undefined) return found;
  const shapes = [unhomoglyph(letter), unhomoglyph(letter.toUpperCase())];
  const like = shapes.find((shape) => /^[a-z]$/i.test(shape))?.toLowerCase() ?? letter;
  known.set(letter, like);
  return like;
}
