import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listLeftovers, removeLeftovers } from '../../src/doctor/leftovers.ts';
import { claimDataDir } from '../../src/embedded/processes/running-instance.ts';
import { submissionPictures } from '../../src/platform/db/schema/pictures.ts';
import { failAt } from '../support/accidents/fail-at.ts';
import { insertProduct } from '../support/catalogue/catalogue.ts';
import { insertNamedSubmissions } from '../support/review/test-submissions.ts';
import { createInstallation, type OwnInstallation } from '../support/servers/own-installation.ts';

let installation: OwnInstallation;
let dataDir: string;
let backup: string;
/** Beside the data, as on another volume. */
let images: string;
let marker: string;

const PICTURES = ['a', 'b'].map((letter) => letter.repeat(64));
const countWhole = () => PICTURES.filter((name) => existsSync(path.join(images, name, 'full.webp'))).length;
const listPlaces = () => [dataDir, images, path.join(dataDir, 'backups')];

beforeAll(async () => {
  installation = await createInstallation();
  dataDir = installation.dataDir;
  images = path.join(dataDir, '..', 'pictures');
  marker = path.join(dataDir, 'postgres', 'former');
  await installation.whileRunning(async (db) => {
    await insertProduct(db, { name: 'As backed up' });
    for (const name of PICTURES) {
      await mkdir(path.join(images, name), { recursive: true });
      await writeFile(path.join(images, name, 'full.webp'), 'a picture');
    }
    const made = await installation.run('backup', ['--json'], { IMAGE_DIR: images });
    expect(made, made.errors).toMatchObject({ exitCode: 0 });
    backup = (JSON.parse(made.output) as { file: string }).file;
    await db.execute(sql`update products set name = 'Former'`);
  });
});
afterAll(() => installation.remove());

/** Makes the state before a restore: a database that the backup does not have, and the first picture only. */
async function makeFormer(): Promise<string[]> {
  await writeFile(marker, '');
  await rm(path.join(images, PICTURES[1] ?? ''), { recursive: true, force: true });
  return (await readdir(dataDir)).filter((name) => name !== 'postgres-service-password').sort();
}

/** Restores until no step is left to fail at. Returns what was there after each. */
async function walk(how: 'kill' | 'full', check: (errors: string) => Promise<void>): Promise<string[]> {
  const outcomes: string[] = [];
  for (let step = 1; ; step += 1) {
    const before = await makeFormer();
    const { exitCode, errors } = await installation.run('restore', [backup, '--replace'], {
      IMAGE_DIR: images,
      ...failAt(step, listPlaces(), how),
    });
    if (exitCode === 0) return outcomes;
    await check(errors);
    expect(await listLeftovers(listPlaces()), `after step ${step}`).toEqual([]);
    const names = (await readdir(dataDir)).filter((name) => name !== 'postgres-service-password');
    expect(names.sort(), `after step ${step}`).toEqual(before);
    const isFormer = existsSync(marker);
    // Not one picture that the database names is missing.
    if (!isFormer) expect(countWhole()).toBe(2);
    outcomes.push(isFormer ? 'former' : 'restored');
  }
}

async function expectRestored(): Promise<void> {
  expect(existsSync(marker)).toBe(false);
  expect(countWhole()).toBe(2);
  await installation.whileRunning(async (db) => {
    const { rows } = await db.execute(sql`select name from products`);
    expect(rows).toEqual([{ name: 'As backed up' }]);
  });
}

test('a restore that is killed at any step is as it was or finished, after the next start', async () => {
  const outcomes = await walk('kill', async () => {
    // What a start does first.
    const claim = await claimDataDir(dataDir, 'A test');
    await claim.stop();
    await removeLeftovers(listPlaces());
  });
  const decided = outcomes.indexOf('restored');
  expect(decided).toBeGreaterThan(10);
  expect(outcomes.slice(decided)).toEqual(outcomes.slice(decided).fill('restored'));
  await expectRestored();
});

test('a restore that finds the disk full at any step has changed nothing, and leaves nothing', async () => {
  const outcomes = await walk('full', async (errors) => {
    // The library that unpacks says of a folder that it could not make that it is not there.
    expect(errors).toMatch(/^(The disk is full|This could not be done: ENOENT)/);
  });
  expect(outcomes.length).toBeGreaterThan(5);
  expect(outcomes).toEqual(outcomes.map(() => 'former'));
  await expectRestored();
});

test('a backup that is killed at any step leaves nothing after the next one', async () => {
  const root = path.join(dataDir, 'backups');
  const kept = await readdir(root);
  await installation.whileRunning(async () => {
    let isKilled = true;
    for (let step = 1; isKilled; step += 1) {
      const settings = { IMAGE_DIR: images, ...failAt(step, listPlaces()) };
      const { exitCode, errors } = await installation.run('backup', [], settings);
      isKilled = exitCode === null;
      if (!isKilled) expect(exitCode, errors).toBe(0);
      // Either complete, with its sum, or none.
      const tars = (await readdir(root)).filter((name) => name.endsWith('.tar'));
      for (const tar of tars) expect(existsSync(path.join(root, `${tar}.sha256`))).toBe(true);
    }
    expect(await listLeftovers(listPlaces())).toEqual([]);
    expect((await readdir(root)).filter((name) => name.endsWith('.tar')).length).toBeGreaterThan(
      kept.filter((name) => name.endsWith('.tar')).length,
    );
  });
});

test('a folder of pictures that cannot be written stops a restore before anything is replaced', async () => {
  await makeFormer();
  const away = path.join(dataDir, '..', 'away');
  await writeFile(away, 'no folder');
  const refused = await installation.run('restore', [backup, '--replace'], { IMAGE_DIR: away });
  expect(refused).toMatchObject({ exitCode: 1, errors: expect.stringContaining(away) });
  expect(existsSync(marker)).toBe(true);
  expect(await listLeftovers(listPlaces())).toEqual([]);
});

test('a backup does without pictures only where the database names none', async () => {
  await installation.whileRunning(async (db) => {
    const [submission = ''] = await insertNamedSubmissions(db, [{ name: 'Oats', gtin: '9521000000018' }]);
    const bytes = Buffer.alloc(32, 1);
    await db.insert(submissionPictures).values({
      id: uuidv7(),
      submissionId: submission,
      role: 'front',
      state: 'approved',
      uploadSha256: bytes,
      sha256: bytes,
      likeness: 0n,
      url: '/images/a',
      width: 1,
      height: 1,
      byteSize: 1,
    });
    const away = await installation.run('backup', [], { IMAGE_DIR: path.join(dataDir, '..', 'nowhere') });
    expect(away).toMatchObject({
      exitCode: 1,
      errors: expect.stringContaining('The database names pictures'),
    });
    expect(await installation.run('backup', [], { IMAGE_DIR: images })).toMatchObject({ exitCode: 0 });
  });
});
