/** A number before or behind the name: `13 % hazelnuts`, `hazelnuts 13 %`. */
const PERCENT = /(?<![\d.,])(\d{1,3}(?:[.,]\d{1,4})?)\s*%/gu;

/** Words and signs beside which a number is no share of the whole: a bound, the fat of milk, alcohol by volume. */
const OTHER_SHARES = new RegExp(
  String.raw`[<>≤≥±~]|(?<!\p{L})(?:` +
    'less|more|up to|under|over|minimum|maximum|min|max|least|most|about|approx|fat|cocoa solids|milk solids|proof|vol|alc|abv|' +
    'acidity|moisture|brix|moins|plus|environ|mini|maxi|mg|m g|grasse|grasses|acidite|jusqu|weniger|mehr|mindestens|hochstens|' +
    'bis|fett|fettgehalt|saure|trockenmasse|i tr|menos|mas|minimo|maximo|grasa|grasas|hasta|acidez|meno|piu|massimo|grassi|' +
    String.raw`acidita|fino|minder|meer|minstens|hoogstens|vet|tot|vetgehalte|menos|gordura|ate)(?!\p{L})`,
  'u',
);

/** Finds the one share of the whole that a folded text states, and the text without it. */
export function findPercent(
  folded: string,
): { percent: number; range: [from: number, to: number] } | undefined {
  const found = [...folded.matchAll(PERCENT)];
  const [only] = found;
  if (!only || found.length > 1 || OTHER_SHARES.test(folded)) return undefined;
  const percent = Number(only[1]?.replace(',', '.'));
  const range: [number, number] = [only.index, only.index + only[0].length];
  const isBeside = folded.slice(0, range[0]).trim() === '' || folded.slice(range[1]).trim().length <= 1;
  return percent > 0 && percent <= 100 && isBeside ? { percent, range } : undefined;
}
