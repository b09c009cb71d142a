import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser/browser-page.ts';
import { copySources, type CopiedSources } from '../support/servers/copied-sources.ts';
import { createExportDirectory, gtinOf, type ExportDirectory } from '../support/imports/export-file.ts';
import { startApi, type StartedApi } from '../support/servers/started-api.ts';
import { programOf } from '../support/servers/started-program.ts';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.ts';
import {
  insertOperator,
  OPERATOR_PASSWORD,
  signInTestOperator,
  type TestOperator,
} from '../support/callers/test-operator.ts';

/** All that a person writes for a plain fact: its declaration, and a line for each importer that knows it. */
const DECLARATION = `  shelf_life_days: {
    label: 'Shelf life in days',
    value: { type: 'number', least: 1, most: 10_000 },
    kinds: ['food'],
  },
`;
const MAPPING = '      shelf_life_days: Number(row.shelf_life) || null,\n';

const IMPORTED = gtinOf(880_001);
const SUBMITTED = gtinOf(880_002);
const MAPPED = gtinOf(880_003);

let sources: CopiedSources;
let database: TestDatabase;
let exports: ExportDirectory;
let api: StartedApi;
let editor: TestOperator;

beforeAll(async () => {
  sources = copySources();
  sources.replace('src/facts/registry/fact-registry.ts', {
    from: '  attributes: {\n    label',
    to: `${DECLARATION}  attributes: {\n    label`,
  });
  sources.replace('src/import/open-food-facts/off-record.ts', {
    from: 'Object.assign(buildNoFacts(), {\n',
    to: `Object.assign(buildNoFacts(), {\n${MAPPING}`,
  });
  run(process.execPath, '--import', 'tsx', 'src/cli/openapi.ts');
  run('node_modules/.bin/tsc', '-p', '.');
  run('node_modules/.bin/tsc', '-p', 'console');
  run('node_modules/.bin/vite', 'build', 'console', '--logLevel', 'warn');
  database = await createTestDatabase();
  exports = await createExportDirectory();
  const file = await exports.writeJsonLines('one.jsonl', [
    {
      code: IMPORTED,
      product_name: 'Harbour Oat Biscuits',
      categories_tags: ['en:biscuits'],
      shelf_life: 200,
    },
  ]);
  run(process.execPath, ...programOf('src/cli/import/import'), file);
  const shop = await exports.writeTabSeparated('shop.tsv', [
    ['ean', 'title', 'days'],
    [MAPPED, 'Harbour rye biscuits', '120'],
  ]);
  const mapping = await exports.writeJsonLines('mapping.json', [
    {
      source: { code: 'corner_shop', name: 'Corner shop', kind: 'retailer', trust: 0.7 },
      barcode: 'ean',
      kind: 'food',
      facts: { name: 'title', shelf_life_days: 'days' },
    },
  ]);
  run(process.execPath, ...programOf('src/cli/import/import'), '--mapping', mapping, shop);
  api = await startApi({ DATABASE_URL: database.url }, sources.path);
  editor = await signInTestOperator(database.db, 'editor');
});

afterAll(async () => {
  await api?.stop();
  await database?.drop();
  await exports?.remove();
  sources?.remove();
});

function run(command: string, ...args: string[]): void {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: sources.path,
    encoding: 'utf8',
    env: { ...process.env, DATABASE_URL: database?.url, DATA_DIR: exports?.path, REDIS_URL: '' },
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stdout}${stderr}`);
}

const read = async (address: string) => JSON.parse((await api.get(address, editor.headers)).text);
const send = async (address: string, body: object) => {
  const response = await fetch(api.origin + address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...editor.headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: JSON.parse(await response.text()) };
};
const detail = async (gtin: string) => await read(`/api/v1/products/barcode/${gtin}`);

test('a fact that is declared in the registry is described', async () => {
  const { schemas } = (await read('/api/v1/openapi.json')).components;
  expect(schemas.Product.properties.shelf_life_days).toMatchObject({ type: 'number', nullable: true });
  expect(schemas.NewSubmission.properties.shelf_life_days).toMatchObject({ minimum: 1, maximum: 10_000 });
});

test('it is imported, and the detail names who said it', async () => {
  const product = await detail(IMPORTED);
  expect(product.shelf_life_days).toBe(200);
  expect(product.sources[0].fields).toContain('shelf_life_days');
  // A file of one's own needs no line for it.
  expect((await detail(MAPPED)).shelf_life_days).toBe(120);
});

test('it is submitted, compared, approved and exported; what is missing can be asked for', async () => {
  const sent = { gtin: SUBMITTED, name: 'Ship biscuits', category: 'biscuits', shelf_life_days: 300 };
  const refused = await send('/api/public/submissions', { ...sent, shelf_life_days: 0 });
  expect(refused.body.error).toMatchObject({ code: 'validation_failed' });
  const { body: taken } = await send('/api/public/submissions', sent);
  const submission = await read(`/api/admin/submissions/${taken.id}`);
  expect(submission.comparison).toContainEqual(
    expect.objectContaining({
      field: 'shelf_life_days',
      outcome: 'taken',
      offered: { shelf_life_days: 300 },
    }),
  );
  expect((await send(`/api/admin/submissions/${taken.id}/approve`, {})).status).toBe(200);
  expect(await detail(SUBMITTED)).toMatchObject({ shelf_life_days: 300 });
  const csv = (await api.get('/api/admin/products/export.csv?missing=nutriments', editor.headers)).text;
  expect(csv.split('\n')[0]).toContain('shelf_life_days');
  expect(csv).toMatch(/Ship biscuits.*,300,/);
  expect((await read('/api/admin/products?missing=shelf_life_days')).total).toBe(0);
});

test('the console asks for it by its label', async () => {
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext({ baseURL: api.origin });
    const page = await context.newPage();
    const { id } = await detail(IMPORTED);
    const { email } = await insertOperator(database.db, 'editor');
    await page.goto(path.posix.join('/console/products', id));
    await page.getByLabel('E-mail').fill(email);
    await page.getByRole('textbox', { name: 'Password' }).fill(OPERATOR_PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('Shelf life in days').waitFor();
    expect(await page.getByLabel('Shelf life in days').inputValue()).toBe('200');
  } finally {
    await browser.close();
  }
});
