import { runClosedLoop } from '../../closed-loop.ts';
import { createHttpClient } from '../../http-client.ts';
import type { Latency } from '../../latency.ts';
import { readProcessorSeconds } from '../../processor-time.ts';
import { interleave } from '../measure-load.ts';
import { readPage, searchPath } from '../questions/search-answer.ts';
import type { Parameters, Sample } from '../questions/draw-question.ts';
import { makeQuestions } from '../questions/search-questions.ts';
import type { BareSearch } from '../catalogue/prepare-bare-search.ts';
import { streamOf, type StreamKind } from './question-stream.ts';

const CALLERS = 8;
/** What the processes of an engine are called, however many nodes it has. */
const ENGINES = new Set(['meilisearch', 'java']);
/** Enough that a stream of one kind does not come to its end. */
const QUESTIONS = 18_000;
/** The mix is what most depends on, so it is measured longer than each kind. */
const MIX_SHARE = 4;

/** What searches of one kind cost, and what the engine's own search charges for the same texts. */
export interface CostRow {
  name: string;
  stream: StreamKind;
  answers: number;
  failed: number;
  perSecond: number;
  ms: Latency;
  /** Processor milliseconds an answer, by process. */
  processorMs: Record<string, number>;
  bare: { perSecond: number; processorMs: number } | undefined;
}

export interface CostOptions {
  /** The API that is measured. */
  origin: string;
  /** Of Meilisearch alone. */
  bare: BareSearch | undefined;
  /** What the processes are called that are known by their id alone. */
  names: Record<number, string>;
  sample: Sample;
  seed: number;
  /** For each measurement of a kind. */
  seconds: number;
  say: (line: string) => void;
}

/** The mix of what people ask, and each kind of it: processor time a search by process, in both streams. */
export async function measureCosts(options: CostOptions): Promise<CostRow[]> {
  const { sample, seed, seconds, say } = options;
  const isUsual = ({ group }: { group: string }) => group === 'text' || group === 'filter';
  const all = makeQuestions(sample, QUESTIONS, seed);
  const kinds = all.filter(isUsual);
  const labels = interleave(all.filter(({ group }) => group === 'labels'));
  const mix = interleave(makeQuestions(sample, QUESTIONS, seed + 1).filter(isUsual));
  const rows: CostRow[] = [];
  for (const stream of ['new', 'zipf'] as const) {
    for (const { name, questions, share } of [
      { name: '**mix**', questions: mix, share: MIX_SHARE },
      { name: '**all labels**', questions: labels, share: MIX_SHARE },
      ...kinds.map((row) => ({ ...row, share: 1 })),
    ]) {
      say(`Cost: ${name}, ${stream} …`);
      rows.push(await measureCost({ ...options, seconds: seconds * share }, name, questions, stream));
    }
  }
  return rows;
}

async function measureCost(
  { origin, bare, names, seed, seconds }: CostOptions,
  name: string,
  questions: Parameters[],
  stream: StreamKind,
): Promise<CostRow> {
  const nextOf = streamOf(questions, stream, seed);
  const { loop, processorMs } = await measureLoop(origin, {}, seconds, names, (n) => ({
    path: searchPath(nextOf(n)),
    isGood: (answer) => readPage(answer) !== undefined,
  }));
  const { answers, failed, perSecond, ms } = loop;
  const row = { name, stream, answers, failed, perSecond, ms, processorMs, bare: undefined };
  if (!bare) return row;
  const nextBare = streamOf(questions, stream, seed);
  const alone = await measureLoop(bare.origin, bare.headers, seconds / 2, names, (n) => ({
    path: bare.path(nextBare(n)),
    isGood: ({ status }) => status === 200,
  }));
  if (alone.loop.failed > 0) throw new Error('Meilisearch alone failed.');
  return {
    ...row,
    bare: { perSecond: alone.loop.perSecond, processorMs: alone.processorMs['engine'] ?? 0 },
  };
}

async function measureLoop(
  origin: string,
  headers: Record<string, string>,
  seconds: number,
  names: Record<number, string>,
  ask: (n: number) => {
    path: string;
    isGood: (answer: { status: number; text: string; ms: number }) => boolean;
  },
) {
  const client = createHttpClient(origin, CALLERS, headers);
  const before = await readProcessorSeconds();
  const loop = await runClosedLoop({
    callers: CALLERS,
    seconds,
    ask: async (n) => {
      const { path, isGood } = ask(n);
      return isGood(await client.get(path));
    },
  });
  client.close();
  const processorMs: Record<string, number> = {};
  for (const [pid, { name, seconds: used }] of await readProcessorSeconds()) {
    const process = names[pid] ?? (ENGINES.has(name) ? 'engine' : name);
    const ms = ((used - (before.get(pid)?.seconds ?? 0)) * 1_000) / loop.answers;
    processorMs[process] = (processorMs[process] ?? 0) + ms;
  }
  return { loop, processorMs };
}
