import { loadavg } from 'node:os';
import { Command } from 'commander';
import { summariseLatency } from './latency.ts';
import { decide, waitUntilFound, wordOf } from './review-calls.ts';
import { startReviewBench, type ReviewBench } from './start-review-bench.ts';

/** From the answer to an approval until the search finds the product. */
const TARGET_P95_MS = 1_000;

const command = new Command('review')
  .description('How soon an approved product is found, and whether races decide a submission once.')
  .option('--approvals <count>', 'approvals, one after the other', Number, 40)
  .option('--races <count>', 'rounds of 50 approvals and 50 rejections of one submission', Number, 200)
  .action(run);

async function run({ approvals, races }: { approvals: number; races: number }): Promise<void> {
  const parts: { stop(): Promise<void> }[] = [];
  try {
    const bench = await startReviewBench(parts as Parameters<typeof startReviewBench>[0]);
    const { cpu, cores, node, postgres, meilisearch } = bench.machine;
    console.log(
      `${cpu}, ${cores} cores, Node ${node}, Postgres ${postgres}, Meilisearch ${meilisearch}, load ${loadavg()[0]?.toFixed(1)}`,
    );
    await measureApprovals(bench, approvals);
    await race(bench, races);
  } finally {
    for (const part of parts.toReversed()) await part.stop();
  }
}

async function measureApprovals(bench: ReviewBench, count: number): Promise<void> {
  // The first one warms up and is not counted.
  const names = Array.from({ length: count + 1 }, (_, i) => `Benchmark ${wordOf(i)} biscuits`);
  const ids = await bench.submit(names.map((name) => ({ name })));
  const answers: number[] = [];
  const searchable: number[] = [];
  for (const [i, id] of ids.entries()) {
    const startedAt = performance.now();
    const { status } = await decide(bench, 0, id, 'approve', {});
    if (status !== 200) throw new Error(`an approval was answered ${status}`);
    const answeredAt = performance.now();
    await waitUntilFound(bench, names[i] ?? '');
    if (i === 0) continue;
    answers.push(answeredAt - startedAt);
    searchable.push(performance.now() - answeredAt);
  }
  const answer = summariseLatency(answers);
  const found = summariseLatency(searchable);
  console.log(`${count} approvals, milliseconds`);
  console.log(`answered        p50 ${answer.p50.toFixed(0)}  p95 ${answer.p95.toFixed(0)}`);
  console.log(`then searchable p50 ${found.p50.toFixed(0)}  p95 ${found.p95.toFixed(0)}`);
  console.log(`Target: p95 at most ${TARGET_P95_MS} ms: ${found.p95 <= TARGET_P95_MS ? 'met' : 'missed'}`);
}

async function race(bench: ReviewBench, rounds: number): Promise<void> {
  let unavailable = 0;
  let wrong = 0;
  for (let round = 1; round <= rounds; round += 1) {
    const [id = ''] = await bench.submit([{ name: `Raced ${round}` }]);
    const asked = bench.operators.flatMap((_, i) => [
      decide(bench, i, id, 'approve', {}),
      decide(bench, i, id, 'reject', { reason: 'no' }),
    ]);
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    const count = (status: number) => statuses.filter((one) => one === status).length;
    unavailable += count(503);
    const { decisions, products } = await bench.countTraces(id);
    const isRight = count(200) === 1 && count(409) + count(503) === statuses.length - 1;
    if (!isRight || decisions !== 1 || products > 1) wrong += 1;
  }
  console.log(
    `${rounds} races of ${2 * bench.operators.length}: ${rounds - wrong} decided once, ${wrong} not; ` +
      `${unavailable} answers 503, all others 409`,
  );
}

await command.parseAsync();
