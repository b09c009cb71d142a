import { createRandom } from '../questions/query-kinds.ts';
import type { Parameters } from '../questions/draw-question.ts';

/** `new`: no question comes twice. `zipf`: people ask alike, so the question of rank r is drawn 1/r as often as the first. */
export type StreamKind = 'new' | 'zipf';

/** Question number `n` of a stream. Pure: the same list, kind and seed give the same stream. */
export function streamOf(questions: Parameters[], kind: StreamKind, seed: number): (n: number) => Parameters {
  if (kind === 'new') return (n) => questions[n % questions.length] as Parameters;
  const weights: number[] = [];
  let sum = 0;
  for (let rank = 1; rank <= questions.length; rank++) weights.push((sum += 1 / rank));
  const random = createRandom(seed);
  return () => questions[firstAbove(weights, random() * sum)] as Parameters;
}

/** The place of the first of rising numbers that is greater. */
function firstAbove(rising: number[], value: number): number {
  let low = 0;
  let high = rising.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rising[middle] as number) > value) high = middle;
    else low = middle + 1;
  }
  return low;
}
