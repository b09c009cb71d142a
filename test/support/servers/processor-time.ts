import { readdir, readFile } from 'node:fs/promises';
import type { StartedApi } from './started-api.ts';

/** Milliseconds of processor that all threads of the API have used. */
export async function readProcessorMs({ program }: StartedApi): Promise<number> {
  const folder = `/proc/${program.pid}/task`;
  const threads = await Promise.all(
    (await readdir(folder)).map((thread) => readFile(`${folder}/${thread}/schedstat`, 'utf8')),
  );
  return threads.reduce((sum, text) => sum + Number(text.split(' ')[0]), 0) / 1_000_000;
}

/** What a request for each of them may cost, as a multiple of a lookup by barcode. */
const MOST_TIMES = 3;
/** The first of them warms up. What is over the bound is measured on, beside the lookup: what is not yet compiled costs more. */
const ROUNDS = 3;
const MOST_ROUNDS = 40;
const REQUESTS = 20;
const AT_ONCE = 4;

interface Asked {
  name: string;
  ask: () => Promise<number>;
}

/**
 * Measures what requests cost beside a lookup. Returns the rows of a table, dearest first, and of those the rows over
 * the bound.
 */
export async function measureCosts(
  api: StartedApi,
  lookup: Asked,
  others: readonly Asked[],
): Promise<{ table: string[]; dear: string[] }> {
  const measure = async ({ ask }: Asked) => {
    const before = await readProcessorMs(api);
    for (let asked = 0; asked < REQUESTS; asked += AT_ONCE)
      await Promise.all(Array.from({ length: AT_ONCE }, ask));
    return ((await readProcessorMs(api)) - before) / REQUESTS;
  };
  const rows = [lookup, ...others].map((asked) => ({ asked, status: 0, ms: Infinity }));
  for (const row of rows) row.status = await row.asked.ask();
  const isOver = ({ ms }: { ms: number }) => ms > MOST_TIMES * (rows[0]?.ms ?? 0);
  for (let round = 0; round < MOST_ROUNDS; round += 1)
    for (const row of rows)
      if (round < ROUNDS || row.asked === lookup || isOver(row))
        row.ms = Math.min(row.ms, await measure(row.asked));
  const lookupMs = rows[0]?.ms ?? 0;
  const write = ({ asked, status, ms }: (typeof rows)[number]) =>
    `${(ms / lookupMs).toFixed(2).padStart(6)} ${ms.toFixed(2).padStart(6)} ms  ${status} ${asked.name}`;
  const sorted = rows.toSorted((a, b) => b.ms - a.ms);
  return { table: sorted.map(write), dear: sorted.filter(isOver).map(write) };
}
