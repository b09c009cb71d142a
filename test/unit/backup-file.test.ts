import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readBackup, writeBackup } from '../../src/cli/backup/backup-file.ts';

/** More than the library reads at once. */
const LARGE = 17 * 1024 * 1024;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'factshelf-backup-'));
});
afterAll(() => rm(folder, { recursive: true }));

it.each([1_000, LARGE])('a backup with a database of %i bytes is read', async (bytes) => {
  await writeFile(path.join(folder, 'database'), randomBytes(bytes));
  const about = { made_at: new Date(bytes).toISOString(), method: 'pg_dump', postgres: '18' } as const;
  const { file } = await writeBackup(folder, { about, work: folder, imageRoot: undefined });
  expect(await readBackup(file)).toEqual({ ...about, pictures: 0 });
});
