import { summariseLatency, type Latency } from './latency.ts';

export interface LoopOptions {
  /** Each asks again as soon as it has its answer. */
  callers: number;
  /** `Infinity` where a signal ends it. */
  seconds: number;
  signal?: AbortSignal;
  /** What each caller waits between an answer and its next question. */
  pauseMs?: number;
  /** Asks question number `n`, and says whether the answer was a good one. */
  ask: (n: number) => Promise<boolean>;
}

export interface LoopResult {
  callers: number;
  /** Until the last answer: what was under way at the end is waited for and counted. */
  seconds: number;
  answers: number;
  failed: number;
  perSecond: number;
  /** Failed answers included. */
  ms: Latency;
}

/** Closed loop: so many callers, each with one question at a time, for so many seconds. */
export async function runClosedLoop(options: LoopOptions): Promise<LoopResult> {
  const { callers, pauseMs = 0, ask, signal } = options;
  const times: number[] = [];
  let failed = 0;
  let next = 0;
  const startedAt = performance.now();
  const until = startedAt + options.seconds * 1_000;
  const isOver = () => performance.now() >= until || signal?.aborted === true;
  const call = async (): Promise<void> => {
    while (!isOver()) {
      const askedAt = performance.now();
      if (!(await ask(next++))) failed++;
      times.push(performance.now() - askedAt);
      if (pauseMs > 0) await new Promise((done) => setTimeout(done, pauseMs));
    }
  };
  await Promise.all(Array.from({ length: callers }, call));
  const seconds = (performance.now() - startedAt) / 1_000;
  const answers = times.length;
  return { callers, seconds, answers, failed, perSecond: answers / seconds, ms: summariseLatency(times) };
}
