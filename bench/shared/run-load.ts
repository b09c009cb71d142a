import autocannon from 'autocannon';

export interface Request {
  path: string;
  /** Sent by POST as JSON. */
  body?: string;
  /** Answers of one kind are counted together. */
  kind?: string;
}

export interface Load {
  url: string;
  headers?: Record<string, string>;
  /** Divided among the callers; each repeats its share. */
  requests: readonly Request[];
  /** `Infinity`: until `signal`. */
  seconds: number;
  callers: number;
  /** The most requests a second of all callers together; undefined: each sends the next one when it has its answer. */
  rate?: number | undefined;
  /** Ends the load early. */
  signal?: AbortSignal;
}

export interface LoadResult {
  seconds: number;
  answers: number;
  failed: number;
  perSecond: number;
  /** Milliseconds of the answers below 400, by kind. */
  times: Map<string, number[]>;
  /** How many answers of 400 and above, by status and the code of the error; `no answer` for connections that broke or took over 10 s. */
  errors: Map<string, number>;
  /** The status that ended the load early: 429, or 403 where the quota is used up. */
  refused: number | undefined;
}

/** A server may close a connection after so many requests, as this one does. autocannon would go on with it, and get 503. */
const REQUESTS_OF_A_CONNECTION = 1_000;

/** A load has no end of its own when a signal ends it. */
const LONGEST_S = 24 * 3_600;

/** Sends requests until the time is over, or until the service refuses more. */
export async function runLoad(load: Load): Promise<LoadResult> {
  const { url, requests, callers, signal } = load;
  const times = new Map<string, number[]>();
  const errors = new Map<string, number>();
  const listOf = (name: string) => {
    const list = times.get(name) ?? [];
    times.set(name, list);
    return list;
  };
  const count = (name: string) => errors.set(name, (errors.get(name) ?? 0) + 1);
  let refused: number | undefined;
  let kind = '';
  let answer: string | undefined;
  let started = 0;
  const { duration: seconds } = await new Promise<autocannon.Result>((resolve, reject) => {
    const stop = () => running.stop();
    const running = autocannon(
      {
        url,
        headers: load.headers ?? {},
        connections: callers,
        duration: Math.min(load.seconds, LONGEST_S),
        ...(load.rate !== undefined && { overallRate: load.rate }),
        sampleInt: 100,
        reconnectRate: REQUESTS_OF_A_CONNECTION,
        setupClient: (client) => {
          const caller = started++ % requests.length;
          const own = requests.filter((_, n) => n % callers === caller);
          client.setRequests(
            own.map(({ path, body, kind: ofRequest = '' }) => ({
              method: body === undefined ? 'GET' : 'POST',
              path,
              ...(body !== undefined && {
                body,
                headers: { ...load.headers, 'content-type': 'application/json' },
              }),
              // Called just before the event that has the time.
              onResponse: (_status, text) => ([kind, answer] = [ofRequest, text]),
            })),
          );
        },
      },
      (error: Error | null, result) => {
        process.removeListener('SIGINT', stop);
        if (error) reject(error);
        else resolve(result);
      },
    );
    running.on('response', (client, status, _bytes, ms) => {
      if (status < 400) listOf(kind).push(ms);
      else count(`${status} ${codeOf(answer)}`.trim());
      if (status === 429 || status === 403) refused = status;
      // This caller sends nothing more.
      if (refused !== undefined) (client as unknown as { destroy(): void }).destroy();
    });
    running.on('reqError', () => count('no answer'));
    // Ctrl-C ends it early, and the result is printed.
    process.once('SIGINT', stop);
    signal?.addEventListener('abort', stop, { once: true });
  });
  const good = [...times.values()].reduce((sum, { length }) => sum + length, 0);
  const failed = [...errors.values()].reduce((sum, each) => sum + each, 0);
  return {
    seconds,
    answers: good + failed,
    failed,
    perSecond: (good + failed) / seconds,
    times,
    errors,
    refused,
  };
}

/** Returns the code and message of an error of this service; an empty text for another answer, as of a balancer. */
function codeOf(body = ''): string {
  try {
    const { error } = JSON.parse(body) as { error?: { code: string; message: string } };
    return error ? `${error.code} (${error.message})` : '';
  } catch {
    return '';
  }
}
