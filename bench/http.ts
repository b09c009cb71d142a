import { createHttpClient } from './http-client.ts';
import { summariseLatency, type Latency } from './latency.ts';
import { runClosedLoop } from './closed-loop.ts';
import { startLimitsBench, type LimitsBench } from './start-limits-bench.ts';

/** What key check, limit and quota may add to the median lookup, with Redis on the same machine. */
const TARGET_MS = 1;
const ROUNDS = 8;
const ROUND_S = 2;

type Variant = keyof LimitsBench['origins'];
const VARIANTS: Variant[] = ['without', 'onRedis', 'inMemory'];
const NAMES: Record<Variant, string> = {
  without: 'no key, no limits',
  onRedis: 'key, limit, quota on Redis',
  inMemory: 'key, limit, quota in memory and Postgres',
};

/**
 * What key check, limit and quota cost: lookups of one barcode against API processes that differ in nothing else, a
 * few seconds each in turn, so that whatever else the machine does meets all alike.
 */
async function main(): Promise<void> {
  const parts: { stop(): Promise<void> }[] = [];
  try {
    const bench = await startLimitsBench(parts as Parameters<typeof startLimitsBench>[0]);
    for (const callers of [1, 8]) await measure(bench, callers);
  } finally {
    for (const part of parts.toReversed()) await part.stop();
  }
}

async function measure({ origins, gtin, key }: LimitsBench, callers: number): Promise<void> {
  const path = `/api/v1/products/barcode/${gtin}`;
  const times: Record<Variant, number[]> = { without: [], onRedis: [], inMemory: [] };
  const clients = VARIANTS.map((variant) => ({
    variant,
    client: createHttpClient(origins[variant], callers, variant === 'without' ? {} : { 'X-API-Key': key }),
  }));
  // The first round warms up and is not counted.
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const { variant, client } of clients) {
      const { failed } = await runClosedLoop({
        callers,
        seconds: ROUND_S,
        ask: async () => {
          const answer = await client.get(path);
          if (round > 0) times[variant].push(answer.ms);
          return answer.status === 200;
        },
      });
      if (failed > 0) throw new Error(`${failed} lookups failed: ${NAMES[variant]}`);
    }
  }
  for (const { client } of clients) client.close();

  console.log(`\nBarcode lookup, ${callers} caller${callers > 1 ? 's' : ''} at once, milliseconds`);
  const results = VARIANTS.map((variant) => ({ variant, ms: summariseLatency(times[variant]) }));
  const base = results[0]?.ms;
  for (const { variant, ms } of results) {
    const added = base && variant !== 'without' ? `  p50 ${signed(ms.p50 - base.p50)}` : '';
    const count = `${times[variant].length} lookups`.padStart(14);
    console.log(`${NAMES[variant].padEnd(42)}${count}  ${describe(ms)}${added}`);
  }
  const added = (results[1]?.ms.p50 ?? Number.NaN) - (base?.p50 ?? Number.NaN);
  if (callers === 1)
    console.log(
      `Target: at most ${TARGET_MS} ms added to p50 with Redis: ${added <= TARGET_MS ? 'met' : 'missed'}`,
    );
}

const describe = ({ p50, p95, p99 }: Latency) =>
  `p50 ${p50.toFixed(3)}  p95 ${p95.toFixed(3)}  p99 ${p99.toFixed(3)}`;
const signed = (ms: number) => `${ms < 0 ? '' : '+'}${ms.toFixed(3)}`;

await main();
