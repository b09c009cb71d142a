import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { migrateDatabase } from '../../../src/platform/db/migrate.ts';

const migrations = fileURLToPath(new URL('../../../migrations', import.meta.url));

/** The migrations up to this one, in a folder of their own. */
function copyMigrations(last: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'factshelf-migrations-'));
  cpSync(migrations, folder, { recursive: true });
  const file = path.join(folder, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(file, 'utf8')) as { entries: { tag: string }[] };
  const end = journal.entries.findIndex(({ tag }) => tag === last) + 1;
  if (end === 0) throw new Error(`no migration ${last}`);
  writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, end) }));
  return folder;
}

/** Migrates a database up to this migration. */
export async function migrateTo(last: string, url: string): Promise<void> {
  const folder = copyMigrations(last);
  try {
    await migrateDatabase(url, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Runs `work` on a database of its own with the schema that the migration `last` has left, and drops it. */
export async function withSchemaOf(
  last: string,
  postgresUrl: string,
  work: (url: string) => Promise<void>,
): Promise<void> {
  const name = `factshelf_test_${randomBytes(6).toString('hex')}`;
  const admin = new Client({ connectionString: postgresUrl });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name}`);
  const url = new URL(postgresUrl);
  url.pathname = `/${name}`;
  try {
    await migrateTo(last, url.href);
    await work(url.href);
  } finally {
    await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await admin.end();
  }
}
