import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { gtinOf } from '../../support/imports/export-file.ts';
import {
  createImportCatalogue,
  oatBiscuits,
  type ImportCatalogue,
} from '../../support/imports/import-catalogue.ts';
import { startImportCommand } from '../../support/imports/import-command.ts';
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

it('makes the categories of a taxonomy, once, and products find them', async () => {
  const taxonomy = path.join(catalogue.exports.path, 'categories.txt');
  const text = [
    '< en:Biscuits\nen: Filled oat biscuits, Oat sandwiches\nfr: Biscuits fourrés',
    'en: Biscuits, Bickies',
    '< en:Biscuits\nen: Gone biscuits',
  ].join('\n\n');
  await writeFile(taxonomy, text);
  // As an operator leaves it who deletes a category.
  await catalogue.query(`INSERT INTO audit_log (actor, action, entity, before)
    VALUES ('operator:x', 'category.deleted', 'category', '{"code": "gone-biscuits"}')`);
  const filled = { ...oatBiscuits, categories_tags: ['en:snacks', 'en:biscuits', 'en:filled-oat-biscuits'] };
  const unknown = { ...oatBiscuits, code: gtinOf(3), categories_tags: ['en:what-nobody-knows'] };
  const file = await catalogue.exports.writeJsonLines('filled.jsonl', [filled, unknown]);
  const { exitCode, output } = await startCommand('--taxonomy', taxonomy, file).ended;
  expect(exitCode, output).toBe(0);
  expect(output).toMatch(/categories read +3\ncreated +1\nthere already +1\ngiven synonyms +1\n/);
  expect(output).toMatch(/not made: changed by operators +1\n/);
  expect(output).toMatch(/without a known category +1\n/);
  expect(await catalogue.findProduct(filled.code)).toMatchObject({ category: 'filled-oat-biscuits' });
  const made = () =>
    catalogue.query(`SELECT c.name, c.synonyms, c.path, c.archive_kind, a.actor, a.after->>'path' AS audited
      FROM categories c JOIN audit_log a ON a.entity_id = c.id::text AND a.action = 'category.created'`);
  const place = 'food/snacks/sweet-snacks/biscuits-and-cakes/biscuits/filled-oat-biscuits';
  const before = await made();
  expect(before).toEqual([
    {
      name: 'Filled oat biscuits',
      synonyms: ['Oat sandwiches'],
      path: place,
      archive_kind: 'food',
      actor: 'cli:import',
      audited: place,
    },
  ]);
  expect(
    await catalogue.query(`SELECT c.synonyms, a.before->'synonyms' AS before, a.after->'synonyms' AS after
      FROM categories c JOIN audit_log a ON a.entity_id = c.id::text AND a.action = 'category.changed'`),
  ).toEqual([{ synonyms: ['Bickies'], before: [], after: ['Bickies'] }]);
  // An operator's name stays, and nothing is made again.
  await catalogue.query(
    `UPDATE categories SET name = 'Sandwich biscuits' WHERE code = 'filled-oat-biscuits'`,
  );
  const again = await startCommand('--taxonomy', taxonomy).ended;
  expect(again.output).toMatch(/created +0\nthere already +2\ngiven synonyms +0\n/);
  expect(await made()).toEqual([{ ...before[0], name: 'Sandwich biscuits' }]);
  // A broken one leaves nothing, and the file beside it is not begun.
  await writeFile(taxonomy, '< en:Biscuits\nen: New biscuits\n\n< en:B\nen: A\n\n< en:A\nen: B\n');
  await catalogue.empty();
  const refused = await startCommand('--taxonomy', taxonomy, file).ended;
  expect(refused).toMatchObject({
    exitCode: 1,
    output: expect.stringMatching(/^The category in line 4 contains itself/),
  });
  expect(await catalogue.countProducts()).toBe(0);
  expect(await catalogue.query(`SELECT FROM categories WHERE code = 'new-biscuits'`)).toEqual([]);
});

it.each([
  [['/nowhere/at/all.jsonl'], /^There is no file/],
  [['package.json', '--limit', '0'], /whole number from 1/],
])('says in one line what is wrong with %j', async (args, message) => {
  const { exitCode, output } = await startCommand(...args).ended;
  expect(output.trim()).toMatch(message);
  expect(output.trim().split('\n')).toHaveLength(1);
  expect(exitCode).toBe(1);
});

it('killed in the middle, it leaves whole batches, and the next run adds the rest', async () => {
  const rows = Array.from({ length: 8_000 }, (_, i) => ({
    code: gtinOf(i),
    product_name: `Biscuit no. ${i}`,
    brands: `Brand ${i % 500}`,
    nutriments: { fat_100g: i % 100 },
  }));
  const file = await catalogue.exports.writeJsonLines('large.jsonl', rows);
  const { child, ended } = startCommand(file);
  await waitFor('the first batch', async () => (await catalogue.countProducts()) > 0);
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
});

const manyRows = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ code: gtinOf(i), product_name: `Biscuit no. ${i}` }));

it('ends well though somebody holds the locks that its last steps want', async () => {
  const file = await catalogue.exports.writeJsonLines('locked.jsonl', manyRows(10_000));
  const holder = await catalogue.database.pool.connect();
  try {
    await holder.query('begin');
    // As autovacuum does, and an operator who edits the source.
    await holder.query('lock table products in share update exclusive mode');
    await holder.query('savepoint source');
    await holder.query(`select from sources where code = 'open_food_facts' for no key update`);
    const { ended } = startCommand(file);
    await Promise.race([
      ended,
      waitFor('the import to wait for longer than a request would', async () => {
        const waiting = await catalogue.query(
          `select from pg_stat_activity where application_name = 'factshelf-import' and wait_event_type = 'Lock'
             and datname = current_database() and now() - query_start > interval '1.5 s'`,
        );
        return waiting.length > 0;
      }),
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

it('goes on after a busy machine has held it up in the middle of a batch', async () => {
  const file = await catalogue.exports.writeJsonLines('busy.jsonl', manyRows(10_000));
  const { ended, child } = startCommand(file);
  await waitFor('the first batch', async () => (await catalogue.countProducts()) > 0);
  const IN_A_BATCH = `select from pg_stat_activity where application_name = 'factshelf-import'
    and datname = current_database() and state = 'idle in transaction'`;
  await waitFor('the middle of a batch', async () => {
    child.kill('SIGSTOP');
    if ((await catalogue.query(IN_A_BATCH)).length > 0) return true;
    child.kill('SIGCONT');
    return false;
  });
  await waitFor('a silence that is too long for a request', async () => {
    const silent = `${IN_A_BATCH} and now() - state_change < interval '6 s'`;
    return (await catalogue.query(silent)).length === 0;
  });
  child.kill('SIGCONT');
  const { exitCode, output } = await ended;
  expect(output).toMatch(/created +10,000\n/);
  expect(exitCode, output).toBe(0);
});

it('cut off from the database, it says what it saved and why it ended', async () => {
  const file = await catalogue.exports.writeJsonLines('cut.jsonl', manyRows(30_000));
  const { ended } = startCommand(file);
  await waitFor('the first batch', async () => (await catalogue.countProducts()) > 0);
  // A session that does nothing at this moment would be replaced by another.
  await waitFor('the middle of a batch', async () => {
    const cut = await catalogue.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'factshelf-import' and datname = current_database() and state <> 'idle'`,
    );
    return cut.length > 0;
  });
  const { exitCode, output } = await ended;
  expect(output).toMatch(/created +\d+,000\n/);
  expect(output).toMatch(
    /The database cannot be reached \((?:A batch was not saved: )?(terminating connection|Connection terminated|Client has encountered a connection error|read ECONNRESET)/,
  );
  expect(exitCode).toBe(1);
});
