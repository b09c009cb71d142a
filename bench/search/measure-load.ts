import { runClosedLoop, type LoopResult } from '../closed-loop.ts';
import { createHttpClient, type HttpClient } from '../http-client.ts';
import { readCounters } from './measure-row.ts';
import { readPage, searchPath } from './questions/search-answer.ts';
import { subtractCounters, type SearchCounters } from './search-counters.ts';
import type { Parameters } from './questions/draw-question.ts';
import type { QuestionRow } from './questions/search-questions.ts';

export type EngineName = 'engine' | 'oracle';

export interface LoadResult extends LoopResult {
  engine: EngineName;
  /** API processes that answered, in turn. */
  processes: number;
  counters: SearchCounters;
}

export interface WorstLoadResult {
  searches: LoadResult;
  /** One caller who looks up barcodes meanwhile. */
  lookups: LoopResult;
}

const WORST_CALLERS = 8;
/** Lookups are to be delayed by the searches, not by each other. */
const LOOKUP_PAUSE_MS = 20;

/** So many callers who ask what people ask, filters included; every question is a new one. */
export async function measureLoad(
  engine: EngineName,
  origins: readonly string[],
  questions: Parameters[],
  callers: number,
  seconds: number,
): Promise<LoadResult> {
  const paths = questions.map(searchPath);
  const clients = origins.map((origin) => createHttpClient(origin, callers));
  const before = await readCounters(clients);
  const ask = async (n: number) => {
    const client = clients[n % clients.length] as HttpClient;
    return readPage(await client.get(paths[n % paths.length] as string)) !== undefined;
  };
  const loop = await runClosedLoop({ callers, seconds, ask });
  const counters = subtractCounters(await readCounters(clients), before);
  for (const client of clients) client.close();
  return { engine, processes: origins.length, ...loop, counters };
}

/** The most expensive legal searches from 8 callers at once, and barcode lookups beside them. */
export async function measureWorstLoad(
  engine: EngineName,
  origin: string,
  questions: Parameters[],
  gtins: string[],
  seconds: number,
): Promise<WorstLoadResult> {
  const client = createHttpClient(origin, 1);
  const lookUp = async (n: number) => {
    const { status } = await client.get(`/api/v1/products/barcode/${gtins[n % gtins.length]}`);
    return status === 200;
  };
  const [searches, lookups] = await Promise.all([
    measureLoad(engine, [origin], questions, WORST_CALLERS, seconds),
    runClosedLoop({ callers: 1, seconds, pauseMs: LOOKUP_PAUSE_MS, ask: lookUp }),
  ]);
  client.close();
  return { searches, lookups };
}

/** One question of each row in turn, so that any stretch of the list holds them all. */
export function interleave(rows: QuestionRow[]): Parameters[] {
  const longest = Math.max(0, ...rows.map(({ questions }) => questions.length));
  return Array.from({ length: longest }, (_, i) =>
    rows.flatMap(({ questions }) => questions.slice(i, i + 1)),
  ).flat();
}
