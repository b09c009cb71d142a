import { foldText } from '../../platform/text/fold-text.ts';
import type { Span } from './find-matched-part.ts';

/**
 * Returns the position of a part of a folded name in the original name; combining marks belong to their letter. Returns
 * undefined where the position is unknown, because letters fold differently together than each alone.
 */
export function placeInName(name: string, [start, end]: Span): Span | undefined {
  let folded = '';
  /** The position in the name of each position in `folded`. */
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

/** Folds a character between two letters, so that a blank is not trimmed. */
function foldAlone(character: string): string {
  return foldText(`a${character}a`).slice(1, -1);
}

/** Compares only as much as was folded, because the name may be longer. A final sigma equals a sigma. */
function isSame(pieces: string, whole: string): boolean {
  return pieces.replaceAll('ς', 'σ').startsWith(whole.replaceAll('ς', 'σ'));
}
