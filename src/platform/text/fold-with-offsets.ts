import { foldText } from './fold-text.ts';
import { ignoreInvisible } from './invisible-characters.ts';

/** A folded text with the origin of each of its UTF-16 units in the original text. */
interface FoldedText {
  folded: string;
  /** Offsets in UTF-16 units of the original: first unit, and the unit after the last. */
  starts: number[];
  ends: number[];
}

/**
 * Folds a text like `foldText` and keeps offsets, because folding lengthens (`ß`, ligatures) and shortens (accents)
 * texts. Joins both small sigmas, which otherwise depend on neighbouring letters.
 */
export function foldWithOffsets(text: string): FoldedText {
  // Nearly all names, and suggestions fold dozens.
  if (/^[ -~]*$/.test(text) && text.length < OFFSETS.length)
    return {
      folded: text.toLowerCase(),
      starts: OFFSETS.slice(0, text.length),
      ends: OFFSETS.slice(1, text.length + 1),
    };
  let folded = '';
  const starts: number[] = [];
  const ends: number[] = [];
  let at = 0;
  for (const character of text) {
    const own = LATIN[character.charCodeAt(0)] ?? foldCharacter(character);
    const end = at + character.length;
    for (let i = 0; i < own.length; i++) {
      starts.push(at);
      ends.push(end);
    }
    // A mark belongs to the letter before it.
    if (own === '') for (let i = ends.length - 1; i >= 0 && ends[i] === at; i--) ends[i] = end;
    folded += own;
    at = end;
  }
  return { folded, starts, ends };
}

/** Folds a character. If nothing is left, it is a mark, shows nothing, or separates words. */
function foldCharacter(character: string): string {
  const folded = joinSigmas(foldText(character));
  if (folded !== '') return folded;
  return /\p{M}/u.test(character) || ignoreInvisible(character) === '' ? '' : ' ';
}

export function joinSigmas(folded: string): string {
  return folded.replaceAll('ς', 'σ');
}

const LATIN = Array.from({ length: 0x2_50 }, (_, code) => foldCharacter(String.fromCodePoint(code)));
const OFFSETS = Array.from({ length: 1_000 }, (_, offset) => offset);
