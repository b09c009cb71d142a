/** Bounds below it are told apart, those above by their logarithm. */
const EXACT = 1_024;
const STEPS_A_DOUBLING = 32;
/** Up to the largest whole number of 32 bits. */
const STEPS = EXACT + STEPS_A_DOUBLING * 21;

/** A step for each bound: a higher bound is on no lower step. */
export function stepOf(bound: number): number {
  return bound < EXACT ? bound : EXACT + Math.floor(Math.log2(bound / EXACT) * STEPS_A_DOUBLING);
}

/** So few words are put in order faster by comparing them than by counting steps. */
const FEW = 64;

/** The words in the order of the steps of their bounds, the highest first: thousands of them in little time. */
export function orderByBound(words: Int32Array, bounds: Int32Array): Int32Array {
  if (words.length < 2) return words;
  if (words.length <= FEW)
    return words.toSorted((a, b) => stepOf(bounds[b] as number) - stepOf(bounds[a] as number));
  const starts = new Int32Array(STEPS + 1);
  for (const word of words) (starts[STEPS - stepOf(bounds[word] as number)] as number)++;
  let before = 0;
  for (let i = 0; i < starts.length; i++) {
    const count = starts[i] as number;
    starts[i] = before;
    before += count;
  }
  const ordered = new Int32Array(words.length);
  for (const word of words) ordered[(starts[STEPS - stepOf(bounds[word] as number)] as number)++] = word;
  return ordered;
}
