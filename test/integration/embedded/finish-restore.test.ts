import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeWorkFolder, removeLeftovers } from '../../../src/doctor/leftovers.ts';
import { claimDataDir } from '../../../src/embedded/processes/running-instance.ts';
import { failAt } from '../../support/accidents/fail-at.ts';
import { createDataRoot, ROOT, startNode } from '../../support/servers/started-program.ts';

const PROGRAM = fileURLToPath(new URL('../../support/accidents/move-cluster-in.ts', import.meta.url));

let root: Awaited<ReturnType<typeof createDataRoot>>;
let dataDir: string;

beforeAll(async () => {
  root = await createDataRoot();
  dataDir = path.join(root.path, 'data');
});
afterAll(() => root.remove());

/** A cluster in its place, and a restored one beside it. Returns the folder of the latter. */
async function lay(): Promise<string> {
  await rm(dataDir, { recursive: true, force: true });
  await mkdir(dataDir);
  const work = await makeWorkFolder(dataDir, 'restore');
  for (const [folder, text] of [
    [dataDir, 'former'],
    [work, 'restored'],
  ] as const) {
    await mkdir(path.join(folder, 'postgres'));
    await writeFile(path.join(folder, 'postgres', 'PG_VERSION'), text);
    await writeFile(path.join(folder, 'postgres-password'), text);
  }
  return work;
}

/** Returns whether it was killed before the step. */
async function isKilledAt(step: number, work?: string): Promise<boolean> {
  const args = ['--import', 'tsx', PROGRAM, dataDir, ...(work === undefined ? [] : [work])];
  const program = startNode(args, failAt(step, [dataDir]), ROOT);
  const code = await program.ended;
  if (code === 0) return false;
  expect(code, program.errors()).toBeNull();
  return true;
}

/** What is there once another process has claimed the folder and removed what was left. */
async function findOutcome(work: string): Promise<string> {
  const claim = await claimDataDir(dataDir, 'A test');
  await claim.stop();
  // As the process that made it has ended.
  await rm(work, { recursive: true, force: true });
  await removeLeftovers([dataDir]);
  expect((await readdir(dataDir)).sort()).toEqual(['postgres', 'postgres-password']);
  const outcome = await readFile(path.join(dataDir, 'postgres', 'PG_VERSION'), 'utf8');
  expect(await readFile(path.join(dataDir, 'postgres-password'), 'utf8')).toBe(outcome);
  return outcome;
}

test('a restore that is killed at any step of moving in is as it was, or is finished', async () => {
  const outcomes: string[] = [];
  for (let step = 1, work = await lay(); await isKilledAt(step, work); step += 1, work = await lay()) {
    outcomes.push(await findOutcome(work));
  }
  expect(outcomes.length).toBeGreaterThan(5);
  expect(outcomes).toEqual(['former', ...outcomes.slice(1).fill('restored')]);
});

test('so is one whose end is killed as well', async () => {
  for (let step = 1; ; step += 1) {
    const work = await lay();
    // Before the former cluster is moved aside.
    expect(await isKilledAt(2, work)).toBe(true);
    if (!(await isKilledAt(step))) break;
    expect(await findOutcome(work)).toBe('restored');
  }
});

test('a database that was made between the two is not thrown away', async () => {
  const work = await lay();
  expect(await isKilledAt(3, work)).toBe(true);
  await mkdir(path.join(dataDir, 'postgres'));
  await expect(claimDataDir(dataDir, 'A test')).rejects.toThrow(
    /^A restore was killed, and another database/,
  );
  expect(await readdir(path.join(dataDir, 'restore-ready'))).toContain('replaced');
  expect(await readdir(dataDir)).not.toContain('running.json');
});

test('what an earlier release left between two renames is named', async () => {
  await lay();
  await rm(path.join(dataDir, 'postgres'), { recursive: true });
  await mkdir(path.join(dataDir, 'postgres-replaced'));
  await expect(claimDataDir(dataDir, 'A test')).rejects.toThrow('rename that to postgres');
  expect(await readdir(dataDir)).toContain('postgres-replaced');
});
