import { summariseLatency, type Latency } from './latency.ts';
import { readProcessorSeconds } from './processor-time.ts';
import { runLoad, type Load, type LoadResult } from './run-load.ts';

export interface Measured extends LoadResult {
  ms: Latency;
  /** Processor milliseconds an answer, by process. */
  processorMs: Record<string, number>;
}

/** The names of an engine's processes. */
const ENGINES = new Set(['meilisearch', 'java']);

/** Runs a load and measures its cost by process. `names` names processes known only by their id. */
export async function measure(load: Load, names: Readonly<Record<number, string>> = {}): Promise<Measured> {
  const before = await readProcessorSeconds();
  const result = await runLoad(load);
  const processorMs: Record<string, number> = {};
  for (const [pid, { name, seconds }] of await readProcessorSeconds()) {
    const process = names[pid] ?? (ENGINES.has(name) ? 'engine' : name);
    const ms = ((seconds - (before.get(pid)?.seconds ?? 0)) * 1_000) / result.answers;
    processorMs[process] = (processorMs[process] ?? 0) + ms;
  }
  return { ...result, ms: summariseLatency([...result.times.values()].flat()), processorMs };
}

/** Prints rows as a Markdown table. The first column is text, the others are numbers. */
export function printTable(head: string[], rows: (string | number)[][]): void {
  const line = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`;
  const lines = [line(head), line(head.map((_, at) => (at === 0 ? '---' : '--:'))), ...rows.map(line)];
  process.stdout.write(`${lines.join('\n')}\n`);
}

export const formatMs = ({ p50, p95, p99 }: Latency) =>
  [p50, p95, p99].map((value) => value.toFixed(value < 10 ? 1 : 0)).join(' / ');
