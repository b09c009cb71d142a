import autocannon from 'autocannon';
import { KINDS, type Kind, type Question } from './load-questions.ts';

export interface Load {
  url: string;
  headers: Record<string, string>;
  questions: readonly Question[];
  seconds: number;
  callers: number;
  /** Calls a second at most, of all callers together; undefined: each caller asks as soon as it has its answer. */
  rate: number | undefined;
}

export interface LoadResult {
  seconds: number;
  /** Milliseconds of the answers below 400. */
  times: Record<Kind, number[]>;
  /** How many answers of 400 and above, by status; `no answer` for connections that broke or took over 10 s. */
  errors: Map<string, number>;
  /** The status that ended the load early: 429, or 403 where the quota is used up. */
  refused: number | undefined;
}

/** Asks until the time is over, or until the service says that it is enough. */
export async function runLoad(load: Load): Promise<LoadResult> {
  const times = Object.fromEntries(KINDS.map((kind) => [kind, [] as number[]])) as Record<Kind, number[]>;
  const errors = new Map<string, number>();
  const count = (name: string) => errors.set(name, (errors.get(name) ?? 0) + 1);
  let refused: number | undefined;
  let kind: Kind = 'search';
  let started = 0;
  const startedAt = performance.now();
  await new Promise<void>((resolve, reject) => {
    const running = autocannon(
      {
        url: load.url,
        headers: load.headers,
        connections: load.callers,
        duration: load.seconds,
        ...(load.rate !== undefined && { overallRate: load.rate }),
        sampleInt: 100,
        setupClient: (client) => {
          // Callers begin at different questions.
          const first = Math.floor((started++ * load.questions.length) / load.callers);
          const own = [...load.questions.slice(first), ...load.questions.slice(0, first)];
          client.setRequests(
            own.map((question) => ({
              method: 'GET',
              path: question.path,
              // It is called just before the event that has the time.
              onResponse: () => (kind = question.kind),
            })),
          );
        },
      },
      (error: Error | null) => (error ? reject(error) : resolve()),
    );
    running.on('response', (client, status, _bytes, ms) => {
      if (status < 400) times[kind].push(ms);
      else count(String(status));
      if (status === 429 || status === 403) refused = status;
      // Not one call more by this caller.
      if (refused !== undefined) (client as unknown as { destroy(): void }).destroy();
    });
    // Ctrl-C ends it early, and what was measured is told.
    process.once('SIGINT', () => running.stop());
    running.on('reqError', () => count('no answer'));
  });
  return { seconds: (performance.now() - startedAt) / 1_000, times, errors, refused };
}
