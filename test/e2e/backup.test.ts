import { mkdir, readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { insertProduct } from '../support/catalogue/catalogue.ts';
import { sumTables } from '../support/database/table-checksums.ts';
import { createInstallation, type OwnInstallation } from '../support/servers/own-installation.ts';

let installation: OwnInstallation;
let dataDir: string;
const whileRunning: OwnInstallation['whileRunning'] = (work) => installation.whileRunning(work);
const run: OwnInstallation['run'] = (...given) => installation.run(...given);

beforeAll(async () => {
  installation = await createInstallation();
  dataDir = installation.dataDir;
});
afterAll(() => installation.remove());

/** An example of a picture's folder. */
const PICTURE = path.join('images', 'a'.repeat(64), 'full.webp');

test('what was backed up while the service ran is there again after a restore, row by row', async () => {
  const { before, file } = await whileRunning(async (db) => {
    for (const name of ['Oat milk', 'Rye bread']) await insertProduct(db, { name });
    await mkdir(path.dirname(path.join(dataDir, PICTURE)), { recursive: true });
    await writeFile(path.join(dataDir, PICTURE), 'a picture');
    const made = await run('backup', ['--json']);
    expect(made, made.errors).toMatchObject({ exitCode: 0, errors: '' });
    const told = JSON.parse(made.output) as { file: string };
    expect(told).toMatchObject({ method: 'base_backup', pictures: 1 });
    const refused = await run('restore', [told.file, '--replace']);
    expect(refused).toMatchObject({ exitCode: 1, errors: expect.stringContaining('already uses') });
    const sums = await sumTables(db);
    const checked = await run('restore', ['--check', '--json']);
    expect(checked, checked.errors).toMatchObject({ exitCode: 0 });
    expect(JSON.parse(checked.output)).toMatchObject({ file: told.file, products: 2, pictures: 1 });
    expect(await sumTables(db), 'a check changes nothing').toEqual(sums);
    await db.execute(sql`update products set name = 'Lost'`);
    return { before: sums, file: told.file };
  });
  expect(await readdir(path.dirname(file))).toEqual([path.basename(file), `${path.basename(file)}.sha256`]);
  expect(await run('restore', [file])).toMatchObject({
    exitCode: 1,
    errors: expect.stringContaining('--replace'),
  });
  await writeFile(path.join(dataDir, PICTURE), 'lost');
  const restored = await run('restore', [file, '--replace', '--json']);
  expect(restored, restored.errors).toMatchObject({ exitCode: 0 });
  expect(JSON.parse(restored.output)).toMatchObject({ products: 2, pictures: 1 });
  expect(await readFile(path.join(dataDir, PICTURE), 'utf8')).toBe('a picture');
  expect(await readdir(dataDir)).toEqual(
    expect.not.arrayContaining([expect.stringMatching(/restor|replaced|backup-/)]),
  );
  await whileRunning(async (db) => {
    expect(await sumTables(db)).toEqual(before);
    const { rows } = await db.execute(sql`select requested_by, state from index_rebuilds`);
    expect(rows).toEqual([{ requested_by: 'restore', state: 'queued' }]);
  });

  await truncate(file, 1_000_000);
  expect(await run('restore', [file, '--replace'])).toMatchObject({
    exitCode: 1,
    errors: expect.stringContaining('its checksum differs'),
  });
});

test('a backup of an external server names the missing programs of Postgres', async () => {
  await whileRunning(async () => {
    const running = z.object({ DATABASE_URL: z.string() });
    const { DATABASE_URL } = running.parse(
      JSON.parse(await readFile(path.join(dataDir, 'running.json'), 'utf8')),
    );
    const made = await run('backup', [], { DATABASE_URL, PATH: '' });
    expect(made).toMatchObject({
      exitCode: 1,
      errors: expect.stringContaining('pg_dump is not on the PATH: install the client programs of Postgres'),
    });
  });
});
