import { monitorEventLoopDelay } from 'node:perf_hooks';
import { readFile } from 'node:fs/promises';
import { createDb, createPool } from '../../src/db/client.ts';
import { createLogger } from '../../src/logger.ts';
import type { HeldProducts } from '../../src/search/memory/held-products.ts';
import { followProducts } from '../../src/search/memory/follow-products.ts';
import { foldText, hasWord, readCode } from '../../src/text/fold-text.ts';
import { summariseLatency } from '../latency.ts';
import { readSample } from '../search/catalogue/read-sample.ts';
import type { Sample } from '../search/questions/draw-question.ts';
import { makeQuestions } from '../search/questions/search-questions.ts';
import type { HeldRow, HeldStart } from './report-held.ts';

/** A process that holds all products and does nothing else, and what it costs: told to the parent. */
const { DATABASE_URL: url = '', HELD_DIR: directory, QUESTIONS = '0', SEED = '1' } = process.env;
const CALLERS = 8;
/** Of the rows of `bench:search` those that are answered from what is held. */
const NAMES = /word|name|typo|prefix|accents/;
const WIDE = /letter/;

async function main(): Promise<void> {
  const logger = createLogger('bench', 'warn');
  const pool = createPool({ url, applicationName: 'bench', max: 4, statementTimeoutMs: 60_000, logger });
  const delays = monitorEventLoopDelay({ resolution: 5 });
  delays.enable();
  const db = createDb(pool);
  const feed = followProducts({ db, logger, directory: directory || undefined });
  let held: HeldProducts | undefined;
  while (!(held = feed.held())) await new Promise((done) => setTimeout(done, 5));
  const user = process.cpuUsage();
  const start: HeldStart = {
    seconds: performance.now() / 1_000,
    processorSeconds: (user.user + user.system) / 1e6,
    longestMs: delays.max / 1e6,
    peakMb: await readMemory('VmHWM'),
  };
  // What was needed for the start is let go of, as it would be after some requests.
  await new Promise((done) => setTimeout(done, 500));
  globalThis.gc?.();
  const restMb = await readMemory('VmRSS');
  const rows = QUESTIONS === '0' ? [] : await ask(held);
  process.send?.({
    start: { ...start, restMb, searchedMb: await readMemory('VmRSS') },
    rows,
  });
  await feed.close();
  await pool.end();
  process.disconnect?.();
}

async function ask(held: HeldProducts): Promise<HeldRow[]> {
  const sample: Sample = await readSample(url, 1);
  const kinds = makeQuestions(sample, Number(QUESTIONS) * 9, Number(SEED)).filter(
    ({ name, group }) => (group === 'text' && NAMES.test(name)) || WIDE.test(name),
  );
  const texts = [
    ...kinds.map(({ name, questions }) => ({ name, texts: questions.map(({ q = '' }) => q) })),
    { name: 'one to three digits', texts: ['1', '5', '12', '50', '100', '250', '75', '330'] },
  ];
  // Warm: the first of all would pay for compiling.
  for (const kind of texts) for (const text of kind.texts.slice(0, 5)) await find(held, text);
  const rows: HeldRow[] = [];
  for (const kind of texts) rows.push(await measure(held, kind.name, kind.texts));
  const mix = kinds.filter(({ name }) => !WIDE.test(name)).map(({ questions }) => questions);
  const mixed = mix[0]?.flatMap((_, at) => mix.flatMap((questions) => questions[at]?.q ?? [])) ?? [];
  return [await measure(held, '**mix**', mixed), ...rows];
}

/** The callers ask one after the other, each the next text that nobody has asked. */
async function measure(held: HeldProducts, name: string, texts: string[]): Promise<HeldRow> {
  const delays = monitorEventLoopDelay({ resolution: 5 });
  delays.enable();
  const before = process.cpuUsage();
  const ms: number[] = [];
  const left = [...texts];
  const call = async () => {
    for (let text = left.pop(); text !== undefined; text = left.pop()) {
      const started = performance.now();
      await find(held, text);
      ms.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, call));
  const { user, system } = process.cpuUsage(before);
  const longestMs = delays.max / 1e6;
  return { name, processorMs: (user + system) / 1_000 / texts.length, ...summariseLatency(ms), longestMs };
}

async function find(held: HeldProducts, q: string): Promise<void> {
  const { text, digits } = readCode(foldText(q));
  if (!hasWord(text)) return;
  const query = { text, digits, filters: {}, offset: 0, limit: 20 };
  await held.findInTurns(AbortSignal.timeout(60_000), query, new Set());
  // As between two requests.
  await new Promise((done) => setImmediate(done));
}

/** In MB; see proc_pid_status(5). Linux only. */
async function readMemory(field: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile('/proc/self/status', 'utf8');
  return (Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) * 1_024) / 1e6;
}

await main();
