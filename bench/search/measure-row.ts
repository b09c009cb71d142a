import { arePagesWhole, comparePages, type Comparison, type ResultPage } from './questions/compare-pages.ts';
import type { HttpAnswer, HttpClient } from '../http-client.ts';
import { readPage, searchPath } from './questions/search-answer.ts';
import { readSearchCounters, subtractCounters, type SearchCounters } from './search-counters.ts';
import type { Parameters } from './questions/draw-question.ts';
import type { QuestionRow } from './questions/search-questions.ts';

export interface Engines {
  engine: HttpClient;
  oracle: HttpClient;
}

/** One question, asked of both engines. */
export interface Measurement {
  parameters: Parameters;
  /** Undefined when the oracle itself gave no answer: then there is nothing to compare with. */
  comparison: Comparison | undefined;
  failed: boolean;
  ms: number;
  oracleMs: number;
  total: number | undefined;
  oracleTotal: number | undefined;
  counters: SearchCounters;
}

/** Pages 1 to 3 of one question. */
export interface PagingMeasurement {
  parameters: Parameters;
  isWhole: boolean;
  /** Pages 2 and 3 beside the oracle's. */
  exact: number;
}

export interface RowMeasurement {
  measurements: Measurement[];
  paging: PagingMeasurement[];
}

const PAGE_SIZE = 20;
const PAGES = [1, 2, 3];
const MAX_PAGED = 20;

/** One caller; the engines take turns, and in who is first, so that whatever else the machine does hits both. */
export async function measureRow(engines: Engines, row: QuestionRow): Promise<RowMeasurement> {
  const measurements: Measurement[] = [];
  for (const [i, parameters] of row.questions.entries()) {
    measurements.push(await measureQuestion(engines, parameters, i % 2 === 0));
  }
  const paging: PagingMeasurement[] = [];
  const isPaged = ({ parameters, oracleTotal = 0 }: Measurement) =>
    parameters['page'] === undefined && oracleTotal > PAGE_SIZE;
  for (const { parameters } of measurements.filter(isPaged).slice(0, MAX_PAGED)) {
    paging.push(await measurePaging(engines, parameters));
  }
  return { measurements, paging };
}

async function measureQuestion(
  { engine, oracle }: Engines,
  parameters: Parameters,
  isOracleFirst: boolean,
): Promise<Measurement> {
  const path = searchPath(parameters);
  const early = isOracleFirst ? await askCounted(oracle, path) : undefined;
  const { answer, counters } = await askCounted(engine, path);
  const { answer: oracleAnswer } = early ?? (await askCounted(oracle, path));
  const truth = readPage(oracleAnswer);
  const page = readPage(answer);
  return {
    parameters,
    comparison: truth && comparePages(truth, page),
    failed: page === undefined,
    ms: answer.ms,
    oracleMs: oracleAnswer.ms,
    total: page?.total,
    oracleTotal: truth?.total,
    counters,
  };
}

/** Both engines' meters are read, though only one's are of use: each is to be asked under the same conditions. */
async function askCounted(
  client: HttpClient,
  path: string,
): Promise<{ answer: HttpAnswer; counters: SearchCounters }> {
  const before = await readCounters([client]);
  const answer = await client.get(path);
  return { answer, counters: subtractCounters(await readCounters([client]), before) };
}

/** Of all these processes together. */
export async function readCounters(clients: readonly HttpClient[]): Promise<SearchCounters> {
  const texts = await Promise.all(clients.map(async (client) => (await client.get('/metrics')).text));
  return readSearchCounters(texts.join('\n'));
}

async function measurePaging(
  { engine, oracle }: Engines,
  parameters: Parameters,
): Promise<PagingMeasurement> {
  const ask = async (client: HttpClient, page: number, size: number): Promise<ResultPage> =>
    readPage(await client.get(searchPath({ ...parameters, page: String(page), size: String(size) })));
  const pages: ResultPage[] = [];
  for (const page of PAGES) pages.push(await ask(engine, page, PAGE_SIZE));
  const size = PAGE_SIZE * PAGES.length;
  const whole = await ask(engine, 1, size);
  const truth = await ask(oracle, 1, size);
  const laterOf = (page: ResultPage): ResultPage => page && { ...page, items: page.items.slice(PAGE_SIZE) };
  const later = pages.slice(1).flatMap((page) => page?.items ?? []);
  const expected = laterOf(truth);
  return {
    parameters,
    isWhole: arePagesWhole(pages, whole),
    exact: expected ? comparePages(expected, whole && { ...whole, items: later }).exact : 0,
  };
}
