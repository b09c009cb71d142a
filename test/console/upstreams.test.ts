import { afterAll, beforeAll, expect, it } from 'vitest';
import { upstreamRuns } from '../../src/platform/db/schema/upstreams.ts';
import { createReport } from '../../src/import/import-report.ts';
import { saveUpstream } from '../../src/upstream/upstream-store.ts';
import { startConsoleStack, type ConsoleStack } from '../support/browser/console-stack.ts';

let stack: ConsoleStack;

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
const report = { ...createReport(), created: 310, updated: 2_044, refusedRows: { no_name: 120, no_code: 3 } };

beforeAll(async () => {
  stack = await startConsoleStack();
  await saveUpstream(stack.db, 'open_food_facts', {
    isOn: true,
    position: Math.floor(hoursAgo(20).getTime() / 1_000),
    wholeAt: hoursAgo(70),
    inStepAt: hoursAgo(2),
    nextAt: hoursAgo(-4),
  });
  await saveUpstream(stack.db, 'open_beauty_facts', {
    isOn: true,
    error: 'https://static.openbeautyfacts.org/data/delta/index.txt does not answer: connect ETIMEDOUT',
    failures: 3,
    nextAt: hoursAgo(-1),
  });
  const run = { sourceCode: 'open_food_facts', startedAt: hoursAgo(2), finishedAt: hoursAgo(1.9) };
  const file = 'openfoodfacts_products_1795654273_1795740673.json.gz';
  await stack.db.insert(upstreamRuns).values([
    { ...run, kind: 'delta', file, state: 'done', bytes: 81_200_000, rows: 2_477, report },
    {
      ...run,
      kind: 'whole',
      file: 'openfoodfacts-products.jsonl.gz',
      state: 'failed',
      error: 'It was told to stop.',
    },
  ]);
});
afterAll(() => stack.stop());

it('shows how far each source is, and the last files with rows and refusals', async () => {
  const { page, complaints } = await stack.signIn('admin', '/sources');
  const upstreams = page.getByRole('table', { name: 'Upstreams' });
  await upstreams.getByText('failed 3 times').waitFor();
  expect(await upstreams.getByRole('row').count()).toBe(6);
  const files = page.getByRole('table', { name: 'Files' });
  const done = files.getByRole('row').filter({ hasText: '2,477' });
  expect(await done.textContent()).toContain('no_name 120, no_code 3');
  expect(await done.textContent()).toContain('2,354');
  expect(complaints).toEqual([]);
});

it('an admin switches a source on, asks for a run, and changes its address', async () => {
  const { page } = await stack.signIn('admin', '/sources');
  await page.getByRole('switch', { name: 'Keep usda in step' }).click({ force: true });
  await page.getByText('usda is kept in step').waitFor();
  await page.getByRole('button', { name: 'Run now: usda' }).click();
  await page.getByText('A run of usda begins within ten seconds').waitFor();
  await page.getByRole('button', { name: 'Change… usda' }).click();
  await page.getByRole('textbox', { name: 'Address' }).fill('https://evil.example/');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Files may not be fetched from evil.example').waitFor();
});

it('an editor reads it, and changes nothing', async () => {
  const { page } = await stack.signIn('editor', '/sources');
  await page.getByRole('table', { name: 'Upstreams' }).getByText('open_pet_food_facts').waitFor();
  expect(await page.getByRole('switch').count()).toBe(0);
});
