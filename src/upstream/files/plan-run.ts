import { parseDeltaIndex, listMissingDeltas } from './delta-index.ts';
import { findNewestRelease } from './release-list.ts';
import type { UpstreamClient } from '../upstream-client.ts';
import { UpstreamFault } from '../upstream-fault.ts';
import type { Upstream } from '../upstream-store.ts';

/** One file to fetch and import. */
export interface Step {
  kind: 'whole' | 'delta' | 'release';
  name: string;
  url: string;
  sha256: string | undefined;
  /** Up to where everything is imported with this delta, in seconds. */
  to?: number;
}

export interface Plan {
  steps: Step[];
  /** Why a whole file is to be imported. */
  reason?: string;
}

/** After so many failures at one file a whole run takes its place. */
const MOST_FAILURES_AT_A_FILE = 5;
/**
 * A whole file is not fetched again sooner than this, unless an operator asks: an upstream whose whole file is older than its
 * index would otherwise be asked for gigabytes again and again.
 */
const LEAST_BETWEEN_WHOLE_MS = 20 * 3_600_000;
/** An upstream publishes each day: after this time it has stopped. */
const STALE_AFTER_S = 3 * 86_400;

/**
 * Returns the files that are missing, in order.
 * @param asksWhole an operator wants a whole run
 * @throws {UpstreamFault} also if days are missing that the index does not hold: the next run then is a whole one,
 * because an index may be incomplete for a moment
 */
export async function planRun(
  client: UpstreamClient,
  upstream: Upstream,
  asksWhole: boolean,
  signal: AbortSignal,
): Promise<Plan> {
  if (upstream.form === 'fooddata_central') {
    const { text, url } = await client.readText(upstream.address, signal);
    const release = findNewestRelease(text, url);
    const isNew = upstream.release === null || release.name > upstream.release;
    return {
      steps: isNew || asksWhole ? [{ kind: 'release', sha256: undefined, ...release }] : [],
    };
  }
  const reason = findWholeReason(upstream, asksWhole);
  if (reason !== undefined) return { steps: [wholeStep(upstream)], reason };
  const index = await readIndex(client, upstream, signal);
  const missing = listMissingDeltas(index, upstream.position ?? 0);
  if (!missing) {
    if (upstream.failures > 0 && mayFetchWhole(upstream))
      return { steps: [wholeStep(upstream)], reason: 'days are missing that the index does not hold' };
    throw new UpstreamFault(
      'Days are missing that the index of deltas does not hold: if it stays so, the whole file is next',
      'file',
    );
  }
  return {
    steps: missing.map(({ name, to, sha256 }) => ({
      kind: 'delta',
      name,
      url: new URL(`delta/${name}`, folderOf(upstream)).href,
      sha256,
      to,
    })),
  };
}

/** @throws {UpstreamFault} the newest delta is days old: nothing is missing, but the upstream has stopped */
export async function requireFreshIndex(
  client: UpstreamClient,
  upstream: Upstream,
  signal: AbortSignal,
): Promise<void> {
  if (upstream.form !== 'open_facts') return;
  const newest = Math.max(...(await readIndex(client, upstream, signal)).map(({ to }) => to));
  if (newest < Date.now() / 1_000 - STALE_AFTER_S) {
    const day = new Date(newest * 1_000).toISOString().slice(0, 10);
    throw new UpstreamFault(`The newest delta of the upstream ends on ${day}`, 'refused');
  }
}

async function readIndex(client: UpstreamClient, upstream: Upstream, signal: AbortSignal) {
  const address = new URL('delta/index.txt', folderOf(upstream)).href;
  return parseDeltaIndex((await client.readText(address, signal)).text);
}

function findWholeReason(upstream: Upstream, asksWhole: boolean): string | undefined {
  const { position, wholeAt, wholeDays, failedFile, failures } = upstream;
  if (asksWhole) return 'an operator asked for it';
  if (position === null || wholeAt === null) return 'nothing was imported yet';
  if (failedFile !== null && failures >= MOST_FAILURES_AT_A_FILE && mayFetchWhole(upstream))
    return `${failedFile} cannot be used`;
  const isDue = Date.now() - wholeAt.getTime() >= wholeDays * 86_400_000;
  return isDue ? `the last whole run is ${wholeDays} days old` : undefined;
}

function mayFetchWhole({ wholeAt }: Upstream): boolean {
  return wholeAt === null || Date.now() - wholeAt.getTime() >= LEAST_BETWEEN_WHOLE_MS;
}

function wholeStep(upstream: Upstream): Step {
  const name = `${upstream.prefix}-products.jsonl.gz`;
  return { kind: 'whole', name, url: new URL(name, folderOf(upstream)).href, sha256: undefined };
}

const folderOf = ({ address }: Upstream) => (address.endsWith('/') ? address : `${address}/`);
