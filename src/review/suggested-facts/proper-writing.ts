/** Articles, prepositions and conjunctions that are small within a name, in the languages most names are in. */
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
/** Written in capitals wherever they stand, though they could be read as a word. */
const ACRONYMS = new Set(
  'AOC AOP AOVE DOC DOCG DOP EU GMO HDMI IGP IGT IPA LED OGM PDO PGI UE UHT UK USA USB UV VSOP'.split(' '),
);
const WORD = /[\p{L}\p{N}]+(?:[’'][\p{L}]+)*/gu;
const VOWEL = /[AEIOUYÀ-ÖØ-ÞŒ]/u;
const LONGEST_ACRONYM = 4;
/** One short word alone is as often a name of its own: `KFC`, `SKYR`. */
const LEAST_LETTERS = 6;
const ELIDED = /^(?:[dlnsjmtc]|qu|dell|all|nell|sull)(?=[’'])/;

/**
 * The proper writing of a name that is all in capitals; undefined for any other name, and where capitals may well be
 * meant. The rule: each word begins with a capital, but for articles, prepositions and conjunctions within the name; it
 * stays in capitals when it is a known acronym, has no vowel (`BBQ`, `XXL`) or has a digit (`B12`), and is written as the
 * brand where it is the brand's. Only for letters that have two cases.
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

/** Litres keep their capital: a small l is read as a one. */
function writeAmount(word: string): string {
  return /\dL$/.test(word) ? word : word.toLowerCase();
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
