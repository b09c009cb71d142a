import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { findProcessStart } from '../../../src/platform/processes/process-life.ts';
import { waitFor } from '../wait-for.ts';

/** The folder of this release. */
export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const START_TIMEOUT_MS = 240_000;

export interface SystemUser {
  uid: number;
  gid: number;
}

/** Our own user, unless that is root: then `nobody`. */
export const ordinaryUser: SystemUser =
  process.getuid?.() === 0
    ? { uid: 65_534, gid: 65_534 }
    : { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };

const runningSchema = z.object({
  pid: z.int(),
  port: z.int(),
  DATABASE_URL: z.string(),
  MEILI_URL: z.string().optional(),
});

export interface StartedProgram {
  pid: number;
  output(): string;
  errors(): string;
  /** The exit code. */
  ended: Promise<number | null>;
  kill(signal: NodeJS.Signals): void;
}

/**
 * What Ctrl-C in a terminal does to a program that npm started: every process of the foreground group gets the signal,
 * and npm passes it on to the program once more. Returns when it was pressed, by `performance.now()`.
 */
export async function pressCtrlC(program: StartedProgram): Promise<number> {
  const group = (await listProcesses()).find(({ pid }) => pid === program.pid)?.group;
  const foreground = (await listFamily(program.pid)).filter((entry) => entry.group === group);
  const pressedAt = performance.now();
  for (const { pid } of foreground) process.kill(pid, 'SIGINT');
  program.kill('SIGINT');
  await new Promise((resolve) => {
    setTimeout(resolve, 5);
  });
  program.kill('SIGINT');
  return pressedAt;
}

const RUNNER = 'deploy/build/run.mjs';

/** What Node is given to run a program as package.json does, by its file without `.ts`. A release without builds runs that file. */
export function programOf(name: string, release = ROOT): string[] {
  return existsSync(path.join(release, RUNNER)) ? [RUNNER, name] : ['--import', 'tsx', `${name}.ts`];
}

/** Runs a program of this checkout, or of another release, as a person would, with these settings and no others. */
export function startProgram(
  name: string,
  settings: Record<string, string>,
  user?: SystemUser,
  options: string[] = [],
  release = ROOT,
): StartedProgram {
  return startNode([...programOf(name, release), ...options], settings, release, user);
}

/** Runs Node in a folder, with these settings and no others. */
export function startNode(
  options: string[],
  settings: Record<string, string>,
  folder: string,
  user?: SystemUser,
): StartedProgram {
  const child = spawn(process.execPath, options, {
    cwd: folder,
    env: { PATH: process.env['PATH'], ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...user,
  });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  return {
    pid: child.pid ?? 0,
    output: () => output,
    errors: () => errors,
    ended: new Promise((resolve) => {
      child.once('close', resolve);
    }),
    kill: (signal) => void child.kill(signal),
  };
}

/** Runs what is behind `npm start`, of this checkout or of a copy. */
export function startFactshelf(
  dataDir: string,
  port: number,
  settings: Record<string, string> = {},
  user?: SystemUser,
  folder = ROOT,
): StartedProgram {
  return startNode(
    programOf('src/embedded/start', folder),
    { DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'warn', ...settings },
    folder,
    user,
  );
}

/** The addresses it prints, once everything runs. */
export async function listAddresses(program: StartedProgram): Promise<string[]> {
  let code: number | null | undefined;
  void program.ended.then((value) => (code = value));
  await waitFor(
    'the addresses',
    () => {
      if (code !== undefined) throw new Error(`ended with ${code}: ${program.output()}${program.errors()}`);
      return program.output().includes('Ctrl-C stops everything');
    },
    START_TIMEOUT_MS,
  );
  return program.output().match(/http:\S+/g) ?? [];
}

export async function readRunning(dataDir: string): Promise<z.output<typeof runningSchema>> {
  return runningSchema.parse(JSON.parse(await readFile(path.join(dataDir, 'running.json'), 'utf8')));
}

export interface ProcessEntry {
  pid: number;
  parent: number;
  group: number;
  command: string;
  uid: number;
}

/** Everything that runs because of a process: its descendants, and what shares a process group with one of them. */
export async function listFamily(pid: number): Promise<ProcessEntry[]> {
  const all = await listProcesses();
  const descendants = new Set([pid]);
  for (let size = 0; size !== descendants.size;) {
    size = descendants.size;
    for (const entry of all) if (descendants.has(entry.parent)) descendants.add(entry.pid);
  }
  descendants.delete(pid);
  const groups = new Set(all.filter((entry) => descendants.has(entry.pid)).map((entry) => entry.group));
  groups.delete(all.find((entry) => entry.pid === pid)?.group ?? 0);
  return all.filter((entry) => descendants.has(entry.pid) || groups.has(entry.group));
}

async function listProcesses(): Promise<ProcessEntry[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const entries = await Promise.all(
    pids.map(async (pid) => {
      try {
        const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
        const [, parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ');
        const uid = Number(/^Uid:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]);
        return [{ pid: Number(pid), parent: Number(parent), group: Number(group), command, uid }];
      } catch {
        // Ended in between.
        return [];
      }
    }),
  );
  return entries.flat();
}

/** Those of the processes that have not ended. */
export async function listAlive(processes: ProcessEntry[]): Promise<ProcessEntry[]> {
  const alive = await Promise.all(
    processes.map(async ({ pid }) => (await findProcessStart(pid)) !== undefined),
  );
  return processes.filter((_, index) => alive[index]);
}

/** A place for data directories that every user can pass through, as the Postgres of a root user must. */
export async function createDataRoot(owner?: SystemUser): Promise<{
  path: string;
  remove(): Promise<void>;
}> {
  const root = await mkdtemp(path.join(tmpdir(), 'factshelf-e2e-'));
  await chmod(root, 0o711);
  if (owner) await chown(root, owner.uid, owner.gid);
  return { path: root, remove: async () => await rm(root, { recursive: true, force: true }) };
}
