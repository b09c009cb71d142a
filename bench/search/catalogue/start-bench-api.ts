import { findFreePort } from '../../../src/embedded/processes/free-port.ts';
import { startNodePart } from '../../../src/embedded/node-part.ts';
import type { Servers, Stoppable } from '../../../src/embedded/start-servers.ts';
import type { StartedApi } from '../../start-parts.ts';

const START_TIMEOUT_MS = 30_000;

/** Starts an API process and puts it on `parts`. Without `meilisearch` it is the oracle; `engine`: settings of another. */
export async function startBenchApi(
  servers: Servers,
  parts: Stoppable[],
  engine: Record<string, string> = {},
): Promise<StartedApi> {
  const port = await findFreePort();
  const part = await startNodePart('bench/bench-api', {
    ...process.env,
    NODE_ENV: 'production',
    // What fails is counted; the table is to stand alone on standard output.
    LOG_LEVEL: 'fatal',
    HOST: '127.0.0.1',
    PORT: String(port),
    DATABASE_URL: servers.databaseUrl,
    MEILI_URL: servers.meilisearch?.url,
    MEILI_MASTER_KEY: servers.meilisearch?.masterKey,
    ...engine,
  });
  parts.push(part);
  let hasEnded = false;
  void part.exited.then(() => (hasEnded = true));
  const origin = `http://127.0.0.1:${port}`;
  const until = Date.now() + START_TIMEOUT_MS;
  while (!(await isReady(origin))) {
    if (hasEnded || Date.now() > until) throw new Error('The API did not start.');
    await new Promise((done) => setTimeout(done, 50));
  }
  return { origin, pid: part.pid };
}

async function isReady(origin: string): Promise<boolean> {
  try {
    return (await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
}
