import { findServerPort } from './server-port.ts';
import { startProgram, type StartedProgram } from './started-program.ts';
import { waitFor } from '../wait-for.ts';

export interface StartedApi {
  program: StartedProgram;
  origin: string;
  get(path: string, headers?: Record<string, string>): Promise<ApiAnswer>;
  /** What it counts, as Prometheus reads it. */
  /** Where Prometheus reads. */
  metricsPort: number;
  metrics(): Promise<string>;
  stop(): Promise<void>;
}

export interface ApiAnswer {
  /** 0: no answer came. */
  status: number;
  headers: Headers;
  text: string;
  ms: number;
}

/** The API process on its own, as `npm run start:api` runs it. Resolves when it answers. */
export async function startApi(settings: Record<string, string>, release?: string): Promise<StartedApi> {
  const port = Number(settings['PORT'] ?? (await findServerPort()));
  const origin = `http://127.0.0.1:${port}`;
  const metricsPort = settings['METRICS_PORT'] ?? String(await findServerPort());
  const all = {
    PORT: String(port),
    METRICS_PORT: metricsPort,
    LOG_LEVEL: 'warn',
    STOP_DELAY_MS: '0',
    ...(settings['TRUST_PROXY'] && { PUBLIC_URL: 'https://facts.example' }),
    ...settings,
  };
  const program = startProgram('src/main', all, undefined, [], release);
  const ask = async (url: string, headers: Record<string, string> = {}): Promise<ApiAnswer> => {
    const askedAt = performance.now();
    try {
      const response = await fetch(url, { headers });
      const text = await response.text();
      return { status: response.status, headers: response.headers, text, ms: performance.now() - askedAt };
    } catch {
      return { status: 0, headers: new Headers(), text: '', ms: performance.now() - askedAt };
    }
  };
  const get: StartedApi['get'] = (path, headers) => ask(origin + path, headers);
  let hasEnded = false;
  void program.ended.then(() => (hasEnded = true));
  await waitFor(
    'the API to answer',
    async () => {
      if (hasEnded) throw new Error(`the API ended: ${program.errors()}${program.output()}`);
      return (await get('/healthz')).status === 200;
    },
    120_000,
  ).catch(async (error: unknown) => {
    // Nobody else knows of it.
    program.kill('SIGKILL');
    await program.ended;
    throw error;
  });
  return {
    program,
    origin,
    get,
    metricsPort: Number(metricsPort),
    metrics: async () => (await ask(`http://127.0.0.1:${metricsPort}/metrics`)).text,
    async stop() {
      program.kill('SIGTERM');
      await program.ended;
    },
  };
}
