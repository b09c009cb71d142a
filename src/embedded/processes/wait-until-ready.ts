import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Db } from '../../platform/db/client.ts';
import { measureBacklog } from '../../search/index/outbox-store.ts';
import { buildSearchUrl, type Example } from '../addresses.ts';
import type { Part } from './keep-running.ts';
import { StartError } from '../describe-failure.ts';

const READY_TIMEOUT_MS = 60_000;
const SEARCH_TIMEOUT_MS = 10_000;
/** Not faster, because each search uses a call of this machine's quota. */
const SEARCH_EVERY_MS = 250;

const foundSchema = z.object({ total: z.int().positive() });

/**
 * Waits at most a minute until the API reports that it is ready.
 * @throws {StartError} if it does not, or the process ends first
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
 * Waits at most 10 s until the example search has results and the index is up to date. A fresh API process first
 * searches Postgres, and then only knows what the index holds.
 * @param indexed database of the index; undefined: Postgres answers searches
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

/** Returns the body of a successful answer, else undefined. */
async function fetchText(url: string): Promise<string | undefined> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    return response.ok ? await response.text() : undefined;
  } catch {
    return undefined;
  }
}
