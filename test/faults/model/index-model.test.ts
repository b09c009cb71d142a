import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startLane, type Lane } from './model-lane.ts';
import { arbitraries, type Model } from './model-operations.ts';

/** Histories run at the same time: mostly they wait. */
const LANES = 5;
const RUNS = Number(process.env['MODEL_RUNS'] ?? 200);
const SEED = Number(process.env['MODEL_SEED'] ?? randomInt(1_000_000));
const TIME_LIMIT_MS = Number(process.env['MODEL_TIME_LIMIT_MS'] ?? 200_000);
const LONGEST_HISTORY = 20;

describe.runIf(inject('meilisearch'))('any history of changes and faults', () => {
  let lanes: Lane[];
  beforeAll(async () => {
    lanes = await Promise.all(Array.from({ length: LANES }, startLane));
  });
  afterAll(async () => {
    await Promise.all(lanes.map((lane) => lane.close()));
  });

  it('ends with an index that holds exactly what is in use', async () => {
    let histories = 0;
    const settled: number[] = [];
    const until = performance.now() + TIME_LIMIT_MS;
    const run = async (lane: Lane, seed: number) => {
      await fc.assert(
        fc.asyncProperty(fc.commands(arbitraries, { maxCommands: LONGEST_HISTORY }), async (commands) => {
          // On a machine that is too busy, fewer: the line at the end says how many.
          if (performance.now() > until) return;
          await lane.reset();
          const model: Model = { products: new Map(), brandNames: ['Model one', 'Model two'], nextGtin: 1 };
          await fc.asyncModelRun(() => ({ model, real: lane }), commands);
          const quietAt = performance.now();
          await lane.settle();
          settled.push((performance.now() - quietAt) / 1_000);
          const documents = await lane.listDocuments();
          const found = documents.map(({ id, name, brand, gtin }) => [id, name, brand, gtin]);
          const wanted = [...model.products]
            .filter(([, { isActive }]) => isActive)
            .map(([id, { name, brand, gtin }]) => [id, name, brand, gtin]);
          const byId = (a: unknown[], b: unknown[]) => (String(a[0]) < String(b[0]) ? -1 : 1);
          expect(found.sort(byId)).toEqual(wanted.sort(byId));
          histories += 1;
        }),
        {
          seed,
          numRuns: Math.ceil(RUNS / LANES),
          // A shorter history of the same failure takes long to find, and says little more.
          endOnFailure: true,
        },
      );
    };
    await Promise.all(lanes.map((lane, i) => run(lane, SEED + i)));
    const slowest = Math.max(...settled);
    const sorted = [...settled].sort((a, b) => a - b);
    console.log(
      `index model: ${histories} histories, seed ${SEED} (replay: MODEL_SEED=${SEED}), quiet to equal p50 ` +
        `${sorted[Math.floor(sorted.length / 2)]?.toFixed(1)} s, p95 ${sorted[Math.floor(sorted.length * 0.95)]?.toFixed(1)} s, slowest ${slowest.toFixed(1)} s`,
    );
    expect(histories).toBeGreaterThan(0);
  });
});
