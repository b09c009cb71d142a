import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Db } from '../../platform/db/client.ts';
import { measureBacklog } from '../../search/index/outbox-store.ts';
import { buildSearchUrl, type Example } from '../addresses.ts';
import type { Part } from './keep-running.ts';
import { StartError } from '../describe-failure.ts';

const READY_TIMEOUT_MS = 60_000;
const SEARCH_TIMEOUT_MS = 10_000;
/** Each question uses up a call of this machine, as any other. */
const SEARCH_EVERY_MS = 250;

const foundSchema = z.object({ total: z.int().positive() });

/**
 * Waits for the API's own word that it can serve, at most a minute.
 * @throws {StartError} when that does not come, or the process ends before
 */
export async function waitUntilReady(origin: string, api: Part, stopping: AbortSignal): Promise<void> {
  let hasEnded = false;
  void api.exited.then(() => (hasEnded = true));
  for (const until = Date.now() + READY_TIMEOUT_MS; !(await fetchText(`${origin}/readyz`));) {
    if (hasEnded || Date.now() > until) {
      throw new StartError('The API did not become ready: its own lines above say why.');
    }
    await sleep(100, undefined, { signal: stopping });
  }
}

/**
 * The example is worth showing once it gives results, and the index holds what it was found among: an API process that
 * has just started asks Postgres, and a moment later knows only what the index holds. A long import being indexed is no
 * reason to wait for ever.
 * @param indexed the database of an index; undefined: Postgres answers searches
 */
export async function waitUntilFound(
  origin: string,
  example: Example,
  indexed: Db | undefined,
  stopping: AbortSignal,
): Promise<void> {
  for (const until = Date.now() + SEARCH_TIMEOUT_MS; Date.now() < until;) {
    const isIndexed = !indexed || (await measureBacklog(indexed)).dirty === 0;
    if (isIndexed && (await isFound(origin, example))) return;
    await sleep(SEARCH_EVERY_MS, undefined, { signal: stopping });
  }
}

async function isFound(origin: string, example: Example): Promise<boolean> {
  const answer = await fetchText(buildSearchUrl(origin, example));
  return answer !== undefined && foundSchema.safeParse(JSON.parse(answer)).success;
}

/** The body of a successful answer, else undefined. */
async function fetchText(url: string): Promise<string | undefined> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    return response.ok ? await response.text() : undefined;
  } catch {
    return undefined;
  }
}
