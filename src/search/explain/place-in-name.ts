import { foldText } from '../../text/fold-text.ts';
import type { Span } from './find-matched-part.ts';

/**
 * Where a part of a folded name stands in the name as it is written; marks belong to their letter. Undefined where letters
 * fold otherwise together than each alone, so that it cannot be told.
 */
export function placeInName(name: string, [start, end]: Span): Span | undefined {
  let folded = '';
  /** By place in `folded`: where in the name it comes from. */
  const origins: Span[] = [];
  let at = 0;
  for (const character of name) {
    const piece = foldAlone(character);
    const own: Span = [at, at + character.length];
    at += character.length;
    const last = origins.at(-1);
    if (piece === '' && last) last[1] = own[1];
    for (const unit of piece.split('')) {
      if (unit === ' ' && (folded === '' || folded.endsWith(' '))) continue;
      folded += unit;
      origins.push(own);
    }
  }
  const first = origins[start];
  const last = origins[end - 1];
  if (!first || !last || !isSame(folded, foldText(name))) return undefined;
  return [first[0], last[1]];
}

/** Between letters, so that a blank stays one. */
function foldAlone(character: string): string {
  return foldText(`a${character}a`).slice(1, -1);
}

/** The name may be longer than what is compared of it. A sigma is written otherwise at the end of a word. */
function isSame(pieces: string, whole: string): boolean {
  return pieces.replaceAll('ς', 'σ').startsWith(whole.replaceAll('ς', 'σ'));
}
