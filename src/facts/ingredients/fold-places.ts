import { foldLetters } from '../../platform/text/fold-text.ts';

/** A folded text whose parts can be shown as they were written. */
interface FoldedText {
  folded: string;
  /** Returns the written characters of a part of the folded text. */
  writtenAt: (from: number, to: number) => string;
}

/**
 * Folds a text character by character.
 * @returns undefined where that is another text than the whole one folded, so that places would not fit
 */
export function foldWithPlaces(text: string): FoldedText | undefined {
  const whole = foldLetters(text);
  // Nothing was taken apart or left out: most texts.
  if (whole.length === text.length && whole === text.toLowerCase())
    return { folded: whole, writtenAt: (from, to) => text.slice(from, to) };
  const places: number[] = [];
  let folded = '';
  let place = 0;
  for (const character of text) {
    const letters = foldLetters(character);
    for (let i = 0; i < letters.length; i += 1) places.push(place);
    folded += letters;
    place += character.length;
  }
  if (folded !== whole) return undefined;
  return { folded, writtenAt: (from, to) => text.slice(places[from], places[to]) };
}
