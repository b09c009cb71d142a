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
  /** What the process is, for the message to the next one. */
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
  /** Tells command line tools where the services are. */
  publish(services: RunningServices): Promise<void>;
  /** Gives the directory free again. */
  stop(): Promise<void>;
  kill(): void;
}

/** The process that uses a data directory now; what a killed one left behind does not count. */
export async function findRunningInstance(dataDir: string): Promise<RunningInstance | undefined> {
  const instance = await readInstance(join(dataDir, 'running.json'));
  return instance && (await isSameProcess(instance.pid, instance.process_start)) ? instance : undefined;
}

/**
 * Makes this process the only user of a data directory, by the file `running.json` in it, which holds secrets and can
 * be read by its owner alone.
 * @throws {StartError} when another process uses the directory, or it cannot be written to
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
    // A link, unlike a rename, fails when the file is there; and the file is never seen half written.
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
  // Two processes may both come here, and the slower one remove the claim of the faster: then Postgres' own lock
  // still keeps the second from starting.
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
