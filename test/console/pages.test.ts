import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startConsoleStack, type ConsoleStack } from '../support/browser/console-stack.ts';
import { listSeriousFaults } from '../support/browser/page-faults.ts';
import { followRequests } from '../support/browser/settled-page.ts';

const PAGES = [
  ['review', 'Review'],
  ['products', 'Products'],
  ['products/new', 'New product'],
  ['brands', 'Brands'],
  ['categories', 'Categories'],
  ['names', 'Names'],
  ['kinds', 'Kinds'],
  ['kinds/electronics', 'Electronics'],
  ['misses', 'Not found'],
  ['bulk', 'Bulk changes'],
  ['operations', 'Queues and index'],
  ['statistics', 'Statistics'],
  // A link of an earlier release.
  ['statistics/review', 'Statistics'],
  ['audit', 'Audit log'],
  ['sources', 'Sources'],
  ['keys', 'API keys'],
  ['tiers', 'Tiers'],
  ['reject-reasons', 'Reject reasons'],
  ['review-rules', 'Review rules'],
  ['operators', 'Operators'],
  ['me', 'Your access'],
] as const;
const LOOKS = [
  { colorScheme: 'light', viewport: { width: 1280, height: 850 } },
  { colorScheme: 'dark', viewport: { width: 1920, height: 1080 } },
] as const;

describe('every page of the console', () => {
  let stack: ConsoleStack;

  beforeAll(async () => {
    stack = await startConsoleStack();
  });
  afterAll(() => stack.stop());

  it('is shown whole and has no serious fault, light and dark', async () => {
    const { page, complaints } = await stack.openSignedIn('admin');
    const settle = followRequests(page);
    const product = await findProduct(stack);
    const parts = ['facts', 'barcodes', 'sources', 'quality', 'history'];
    const productPages = parts.map((tab) => [`products/${product.id}?tab=${tab}`, product.name] as const);
    for (const [address, title] of [...PAGES, ...productPages]) {
      await page.goto(`/console/${address}`);
      for (const { colorScheme, viewport } of LOOKS) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize(viewport);
        await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
        await page.getByRole('heading', { name: title, level: 1 }).waitFor();
        await settle();
        expect(await listSeriousFaults(page), `${address}, ${colorScheme}`).toEqual([]);
      }
    }
    expect(complaints).toEqual([]);
  });

  it('has no serious fault while nobody is signed in', async () => {
    const { page, complaints } = await stack.openPage();
    const settle = followRequests(page);
    await page.goto('/console/');
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await settle();
    expect(await listSeriousFaults(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('shows a rebuild of the index from its start to its end', async () => {
    const { page } = await stack.signIn('admin', '/operations');
    const rows = page.getByRole('table', { name: 'Rebuilds' }).getByRole('row');
    await page.getByRole('button', { name: 'Rebuild…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rebuild' }).click();
    await page.getByText('The rebuild has begun').waitFor();
    // A first start makes the index and needs no rebuild: this one is the only one.
    await rows.nth(1).getByText('done').waitFor();
  });

  it('leads by keyboard alone to a product of some words, and of a barcode though Enter comes before the answer', async () => {
    const { gtin, name } = await findProduct(stack);
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

    await page.goto('/console/review');
    await page.getByRole('navigation', { name: 'Areas' }).waitFor();
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
