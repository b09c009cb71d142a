import { findServerPort } from './server-port.ts';
import { startProgram, type StartedProgram } from './started-program.ts';
import { waitFor } from './wait-for.ts';

export interface StartedApi {
  program: StartedProgram;
  origin: string;
  get(path: string, headers?: Record<string, string>): Promise<ApiAnswer>;
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
  const port = await findServerPort();
  const origin = `http://127.0.0.1:${port}`;
  const all = { PORT: String(port), LOG_LEVEL: 'warn', STOP_DELAY_MS: '0', ...settings };
  const program = startProgram('src/main.ts', all, undefined, [], release);
  const get = async (path: string, headers: Record<string, string> = {}): Promise<ApiAnswer> => {
    const askedAt = performance.now();
    try {
      const response = await fetch(origin + path, { headers });
      const text = await response.text();
      return { status: response.status, headers: response.headers, text, ms: performance.now() - askedAt };
    } catch {
      return { status: 0, headers: new Headers(), text: '', ms: performance.now() - askedAt };
    }
  };
  let hasEnded = false;
  void program.ended.then(() => (hasEnded = true));
  await waitFor(
    'the API to answer',
    async () => {
      if (hasEnded) throw new Error(`the API ended: ${program.errors()}${program.output()}`);
      return (await get('/healthz')).status === 200;
    },
    30_000,
  );
  return {
    program,
    origin,
    get,
    async stop() {
      program.kill('SIGTERM');
      await program.ended;
    },
  };
}
