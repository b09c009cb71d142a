import { afterAll, beforeAll, expect, it } from 'vitest';
import { saveMisses } from '../../src/catalog/misses/miss-store.ts';
import { startConsoleStack, type ConsoleStack } from '../support/browser/console-stack.ts';

let stack: ConsoleStack;

beforeAll(async () => {
  stack = await startConsoleStack();
  await saveMisses(stack.db, [
    { kind: 'barcode', value: '4006381333931', count: 12, best_score: 0 },
    { kind: 'barcode', value: '012345678905', count: 4, best_score: 0 },
    { kind: 'text', value: 'oat milk barista', count: 5, best_score: 0.45 },
    { kind: 'text', value: `ein sehr langes ${'wort'.repeat(18)}`, count: 1, best_score: 0 },
  ]);
});
afterAll(() => stack.stop());

it('lists what nobody found, and leads to the form with the barcode or the name', async () => {
  const { page, complaints } = await stack.signIn('editor', '/misses');
  const rows = page.getByRole('table', { name: 'Not found' }).getByRole('row');
  await page.getByText('4006381333931').waitFor();
  expect(await rows.count()).toBe(5);
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.getByRole('link', { name: 'Add this product: oat milk barista' }).click({ trial: true });
  }
  await page.getByRole('link', { name: 'Add this product: 012345678905' }).click();
  const barcode = page.getByRole('textbox', { name: 'Barcode' });
  await barcode.waitFor();
  expect(await barcode.inputValue()).toBe('012345678905');
  await page.goBack();
  await page.getByRole('link', { name: 'Add this product: oat milk barista' }).click();
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await name.waitFor();
  expect(await name.inputValue()).toBe('oat milk barista');
  expect(await barcode.inputValue()).toBe('');
  expect(complaints).toEqual([]);
});

it('shows one kind, and removes a text', async () => {
  const { page } = await stack.signIn('editor', '/misses?kind=text');
  await page.getByText('oat milk barista').waitFor();
  expect(await page.getByText('4006381333931').count()).toBe(0);
  const href = await page.getByRole('link', { name: 'Export as CSV' }).getAttribute('href');
  expect(href).toBe('/api/admin/misses/export.csv?kind=text&days=30');
  await page.getByRole('button', { name: 'Remove oat milk barista' }).click();
  await page.getByText('oat milk barista is removed').waitFor();
  await page.getByRole('link', { name: 'Add this product: oat milk barista' }).waitFor({ state: 'detached' });
});
