/** Articles, prepositions and conjunctions that stay in lower case within a name, in the commonest languages. */
const SMALL_WORDS = new Set(
  (
    'a an and at by for from in of on or the to with without ' +
    'à au aux avec d de des du en et l la le les ou par pour sans sur ' +
    'als am aus das der die ein eine im mit nach oder ohne und von zu zum zur ' +
    'al con da del della delle di e el fra gli i il los las lo o para per por sin su una uno y ' +
    'een het met na of op van voor zonder ' +
    'com do dos e em na no sem'
  ).split(' '),
);
/** Always in capitals, though they could be read as words. */
const ACRONYMS = new Set(
  'AOC AOP AOVE DOC DOCG DOP EU GMO HDMI IGP IGT IPA LED OGM PDO PGI UE UHT UK USA USB UV VSOP'.split(' '),
);
const WORD = /[\p{L}\p{N}]+(?:[’'][\p{L}]+)*/gu;
const VOWEL = /[AEIOUYÀ-ÖØ-ÞŒ]/u;
const LONGEST_ACRONYM = 4;
/** A single short word is often a proper name in capitals: `KFC`, `SKYR`. */
const LEAST_LETTERS = 6;
const ELIDED = /^(?:[dlnsjmtc]|qu|dell|all|nell|sull)(?=[’'])/;

/**
 * Returns the proper writing of a name in capitals. Undefined for other names, and if capitals may be intended. Words
 * begin with a capital, except small words within the name. Known acronyms, words without vowel (`BBQ`, `XXL`) or
 * with a digit (`B12`) stay in capitals. A word of the brand is written as in the brand. Only for scripts with two
 * cases.
 */
export function writeProperly(name: string, brand: string | null = null): string | undefined {
  const letters = name.match(/\p{L}/gu) ?? [];
  if (letters.length < LEAST_LETTERS || name !== name.toUpperCase() || name === name.toLowerCase()) {
    return undefined;
  }
  const own = new Map((brand ?? '').match(WORD)?.map((word) => [word.toUpperCase(), word]));
  let place = 0;
  const written = name.replaceAll(WORD, (word) => writeWord(word, place++ === 0, own));
  return written === name ? undefined : written;
}

function writeWord(word: string, isFirst: boolean, own: ReadonlyMap<string, string>): string {
  const ofBrand = own.get(word);
  if (ofBrand !== undefined) return ofBrand;
  const small = word.toLowerCase();
  if (/\d/.test(word)) return /^\d+(?:G|KG|ML|CL|L|CM|MM|X)$/.test(word) ? writeAmount(word) : word;
  if (SMALL_WORDS.has(small)) return isFirst ? capitalize(small) : small;
  if (ACRONYMS.has(word) || (word.length <= LONGEST_ACRONYM && !VOWEL.test(word))) return word;
  const elided = ELIDED.exec(small)?.[0];
  if (elided === undefined) return capitalize(small);
  const rest = small.slice(elided.length + 1);
  return (isFirst ? capitalize(elided) : elided) + word.charAt(elided.length) + capitalize(rest);
}

/** Litres keep the capital, because a small l looks like a one. */
function writeAmount(word: string): string {
  return /\dL$/.test(word) ? word : word.toLowerCase();
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
