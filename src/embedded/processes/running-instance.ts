import { rmSync } from 'node:fs';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { errorCodeOf, reasonOf } from '../../platform/error-code.ts';
import { makeDirectory } from '../make-directory.ts';
import { findProcessStart, isSameProcess } from '../../platform/processes/process-life.ts';
import { finishRestore } from '../postgres/finish-restore.ts';
import { StartError } from '../describe-failure.ts';

/** What uses a data directory: a command gives way to the service. */
export const SERVICE = 'Factshelf';
export const COMMAND = 'A command of Factshelf';
/** An import first saves the batch that it reads, and Postgres stops. */
const GIVE_WAY_MS = 10_000;

const runningSchema = z.object({
  pid: z.int(),
  process_start: z.string(),
  /** What the process is, for the error message of a second one. */
  purpose: z.string(),
  port: z.int().optional(),
  DATABASE_URL: z.string().optional(),
  MIGRATION_DATABASE_URL: z.string().optional(),
  MEILI_URL: z.string().optional(),
  MEILI_MASTER_KEY: z.string().optional(),
});

type RunningInstance = z.output<typeof runningSchema>;
type RunningServices = Omit<RunningInstance, 'pid' | 'process_start' | 'purpose'>;

interface DataDirClaim {
  /** Publishes the services' addresses for command line tools. */
  publish(services: RunningServices): Promise<void>;
  /** Releases the directory. */
  stop(): Promise<void>;
  kill(): void;
}

/** Returns the process that uses a data directory, ignoring leftovers of a killed one. */
export async function findRunningInstance(dataDir: string): Promise<RunningInstance | undefined> {
  return await readLiveInstance(join(dataDir, 'running.json'));
}

/**
 * Ends a command that has started a database of its own in a data directory, so that the service can start there.
 * @param onFound called with the id of its process
 */
export async function endCommand(dataDir: string, onFound: (pid: number) => void): Promise<void> {
  const instance = await findRunningInstance(dataDir);
  if (instance?.purpose !== COMMAND) return;
  const { pid, process_start: start } = instance;
  onFound(pid);
  process.kill(pid, 'SIGTERM');
  for (let waitedMs = 0; await isSameProcess(pid, start); waitedMs += 100) {
    if (waitedMs === GIVE_WAY_MS) process.kill(pid, 'SIGKILL');
    await sleep(100);
  }
}

/**
 * Makes this process the only user of a data directory, and finishes a restore that was killed there. Creates
 * `running.json`, which holds secrets and is readable by its owner only.
 * @throws {StartError} if another process uses the directory, or it is not writable
 */
export async function claimDataDir(dataDir: string, purpose: string): Promise<DataDirClaim> {
  const path = join(resolve(dataDir), 'running.json');
  const draft = `${path}.${process.pid}`;
  const own: RunningInstance = {
    pid: process.pid,
    process_start: (await findProcessStart(process.pid)) ?? '',
    purpose,
  };
  const write = async (instance: RunningInstance) =>
    await writeFile(draft, JSON.stringify(instance, null, 2) + '\n', { mode: 0o600 });
  const stop = async () => await rm(path, { force: true });
  try {
    makeDirectory(resolve(dataDir), process.getuid?.() === 0 ? 0o711 : 0o700);
    await write(own);
    // A link fails if the file exists, unlike a rename. And readers never see a partial file.
    while (!(await linkIfAbsent(draft, path))) await removeIfStale(path);
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(
      `The data directory ${resolve(dataDir)} cannot be used (${reasonOf(error)}): choose another DATA_DIR.`,
      { cause: error },
    );
  } finally {
    await rm(draft, { force: true }).catch(() => undefined);
  }
  try {
    await finishRestore(resolve(dataDir));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    publish: async (services) => {
      await write({ ...own, ...services });
      await rename(draft, path);
    },
    stop,
    kill: () => rmSync(path, { force: true }),
  };
}

async function linkIfAbsent(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (errorCodeOf(error) !== 'EEXIST') throw error;
    return false;
  }
}

async function removeIfStale(path: string): Promise<void> {
  const instance = await readLiveInstance(path);
  if (instance) throw describeUser(path, instance);
  // Another process may have claimed the directory meanwhile: what is moved aside is looked at again.
  const aside = `${path}.${process.pid}-aside`;
  try {
    await rename(path, aside);
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return;
    throw error;
  }
  const claimant = await readLiveInstance(aside);
  if (claimant) await link(aside, path);
  await rm(aside);
  if (claimant) throw describeUser(path, claimant);
}

function describeUser(path: string, { purpose, pid, port }: RunningInstance): StartError {
  const place = port === undefined ? '' : `, port ${port}`;
  return new StartError(
    `${purpose} already uses ${dirname(path)} (process ${pid}${place}): stop it first, or choose another DATA_DIR.`,
  );
}

async function readLiveInstance(path: string): Promise<RunningInstance | undefined> {
  const instance = await readInstance(path);
  return instance && (await isSameProcess(instance.pid, instance.process_start)) ? instance : undefined;
}

async function readInstance(path: string): Promise<RunningInstance | undefined> {
  try {
    return runningSchema.safeParse(JSON.parse(await readFile(path, 'utf8'))).data;
  } catch (error) {
    const isAbsent = ['ENOENT', 'ENOTDIR'].includes(errorCodeOf(error) ?? '');
    if (error instanceof SyntaxError || isAbsent) return undefined;
    throw error;
  }
}
