import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDb, createPool, type Db } from '../../src/platform/db/client.ts';
import { prepareDatabase } from '../../src/platform/db/prepare-database.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { failAt } from '../support/accidents/fail-at.ts';
import { insertProduct } from '../support/catalogue/catalogue.ts';
import { createInstallation, type OwnInstallation } from '../support/servers/own-installation.ts';
import { findSystemPostgres, startSystemPostgres } from '../support/servers/system-postgres.ts';
import { waitFor } from '../support/wait-for.ts';

const bin = findSystemPostgres();

/** Needs the Postgres of the system, with `pg_dump`. */
describe.runIf(bin)('a restore into a Postgres of one’s own', () => {
  let installation: OwnInstallation;
  let server: Awaited<ReturnType<typeof startSystemPostgres>>;
  let settings: Record<string, string>;
  let file: string;
  let picture: string;

  beforeAll(async () => {
    installation = await createInstallation();
    server = await startSystemPostgres(bin ?? '', path.join(installation.dataDir, '..', 'server'));
    settings = { DATABASE_URL: server.url, PATH: `${bin}:${process.env['PATH']}` };
    picture = path.join(installation.dataDir, 'images', 'a'.repeat(64), 'full.webp');
    await mkdir(path.dirname(picture), { recursive: true });
    await writeFile(picture, 'a picture');
    await prepareDatabase({ databaseUrl: server.url, ownerUrl: server.url });
    await onServer((db) => insertProduct(db, { name: 'As backed up' }));
    const made = await installation.run('backup', ['--json'], settings);
    expect(made, made.errors).toMatchObject({ exitCode: 0 });
    file = (JSON.parse(made.output) as { file: string }).file;
  });
  afterAll(async () => {
    await server.stop();
    await installation.remove();
  });

  async function onServer<T>(work: (db: Db) => Promise<T>): Promise<T> {
    const logger = createLogger('test', 'silent');
    const pool = createPool({ url: server.url, applicationName: 'test', statementTimeoutMs: 60_000, logger });
    try {
      return await work(createDb(pool));
    } finally {
      await pool.end();
    }
  }

  /** Waits for the end of a restore that was killed, and returns the product's name and the feed's epoch. */
  async function findState(): Promise<{ name: string; epoch: string }> {
    return await onServer(async (db) => {
      await waitFor('the end of psql', async () => {
        const { rows } = await db.execute(
          sql`select from pg_stat_activity where application_name in ('psql', 'pg_restore')`,
        );
        return rows.length === 0;
      });
      const { rows } = await db.execute<{ name: string; epoch: string }>(
        sql`select name, (select epoch::text from change_feed) as epoch from products`,
      );
      return rows[0] ?? { name: '', epoch: '' };
    });
  }

  const makeFormer = async () => {
    await rm(path.dirname(picture), { recursive: true, force: true });
    await onServer((db) => db.execute(sql`update products set name = 'Former'`));
    return await findState();
  };

  test('is all or nothing when it is killed at any step, and readers of the feed begin again', async () => {
    const names: string[] = [];
    for (let step = 1; ; step += 1) {
      const before = await makeFormer();
      const { exitCode } = await installation.run('restore', [file, '--replace'], {
        ...settings,
        ...failAt(step, [installation.dataDir]),
      });
      const after = await findState();
      names.push(after.name);
      if (after.name === 'As backed up') {
        expect(after.epoch).not.toBe(before.epoch);
        expect(await readFile(picture, 'utf8')).toBe('a picture');
      }
      if (exitCode === 0) break;
    }
    const decided = names.indexOf('As backed up');
    expect(decided).toBeGreaterThan(4);
    expect(names.slice(decided)).toEqual(names.slice(decided).fill('As backed up'));
    const left = await readdir(installation.dataDir);
    expect(left.filter((name) => name.startsWith('.'))).toEqual([]);
  });

  test('is checked beside the database in use, which stays as it is', async () => {
    const before = await makeFormer();
    const checked = await installation.run('restore', [file, '--check', '--json'], settings);
    expect(checked, checked.errors).toMatchObject({ exitCode: 0 });
    expect(JSON.parse(checked.output)).toMatchObject({ products: 1, pictures: 1 });
    expect(await findState()).toEqual(before);
    expect(existsSync(picture)).toBe(false);
    const { rows } = await onServer((db) => db.execute(sql`select datname from pg_database`));
    expect(rows.filter(({ datname }) => String(datname).startsWith('factshelf_check'))).toEqual([]);
  });

  test('changes nothing when a picture cannot be moved in', async () => {
    const before = await makeFormer();
    await writeFile(path.dirname(picture), 'no folder');
    const failed = await installation.run('restore', [file, '--replace'], settings);
    expect(failed).toMatchObject({ exitCode: 1, errors: expect.stringContaining('ENOTDIR') });
    expect(await findState()).toEqual(before);
    expect(existsSync(picture)).toBe(false);
  });
});
