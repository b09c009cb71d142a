import { decide, waitUntilFound, wordOf } from '../review-calls.ts';
import type { ReviewBench } from '../start-review-bench.ts';

/**
 * How many ms after the answer to its approval a search finds the product; each `n` makes another one. It is looked for once
 * `before` was found, so that one caller looks at a time, however long the index takes.
 */
export async function approveAndFind(
  bench: ReviewBench,
  n: number,
  before: Promise<unknown> | undefined,
): Promise<number> {
  const name = `Approved ${wordOf(n)} biscuits`;
  const [id = ''] = await bench.submit([{ name }]);
  // While an import holds the rows that it needs, an approval is answered 503 and pressed again.
  for (let status = 0; status !== 200;) {
    ({ status } = await decide(bench, n % bench.operators.length, id, 'approve', {}));
    if (status !== 200 && status !== 503) throw new Error(`an approval was answered ${status}`);
  }
  const approvedAt = performance.now();
  await before;
  await waitUntilFound(bench, name);
  return performance.now() - approvedAt;
}
