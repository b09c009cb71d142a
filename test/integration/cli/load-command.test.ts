import { writeFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertKey } from '../../support/callers/test-limits.ts';
import { createDemoDatabase } from '../../support/database/demo-database.ts';
import type { TestDatabase } from '../../support/database/test-database.ts';
import { startApi, type StartedApi } from '../../support/servers/started-api.ts';
import { createDataRoot, ROOT, startNode } from '../../support/servers/started-program.ts';

let database: TestDatabase;
let api: StartedApi;

beforeAll(async () => {
  database = await createDemoDatabase();
  api = await startApi({ DATABASE_URL: database.url });
});
afterAll(async () => {
  await api.stop();
  await database.drop();
});

/** `npm run bench -- load …` without npm. */
async function load(...args: string[]) {
  const program = startNode(['--import', 'tsx', 'bench/load/main.ts', ...args], {}, ROOT);
  const code = await program.ended;
  return { code, output: program.output(), errors: program.errors() };
}

test('a key without a limit: rates and latencies of all kinds, and no errors', async () => {
  const { key } = await insertKey(database.db, 'internal');

  const { code, output, errors } = await load(
    api.origin,
    '--key',
    key,
    '--minutes',
    '0.03',
    '--callers',
    '2',
  );

  expect({ code, errors }).toEqual({ code: 0, errors: '' });
  for (const kind of ['search', 'barcode', 'suggest', 'all']) {
    expect(output).toMatch(new RegExp(String.raw`^${kind} +[1-9]\d* +[\d.]+ +[\d.]+ +[\d.]+ +[\d.]+$`, 'm'));
  }
  expect(output).toContain('Errors: none');
  expect(output).toContain('The tier allows any number of calls a minute, without a quota.');
});

test('a file lists the requests; a missing product shows by its status', async () => {
  const { key } = await insertKey(database.db, 'internal');
  const root = await createDataRoot();
  const file = path.join(root.path, 'names.txt');
  await writeFile(file, 'hazelnut spread\n\n4006381333931\n');

  const { output } = await load(
    api.origin,
    '--key',
    key,
    '--minutes',
    '0.02',
    '--rate',
    '20',
    '--names',
    file,
  );

  await rm(root.path, { recursive: true });
  expect(output).toMatch(/^barcode +0 +0\.0 +- +- +-$/m);
  expect(output).toMatch(/^search +[1-9]/m);
  expect(output).toMatch(/^Errors: 404 not_found \(.+\) x[1-9]\d*$/m);
});

// Before the limit of the minute is used up.
test('a service that does not know the key is left alone', async () => {
  const { code, output, errors } = await load(api.origin, '--key', 'pfk_unknown');

  expect({ code, output }).toEqual({ code: 1, output: '' });
  expect(errors).toMatch(/answers 401/);
});

test('it ends at the limit of the minute, and tells the limit', async () => {
  const { code, output } = await load(api.origin, '--minutes', '5', '--callers', '2');

  expect(code).toBe(0);
  // Each caller hears it once.
  expect(output).toMatch(/^Errors: 429 rate_limited \(.+\) x[12]$/m);
  expect(output).toMatch(/^The tier allows 60 calls a minute; [\d,]+ of its quota of 1,000 were left\.$/m);
  expect(output).toContain('Stopped at the limit of the minute. --rate asks more slowly.');
});
