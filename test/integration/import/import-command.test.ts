import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { gtinOf } from '../../support/export-file.ts';
import { createImportCatalogue, oatBiscuits, type ImportCatalogue } from '../../support/import-catalogue.ts';
import { startImportCommand } from '../../support/import-command.ts';
import { waitFor } from '../../support/wait-for.ts';

let catalogue: ImportCatalogue;
beforeAll(async () => {
  catalogue = await createImportCatalogue();
});
afterAll(async () => await catalogue.remove());
beforeEach(async () => await catalogue.empty());

const startCommand = (...args: string[]) => startImportCommand(catalogue, ...args);

it('prints the report and writes what was refused, with its lines, to a file', async () => {
  const file = await catalogue.exports.writeJsonLines('command.jsonl.gz', [
    oatBiscuits,
    'no JSON',
    { code: '3017620422004', product_name: 'Tea with a mistyped code' },
  ]);
  const refused = path.join(catalogue.exports.path, 'below', 'refused.tsv');
  const { exitCode, output } = await startCommand(file, '--refused', refused).ended;
  expect(output).toMatch(/rows read +3\n/);
  expect(output).toMatch(/created +2\n/);
  expect(output).toMatch(/refused barcode: bad_check_digit +1\n/);
  expect(output).toMatch(/rows\/s, peak memory \d+ MB/);
  expect(exitCode).toBe(0);
  expect(await readFile(refused, 'utf8')).toBe(
    'line\tcode\treason\tproduct\n2\t\tbroken_line\tnot imported\n' +
      '3\t3017620422004\tbad_check_digit\tkept without barcode\n',
  );
});

it.each([
  [['/nowhere/at/all.jsonl'], /no such file/],
  [['package.json', '--source', 'nobody'], /no source "nobody"/],
  [['package.json', '--limit', '0'], /whole number from 1/],
])('says in one line what is wrong with %j', async (args, message) => {
  const { exitCode, output } = await startCommand(...args).ended;
  expect(output.trim()).toMatch(message);
  expect(output.trim().split('\n')).toHaveLength(1);
  expect(exitCode).toBe(1);
});

it(
  'killed in the middle, it leaves whole batches, and the next run adds the rest',
  { timeout: 90_000 },
  async () => {
    const rows = Array.from({ length: 8_000 }, (_, i) => ({
      code: gtinOf(i),
      product_name: `Biscuit no. ${i}`,
      brands: `Brand ${i % 500}`,
      nutriments: { fat_100g: i % 100 },
    }));
    const file = await catalogue.exports.writeJsonLines('large.jsonl', rows);
    const { child, ended } = startCommand(file);
    await waitFor('the first batch', async () => (await catalogue.countProducts()) > 0, 60_000);
    child.kill('SIGKILL');
    await ended;
    // The server ends what the client had begun.
    await waitFor('the end of its sessions', async () => {
      const sessions = await catalogue.query(
        `SELECT FROM pg_stat_activity WHERE application_name = 'factshelf-import' AND datname = current_database()`,
      );
      return sessions.length === 0;
    });
    const saved = await catalogue.countProducts();
    expect(saved % 1_000).toBe(0);
    expect(await catalogue.listDirty()).toHaveLength(saved);
    expect(await catalogue.run(file)).toMatchObject({ created: 8_000 - saved, unchanged: saved });
  },
);

const manyRows = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ code: gtinOf(i), product_name: `Biscuit no. ${i}` }));

it('ends well though somebody holds the locks that its last steps want', { timeout: 90_000 }, async () => {
  const file = await catalogue.exports.writeJsonLines('locked.jsonl', manyRows(10_000));
  const holder = await catalogue.database.pool.connect();
  try {
    await holder.query('begin');
    await holder.query('set local idle_in_transaction_session_timeout = 0');
    // As autovacuum does, and an operator who edits the source.
    await holder.query('lock table products in share update exclusive mode');
    await holder.query('savepoint source');
    await holder.query(`select from sources where code = 'open_food_facts' for no key update`);
    const { ended } = startCommand(file);
    await Promise.race([
      ended,
      waitFor(
        'the import to wait for longer than a request would',
        async () => {
          const waiting = await catalogue.query(
            `select from pg_stat_activity where application_name = 'factshelf-import' and wait_event_type = 'Lock'
             and datname = current_database() and now() - query_start > interval '1.5 s'`,
          );
          return waiting.length > 0;
        },
        60_000,
      ),
    ]);
    // The source is free again, the table is not.
    await holder.query('rollback to savepoint source');
    const { exitCode, output } = await ended;
    expect(output).toMatch(/created +10,000\n/);
    expect(output).not.toMatch(/cannot be reached/);
    expect(exitCode, output).toBe(0);
  } finally {
    await holder.query('rollback');
    holder.release();
  }
});

it('cut off from the database, it says what it saved and why it ended', { timeout: 90_000 }, async () => {
  const file = await catalogue.exports.writeJsonLines('cut.jsonl', manyRows(8_000));
  const { ended } = startCommand(file);
  await waitFor('the first batch', async () => (await catalogue.countProducts()) > 0, 60_000);
  await catalogue.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'factshelf-import' and datname = current_database()`,
  );
  const { exitCode, output } = await ended;
  expect(output).toMatch(/created +\d,000\n/);
  expect(output).toMatch(/The database cannot be reached \((terminating connection|Connection terminated)/);
  expect(exitCode).toBe(1);
});
