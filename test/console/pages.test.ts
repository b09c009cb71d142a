import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startConsoleStack, type ConsoleStack } from '../support/browser/console-stack.ts';
import { listSeriousFaults } from '../support/browser/page-faults.ts';

const PAGES = [
  ['review', 'Review'],
  ['products', 'Products'],
  ['products/new', 'New product'],
  ['brands', 'Brands'],
  ['categories', 'Categories'],
  ['kinds', 'Kinds'],
  ['kinds/electronics', 'Electronics'],
  ['bulk', 'Bulk changes'],
  ['operations', 'Queues and index'],
  ['statistics', 'Statistics'],
  ['statistics/review', 'Work of the reviewers'],
  ['audit', 'Audit log'],
  ['sources', 'Sources'],
  ['keys', 'API keys'],
  ['tiers', 'Tiers'],
  ['reject-reasons', 'Reject reasons'],
  ['operators', 'Operators'],
  ['me', 'Your access'],
] as const;
const LOOKS = [
  { colorScheme: 'light', viewport: { width: 1280, height: 850 } },
  { colorScheme: 'dark', viewport: { width: 1920, height: 1080 } },
] as const;

describe('every page of the console', () => {
  let stack: ConsoleStack;
  let pictures: string;

  beforeAll(async () => {
    stack = await startConsoleStack();
    pictures = await mkdtemp(path.join(tmpdir(), 'factshelf-console-'));
  });
  afterAll(() => stack.stop());

  it.each(LOOKS)('is shown whole and has no serious fault, $colorScheme', async (look) => {
    const { page, complaints } = await stack.signIn('admin', '/review', look);
    const product = await findProduct(stack);
    const parts = ['facts', 'barcodes', 'sources', 'quality', 'history'];
    const productPages = parts.map((tab) => [`products/${product.id}?tab=${tab}`, product.name] as const);
    for (const [address, title] of [...PAGES, ...productPages]) {
      await page.goto(`/console/${address}`);
      await page.getByRole('heading', { name: title, level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      expect(await listSeriousFaults(page), address).toEqual([]);
      const file = `${address.replaceAll(/[/?=]/g, '-')}-${look.colorScheme}.png`;
      await page.screenshot({ path: path.join(pictures, file), fullPage: true });
    }
    expect(complaints).toEqual([]);
    console.info(`pictures of all pages: ${pictures}`);
  });

  it('has no serious fault while nobody is signed in', async () => {
    const { page, complaints } = await stack.openPage();
    await page.goto('/console/');
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await listSeriousFaults(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('shows a rebuild of the index from its start to its end', async () => {
    const { page } = await stack.signIn('admin', '/operations');
    const rows = page.getByRole('table', { name: 'Rebuilds' }).getByRole('row');
    await rows.nth(1).waitFor();
    const before = await rows.count();
    await page.getByRole('button', { name: 'Rebuild…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rebuild' }).click();
    await page.getByText('The rebuild has begun').waitFor();
    await rows.nth(before).waitFor();
    await rows.nth(1).getByText('done').waitFor();
  });

  it('leads from the search on top to a product, by keyboard alone', async () => {
    const { page } = await stack.signIn('reviewer', '/review');
    await page.keyboard.press('/');
    // At once: between slow keys the words so far are searched for, and their options go away again.
    await page.keyboard.insertText('nocciola hazelnut');
    await page
      .getByRole('option', { name: /Nocciola hazelnut spread/ })
      .first()
      .waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /Nocciola/, level: 1 }).waitFor();
  });

  it('leads from a scanned barcode to its product, though Enter comes before the answer', async () => {
    const { gtin, name } = await findProduct(stack);
    const { page } = await stack.signIn('reviewer', '/review');
    await page.keyboard.press('/');
    await page.keyboard.type(gtin);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name, level: 1 }).waitFor();
  });
});

async function findProduct({ origin }: ConsoleStack): Promise<{ id: string; name: string; gtin: string }> {
  const answer = await fetch(`${origin}/api/v1/products/search?q=nocciola&size=1`);
  const page = z.object({ items: z.array(z.object({ id: z.uuid(), name: z.string(), gtin: z.string() })) });
  const [first] = page.parse(await answer.json()).items;
  if (!first) throw new Error('the demonstration catalogue is not there');
  return first;
}
