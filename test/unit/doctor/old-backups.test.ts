import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isBackupDue, removeOldBackups } from '../../../src/doctor/backups.ts';

let folder: string;
beforeEach(async () => (folder = await mkdtemp(path.join(tmpdir(), 'factshelf-old-backups-'))));
afterEach(() => rm(folder, { recursive: true }));

const nameOf = (day: number) => `factshelf-2026110${day}T033000Z.tar`;

async function addBackup(day: number): Promise<void> {
  const file = path.join(folder, nameOf(day));
  const made = new Date(Date.UTC(2026, 10, day, 3, 30));
  await writeFile(file, '');
  await utimes(file, made, made);
  await writeFile(`${file}.sha256`, '');
}

it('keeps the newest, removes the others with their checksums, and touches nothing else', async () => {
  for (const day of [3, 1, 4, 2]) await addBackup(day);
  await writeFile(path.join(folder, 'notes.tar'), '');
  await writeFile(path.join(folder, 'import-refused-20261101T000000.tsv'), '');
  const removed = await removeOldBackups(folder, 2);
  expect(removed).toEqual([1, 2].map((day) => path.join(folder, nameOf(day))));
  expect((await readdir(folder)).sort()).toEqual([
    nameOf(3),
    `${nameOf(3)}.sha256`,
    nameOf(4),
    `${nameOf(4)}.sha256`,
    'import-refused-20261101T000000.tsv',
    'notes.tar',
  ]);
  expect(await removeOldBackups(folder, 9)).toEqual([]);
});

it('a backup is due if none was made since the time of day', async () => {
  const since = new Date(Date.UTC(2026, 10, 2, 3, 0));
  expect(await isBackupDue(path.join(folder, 'missing'), since)).toBe(true);
  await addBackup(1);
  expect(await isBackupDue(folder, since)).toBe(true);
  await addBackup(2);
  expect(await isBackupDue(folder, since)).toBe(false);
});
