import { copyPrimary, startStandby } from '../../test/support/database/embedded-standby.ts';
import type { Servers, Stoppable } from '../../src/embedded/start-servers.ts';
import { createLogger } from '../../src/platform/logger.ts';

/** A standby of the primary whose data is in this directory, on `parts` to be stopped; its URL is the service's. */
export async function startBenchStandby(
  dataDir: string,
  { databaseUrl, ownerUrl }: Servers,
  parts: Stoppable[],
): Promise<{ url: string; pid: number }> {
  const options = { dataDir, primaryUrl: ownerUrl, logger: createLogger('standby', 'warn') };
  await copyPrimary(options);
  const standby = await startStandby(options);
  parts.push(standby);
  const url = new URL(databaseUrl);
  url.port = String(standby.port);
  return { url: url.href, pid: standby.pid };
}

/** Resolves when the API process reads the standby. */
export async function untilRead(origin: string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const answer = await fetch(`${origin}/readyz`).catch(() => undefined);
    const text = (await answer?.text()) ?? '';
    if (/"is_used":true/.test(text)) return;
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
  }
  throw new Error('the standby is not used');
}
