import { rmSync } from 'node:fs';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { errorCodeOf, reasonOf } from '../../platform/error-code.ts';
import { makeDirectory } from '../make-directory.ts';
import { findProcessStart, isSameProcess } from './process-life.ts';
import { StartError } from '../describe-failure.ts';

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
  const instance = await readInstance(join(dataDir, 'running.json'));
  return instance && (await isSameProcess(instance.pid, instance.process_start)) ? instance : undefined;
}

/**
 * Makes this process the only user of a data directory. Creates `running.json` there, which holds secrets and is
 * readable by its owner only.
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
  return {
    publish: async (services) => {
      await write({ ...own, ...services });
      await rename(draft, path);
    },
    stop: async () => await rm(path, { force: true }),
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
  const instance = await readInstance(path);
  if (instance && (await isSameProcess(instance.pid, instance.process_start))) {
    const place = instance.port === undefined ? '' : `, port ${instance.port}`;
    throw new StartError(
      `${instance.purpose} already uses ${path.replace(/\/[^/]*$/, '')} (process ${instance.pid}${place}): stop it first, or choose another DATA_DIR.`,
    );
  }
  // Two processes may get here at once, and the slower one may remove the claim of the faster. Postgres' own lock
  // then still prevents the second start.
  await rm(path, { force: true });
}

async function readInstance(path: string): Promise<RunningInstance | undefined> {
  try {
    return runningSchema.safeParse(JSON.parse(await readFile(path, 'utf8'))).data;
  } catch (error) {
    if (error instanceof SyntaxError || errorCodeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
