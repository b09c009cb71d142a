import { chmod, mkdtemp, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { reasonOf } from '../platform/error-code.ts';
import { hashFile } from '../platform/hash-file.ts';
import { readLength } from '../platform/outbound/read-answer.ts';
import { receiveFile, type RemoteFile } from '../platform/outbound/receive-file.ts';
import { RELEASE_VERSION } from '../platform/release-version.ts';
import { StartError } from './describe-failure.ts';
import { fetchedMeilisearch, MEILISEARCH_VERSION, readVersion } from './embedded-meilisearch.ts';
import { makeDirectory } from './make-directory.ts';

const GITHUB = 'https://github.com/meilisearch/meilisearch/releases/download';
const GITHUB_API = 'https://api.github.com/repos/meilisearch/meilisearch/releases/tags';
const TAG = `v${MEILISEARCH_VERSION}`;
/** Names of the release's files, by platform and processor as Node names them. */
const FILES: Readonly<Record<string, string>> = {
  'linux x64': 'meilisearch-linux-amd64',
  'linux arm64': 'meilisearch-linux-aarch64',
  'darwin x64': 'meilisearch-macos-amd64',
  'darwin arm64': 'meilisearch-macos-apple-silicon',
};
/** Version 1.21.0 has about 130 MB. */
const MOST_BYTES = 500_000_000;
const SILENCE_MS = 30_000;

interface Getting {
  dataDir: string;
  /** Has the files of a release in a folder named after its tag. Default: GitHub. */
  mirror?: string | undefined;
  /** Of the file for this machine. Default: the checksum that GitHub's API gives. */
  sha256?: string | undefined;
  signal: AbortSignal;
  /** For tests: another machine, another API, less patience. */
  machine?: string;
  api?: string;
  silenceMs?: number;
}

export interface FetchedMeilisearch {
  path: string;
  version: string;
  url: string;
  sha256: string;
}

/**
 * Fetches the official program of Meilisearch for this machine, and puts it where `npm start` finds it. It is kept only
 * if it has the right checksum, runs on this machine, and is the version that this release supports.
 * @throws {StartError} otherwise; what was there before stays
 */
export async function getMeilisearch(getting: Getting): Promise<FetchedMeilisearch> {
  const { dataDir, mirror = GITHUB, api = GITHUB_API, signal, silenceMs = SILENCE_MS } = getting;
  const machine = getting.machine ?? `${process.platform} ${process.arch}`;
  const name = FILES[machine];
  if (name === undefined)
    throw new StartError(`Meilisearch ${MEILISEARCH_VERSION} has no program for ${machine}.`);
  const url = `${mirror.replace(/\/$/, '')}/${TAG}/${name}`;
  const sha256 =
    getting.sha256 ??
    (await findDigest(`${api}/${TAG}`, name, AbortSignal.any([signal, AbortSignal.timeout(silenceMs)])));

  const target = fetchedMeilisearch(dataDir);
  makeDirectory(path.dirname(target), 0o700);
  const draftFolder = await mkdtemp(path.join(path.dirname(target), '.fetched-'));
  try {
    const draft = path.join(draftFolder, 'meilisearch');
    await receiveFile({
      open: async (_since, until) => await openFile(url, until),
      target: draft,
      mostBytes: MOST_BYTES,
      silenceMs,
      signal,
      away: (problem) => new StartError(`${url}: ${problem}.`),
      unusable: (problem) => new StartError(`${url} ${problem}.`),
    });
    const received = await hashFile(draft);
    if (received !== sha256)
      throw new StartError(`${url} has the SHA-256 ${received} in place of ${sha256}: it was removed.`);
    await chmod(draft, 0o755);
    if ((await readVersion(draft))?.version !== MEILISEARCH_VERSION)
      throw new StartError(`${url} does not run here as Meilisearch ${MEILISEARCH_VERSION}: it was removed.`);
    await rename(draft, target);
  } finally {
    await rm(draftFolder, { recursive: true, force: true });
  }
  return { path: target, version: MEILISEARCH_VERSION, url, sha256 };
}

const releaseSchema = z.object({
  assets: z.array(z.object({ name: z.string(), digest: z.string().nullish() })),
});

/** Returns the SHA-256 that GitHub computed when the file was uploaded. */
async function findDigest(url: string, name: string, signal: AbortSignal): Promise<string> {
  const body: unknown = await (await ask(url, signal)).json().catch(() => undefined);
  const { assets = [] } = releaseSchema.safeParse(body).data ?? {};
  const digest = assets.find((asset) => asset.name === name)?.digest;
  const [, sha256] = /^sha256:([0-9a-f]{64})$/.exec(digest ?? '') ?? [];
  if (sha256 === undefined)
    throw new StartError(`${url} gives no SHA-256 of ${name}: set MEILISEARCH_SHA256.`);
  return sha256;
}

async function openFile(url: string, signal: AbortSignal): Promise<RemoteFile> {
  const { headers, body } = await ask(url, signal);
  const total = readLength(headers.get('content-length') ?? undefined);
  return { from: 0, total, etag: undefined, bytes: read() };

  async function* read(): AsyncGenerator<Uint8Array> {
    try {
      if (body) yield* body;
    } catch (error) {
      throw describeFetch(url, error, signal);
    }
  }
}

async function ask(url: string, signal: AbortSignal): Promise<Response> {
  // The stored bytes: the size refers to them.
  const headers = { 'user-agent': `Factshelf/${RELEASE_VERSION}`, 'accept-encoding': 'identity' };
  const answer = await fetch(url, { headers, signal }).catch((error: unknown) => {
    throw describeFetch(url, error, signal);
  });
  if (answer.ok) return answer;
  await answer.body?.cancel();
  throw new StartError(`${url} is answered with ${answer.status}.`);
}

function describeFetch(url: string, error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted && signal.reason instanceof StartError) return signal.reason;
  return new StartError(`${url} does not answer: ${reasonOf(error)}.`, { cause: error });
}
