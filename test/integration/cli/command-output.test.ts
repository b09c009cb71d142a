import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDumpRoot } from '../../support/changes/dump-reader.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { createImportCatalogue, type ImportCatalogue } from '../../support/imports/import-catalogue.ts';
import { runImportHere } from '../../support/imports/import-command.ts';
import { runCommand } from '../../support/servers/run-command.ts';
import { startProgram } from '../../support/servers/started-program.ts';
import { createTestApi } from '../../support/test-api.ts';

let database: TestDatabase;
let imports: ImportCatalogue;
const dumps = createDumpRoot();

beforeAll(async () => {
  database = await createTestDatabase();
  await insertProduct(database.db, { name: 'Spread' });
  imports = await createImportCatalogue();
});
afterAll(async () => {
  dumps.remove();
  await imports.remove();
  await database.drop();
});

/** The one line of JSON that a command prints. */
function parseLine(output: string): unknown {
  expect(output.endsWith('\n') && output.indexOf('\n') === output.length - 1, output).toBe(true);
  return JSON.parse(output);
}

test('key: a script reads the key, and nothing else is in its way', async () => {
  const run = async (...args: string[]) => {
    const { exitCode, output, errors } = await runCommand('key', database.url, [...args, '--json']);
    expect([exitCode, errors]).toEqual([0, '']);
    return parseLine(output) as Record<string, unknown>;
  };
  const email = 'shop@example.org';
  const created = await run('create', '--email', email, '--tier', 'partner');
  expect(created).toEqual({
    email,
    tier: 'partner',
    is_new_account: true,
    api_key: expect.stringMatching(/^pfk_[0-9A-Za-z]{36}$/),
    password_code: expect.any(String),
    password_code_expires_at: expect.any(String),
    revoked_key: null,
  });
  const key = { 'X-API-Key': String(created['api_key']) };
  expect((await createTestApi(database).get('/stats', key)).status).toBe(200);
  const { items } = (await run('list')) as { items: { id: string }[] };
  expect(items).toMatchObject([
    { email, tier: 'partner', status: 'active', last_used_at: expect.anything() },
  ]);
  const [{ id } = { id: '' }] = items;
  expect(await run('revoke', id)).toMatchObject({ id, status: 'revoked' });
  expect(await run('hand-over', email)).toMatchObject({ email, password_code: expect.any(String) });
  expect(await run('block', email)).toEqual({ email, is_blocked: true });
});

test('operator and audit', async () => {
  const email = 'ada@example.org';
  const create = ['create', email, '--role', 'editor', '--json'];
  const created = await runCommand('operator', database.url, create, 'eleven slow rivers');
  expect(parseLine(created.output)).toEqual({ email, role: 'editor' });
  const listed = await runCommand('operator', database.url, ['list', '--json']);
  expect(parseLine(listed.output)).toMatchObject({
    items: [{ email, role: 'editor', is_disabled: false, has_totp: false, last_login_at: null }],
  });
  const verified = await runCommand('audit', database.url, ['verify', '--json']);
  expect(parseLine(verified.output)).toMatchObject({
    problems: [],
    head: { seq: expect.any(Number), hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
  });
});

test('operator create --first makes the first one alone', async () => {
  const own = await createTestDatabase();
  try {
    const create = async (email: string) => {
      const args = ['create', email, '--role', 'admin', '--first', '--json'];
      const { exitCode, output } = await runCommand('operator', own.url, args, 'eleven slow rivers');
      return [exitCode, parseLine(output)];
    };
    const email = 'ada@example.org';
    expect(await create(email)).toEqual([0, { email, role: 'admin' }]);
    expect(await create(email)).toEqual([0, { email: null, role: null }]);
    expect(await create('eve@example.org')).toEqual([0, { email: null, role: null }]);
    const { output } = await runCommand('operator', own.url, ['list', '--json']);
    expect(parseLine(output)).toMatchObject({ items: [{ email }] });
  } finally {
    await own.drop();
  }
});

test('factshelf runs each command by its name, with its own arguments', async () => {
  const listed = await runCommand('factshelf', database.url, []);
  expect(listed.exitCode).toBe(1);
  const [, ...names] = listed.errors.trim().split('\n');
  const built = readFileSync('deploy/build/bundle.mjs', 'utf8').matchAll(/'src\/cli\/([\w/-]+)\.ts'/g);
  // Meilisearch is another container where there is no npm.
  const ofNpm = ['factshelf', 'get-meilisearch'];
  const programs = [...built]
    .map(([, file = '']) => path.basename(file))
    .filter((one) => !ofNpm.includes(one));
  expect(names.map((name) => name.trim()).sort()).toEqual(programs.sort());
  const here = await runCommand('factshelf', database.url, ['operator', 'list', '--json']);
  expect([here.exitCode, here.errors]).toEqual([0, '']);
  expect(parseLine(here.output)).toHaveProperty('items');
  expect((await runCommand('factshelf', database.url, ['constructor'])).exitCode).toBe(1);
});

test('dump and reindex', async () => {
  const run = async (program: string) => {
    const settings = { DATABASE_URL: database.url, DUMP_DIR: dumps.root };
    const started = startProgram(`src/cli/${program}`, settings, undefined, ['--json']);
    expect(await started.ended, started.errors()).toBe(0);
    return parseLine(started.output());
  };
  expect(await run('dump')).toMatchObject({
    state: 'published',
    folder: expect.stringContaining(dumps.root),
    cursor: expect.stringMatching(/^c1\./),
    tables: expect.arrayContaining([{ name: 'products', rows: 1 }]),
  });
  expect(await run('reindex')).toEqual({ id: expect.any(Number), state: 'queued' });
});

test('import: a dry run and a run', async () => {
  const row = { code: '3017620422003', product_name: 'Spread', lang: 'en', countries_tags: ['en:france'] };
  const file = await imports.exports.writeJsonLines('rows.jsonl', [row, { code: '2000000123455' }]);
  const preview = await runImportHere(imports, file, '--dry-run', '--json');
  expect(parseLine(preview.output)).toMatchObject({
    import: null,
    preview: { rows: [{ outcome: 'created', code: '3017620422003' }], report: { rows_read: 2 } },
  });
  const { exitCode, output } = await runImportHere(imports, file, '--json');
  expect(exitCode).toBe(0);
  expect(parseLine(output)).toMatchObject({
    taxonomy: null,
    import: { rows_read: 2, created: 1, refused_rows: expect.any(Object), is_complete: true },
    refused_file: expect.any(String),
  });
});

test('a reader that has gone ends a command without a word', async () => {
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/cli/key.ts', 'list'], {
    env: { PATH: process.env['PATH'], DATABASE_URL: database.url },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.destroy();
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const [exitCode] = (await once(child, 'close')) as unknown[];
  expect([exitCode, errors]).toEqual([0, '']);
});

test.each(['src/embedded/start', 'src/cli/migrate'])(
  '%s: --help says what it does, and another option is refused, before anything is done',
  async (name) => {
    const settings = { DATA_DIR: '/nowhere' };
    const help = startProgram(name, settings, undefined, ['--help']);
    expect([await help.ended, help.output()]).toEqual([0, expect.stringMatching(/^Usage: /)]);
    const unknown = startProgram(name, settings, undefined, ['--hlep']);
    expect([await unknown.ended, unknown.errors()]).toEqual([
      1,
      expect.stringMatching(/^error: unknown option '--hlep'/),
    ]);
  },
);
