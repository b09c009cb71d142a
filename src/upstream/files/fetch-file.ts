import { mkdir, open, readdir, rename, rm, statfs, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hashFile } from '../../platform/hash-file.ts';
import { receiveFile, sizeOf } from '../../platform/outbound/receive-file.ts';
import type { Step } from './plan-run.ts';
import type { UpstreamClient } from '../upstream-client.ts';
import { UpstreamFault } from '../upstream-fault.ts';

export interface Fetching {
  client: UpstreamClient;
  /** Where files are fetched to. */
  folder: string;
  mostBytes: number;
  /** An upstream that sends nothing for this time counts as down. */
  silenceMs?: number | undefined;
  /** The first wait between two tries; each is four times as long as the one before. */
  firstWaitMs?: number | undefined;
}

export interface FetchedFile {
  path: string;
  bytes: number;
  /** What the file certainly holds: every change up to then. */
  changedUntil: Date;
}

const SILENCE_MS = 30_000;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;
const MOST_TRIES = 4;
/** After this many bytes a broken connection is worth going on without counting the try. */
const WORTH_GOING_ON_BYTES = 1_024 * 1_024;
/** Maximum share of the free disk space, because the database may be on the same disk. */
const LARGEST_SHARE = 0.5;
/** A whole file takes hours to write: products that changed meanwhile may be in it or not. */
const WRITING_MS = 12 * 3_600_000;
/** Where the upstream does not tell the age of a file: as far back as an index of deltas reaches. */
const OLDEST_MS = 14 * 86_400_000;

/**
 * Fetches a file, and resumes after an earlier try was interrupted. It is complete, has its checksum if one is given,
 * and looks like its kind of data.
 * @throws UpstreamFault
 */
export async function fetchFile(
  fetching: Fetching,
  step: Step,
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
): Promise<FetchedFile> {
  const target = path.join(fetching.folder, step.name);
  await mkdir(fetching.folder, { recursive: true });
  if ((await sizeOf(target)) === 0) {
    const part = `${target}.part`;
    await fetchPart(fetching, step, part, signal, onBytes);
    await rename(part, target);
    await rm(`${part}.etag`, { force: true });
  }
  const { size, mtimeMs } = await stat(target);
  return { path: target, bytes: size, changedUntil: new Date(mtimeMs) };
}

/** Removes a file, and what is left of others of its folder. */
export async function removeFetched(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => []))
    await rm(path.join(folder, name), { recursive: true, force: true });
}

async function fetchPart(
  fetching: Fetching,
  step: Step,
  part: string,
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
): Promise<void> {
  const { client, silenceMs = SILENCE_MS, firstWaitMs = FIRST_WAIT_MS } = fetching;
  const { bavail, bsize } = await statfs(path.dirname(part));
  const mostBytes = Math.min(
    fetching.mostBytes,
    Math.floor((await sizeOf(part)) + bavail * bsize * LARGEST_SHARE),
  );
  const begunAt = Date.now();
  for (let tries = 1; ; tries += 1) {
    const before = await sizeOf(part);
    try {
      const given = await receiveFile({
        target: part,
        mostBytes,
        silenceMs,
        signal,
        onBytes,
        open: (since, opening) => client.open(step.url, since, opening),
        away: (problem) => new UpstreamFault(`${step.url} does not answer: ${problem}`, 'away'),
        unusable: (problem) => new UpstreamFault(`${step.name} ${problem}`, 'refused'),
      });
      await checkContent(step, part, given.sha256);
      const changedUntil = given.lastModified
        ? given.lastModified.getTime() - WRITING_MS
        : begunAt - OLDEST_MS;
      await utimes(part, new Date(), new Date(changedUntil));
      return;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof UpstreamFault)) throw error;
      if (error.kind !== 'away') await rm(part, { force: true });
      if ((await sizeOf(part)) - before >= WORTH_GOING_ON_BYTES) tries = 0;
      const waitMs = Math.max(firstWaitMs * 4 ** Math.max(0, tries - 1), error.retryAfterMs);
      if (error.kind !== 'away' || tries >= MOST_TRIES || waitMs > LONGEST_WAIT_MS) throw error;
      await sleep(waitMs, undefined, { signal });
    }
  }
}

const MAGIC = { gzip: Buffer.from([0x1f, 0x8b]), zip: Buffer.from('PK\u0003\u0004') };

async function checkContent(step: Step, file: string, announced: string | undefined): Promise<void> {
  const wanted = step.sha256 ?? announced;
  if (wanted !== undefined && (await hashFile(file)) !== wanted)
    throw new UpstreamFault(`The checksum of ${step.name} is wrong`, 'file');
  const [name, magic] = step.kind === 'release' ? ['ZIP', MAGIC.zip] : ['gzip', MAGIC.gzip];
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    if (!buffer.subarray(0, Math.min(bytesRead, magic.length)).equals(magic))
      throw new UpstreamFault(`${step.name} is not ${name}`, 'file');
  } finally {
    await handle.close();
  }
}
