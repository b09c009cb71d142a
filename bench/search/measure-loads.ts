import type { Sample } from './questions/draw-question.ts';
import { interleave, measureLoad, measureWorstLoad, type EngineName } from './measure-load.ts';
import { makeQuestions } from './questions/search-questions.ts';
import type { SearchBenchResult } from './questions/search-result.ts';

const CALLERS = [1, 8];
/** Enough that no question comes twice within a measurement. */
const USUAL_QUESTIONS = 9_000;
const WORST_SEEDS = 10;

/**
 * Both engines under the load of usual questions, the search engine at last with all its processes, then one of these under
 * the most expensive ones; for so many seconds each, or not at all.
 */
export async function measureLoads(
  origins: Record<EngineName, readonly [string, ...string[]]>,
  sample: Sample,
  seed: number,
  seconds: number,
  say: (line: string) => void,
): Promise<Pick<SearchBenchResult, 'load' | 'worstLoad'>> {
  const result: Pick<SearchBenchResult, 'load' | 'worstLoad'> = { load: [], worstLoad: [] };
  if (seconds === 0) return result;
  const usual = interleave(
    makeQuestions(sample, USUAL_QUESTIONS, seed).filter(
      ({ group }) => group === 'text' || group === 'filter',
    ),
  );
  for (const callers of CALLERS) {
    for (const engine of ['oracle', 'engine'] as const) {
      say(`Load: ${engine}, ${callers} ${callers === 1 ? 'caller' : 'callers'} …`);
      result.load.push(await measureLoad(engine, [origins[engine][0]], usual, callers, seconds));
    }
  }
  const all = origins.engine;
  if (all.length > 1) {
    say(`Load: ${all.length} processes …`);
    result.load.push(await measureLoad('engine', all, usual, Math.max(...CALLERS), seconds));
  }
  say('Load: the most expensive searches …');
  const worst = Array.from({ length: WORST_SEEDS }, (_, i) =>
    interleave(makeQuestions(sample, 180, seed + i).filter(({ group }) => group === 'worst')),
  ).flat();
  const gtins = sample.products.flatMap(({ gtin }) => gtin ?? []);
  result.worstLoad.push(await measureWorstLoad('engine', origins.engine[0], worst, gtins, seconds));
  return result;
}
