import { foldText } from './fold-text.ts';

/** A text as it is compared, and for each UTF-16 unit of that where it comes from in the text itself. */
interface FoldedText {
  folded: string;
  /** Offsets in UTF-16 units of the text: of the unit at a place the first, and the one behind the last. */
  starts: number[];
  ends: number[];
}

/**
 * The words of a text are those of `foldText`, with where they come from: folding makes texts longer (`ß`, ligatures) and
 * shorter (accents). Both forms of the small sigma are one letter here: which it is depends on the letters beside it.
 */
export function foldWithOffsets(text: string): FoldedText {
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

/** A character of which folding leaves nothing is a mark, or stands between words. */
function foldCharacter(character: string): string {
  const folded = joinSigmas(foldText(character));
  if (folded !== '') return folded;
  return /\p{M}/u.test(character) ? '' : ' ';
}

export function joinSigmas(folded: string): string {
  return folded.replaceAll('ς', 'σ');
}

const LATIN = Array.from({ length: 0x2_50 }, (_, code) => foldCharacter(String.fromCodePoint(code)));
