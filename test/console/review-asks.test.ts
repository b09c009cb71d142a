import { sql } from 'drizzle-orm';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startConsoleStack, type ConsoleStack } from '../support/browser/console-stack.ts';
import { gtinOf } from '../support/imports/export-file.ts';
import {
  approveShown,
  decisionOf,
  findProduct,
  insertSubmissions,
  recordDecisions,
  waitForStatus,
  waitUntilReady,
  waitUntilSeen,
} from '../support/review/review-page.ts';

describe('the desk', () => {
  let stack: ConsoleStack;

  beforeAll(async () => {
    stack = await startConsoleStack();
  });
  afterAll(() => stack.stop());

  it('asks before a product is made of a submission whose twin waits, as beside a product', async () => {
    const content = {
      name: 'Twinword oats',
      brand: 'Twinword Mill',
      net_content_value: 500,
      net_content_unit: 'g',
      category: 'beverages',
    };
    const [first = '', second = ''] = await insertSubmissions(stack.db, [
      { gtin: gtinOf(71), content },
      { gtin: gtinOf(72), content },
    ]);
    const { page } = await stack.signIn('reviewer', '/review?q=Twinword');
    await waitUntilSeen(page, 'Twinword oats');
    await decisionOf(page).getByText('Is it “Twinword oats”, which waits too?').waitFor();
    const { approved } = recordDecisions(page);
    await page.keyboard.press('a');
    await decisionOf(page).getByText('Nothing was decided: see what it needs first.').waitFor();
    expect(approved).toEqual([]);
    await page.keyboard.press('n');
    await approveShown(page, 'Twinword oats');
    await waitForStatus(stack.db, first, 'approved');
    await page.locator(`[data-submission="${second}"]`).waitFor();
    await decisionOf(page).getByText('Is it “Twinword oats”? Complete it').waitFor();
  });

  it('asks before a product is made without the category that is suggested', async () => {
    const name = 'Nocciola hazelnut spread deluxe';
    const [id = ''] = await insertSubmissions(stack.db, [{ content: { name, brand: 'Quimbyworth' } }]);
    const { page } = await stack.signIn('reviewer', `/review?id=${id}`);
    await decisionOf(page).getByText('It has no category: take or leave “Hazelnut spreads” first.').waitFor();
    await waitUntilSeen(page, name);
    const { approved } = recordDecisions(page);
    await page.keyboard.press('a');
    await decisionOf(page).getByText('Nothing was decided').waitFor();
    expect(approved).toEqual([]);
    await page.keyboard.press('l');
    await approveShown(page, name);
    await waitForStatus(stack.db, id, 'approved');
  });

  it('says in red that two products to be merged are unlike, and compares their allergens', async () => {
    const [from, into] = [await findProduct(stack.db, 'nocciola'), await findProduct(stack.db, 'oat drink')];
    const setAllergens = (id: string, codes: string) =>
      stack.db.execute(sql`UPDATE food_details SET allergens = ${codes}::text[] WHERE product_id = ${id}`);
    await setAllergens(from.id, '{milk,nuts}');
    await setAllergens(into.id, '{gluten}');
    const { page } = await stack.signIn('admin', `/products/${from.id}`);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Merge into another…' }).click();
    const dialog = page.getByRole('dialog', { name: `Merge ${from.name} into another product` });
    await dialog.getByRole('combobox', { name: 'The product that stays' }).fill(into.name);
    await page.getByRole('option').filter({ hasText: into.name }).first().click();
    const alert = dialog.getByRole('alert').filter({ hasText: 'These look like two different products' });
    await alert.getByText('Allergens: gluten stays, milk, nuts does not.').waitFor();
    await alert.getByText(/^Name: /).waitFor();
    const row = dialog
      .getByRole('row')
      .filter({ has: page.getByRole('cell', { name: 'Allergens', exact: true }) });
    expect(await row.getByRole('cell').allInnerTexts()).toEqual([
      'Allergens',
      'gluten',
      'milk, nuts',
      'stays as it is',
    ]);
  });

  it('begins a bulk change with nothing chosen', async () => {
    const { page } = await stack.signIn('editor', '/bulk');
    await page.getByText('No product is chosen: set a filter.').waitFor();
    expect(await page.getByRole('combobox', { name: 'Change' }).inputValue()).toBe('');
    expect(await page.getByRole('button', { name: 'Try it on 0 products' }).isDisabled()).toBe(true);
  });

  it('says what z would take back once something was taken back', async () => {
    await insertSubmissions(stack.db, [
      { content: { name: 'Backword 1', category: 'beverages' } },
      { content: { name: 'Backword 2', category: 'beverages' } },
      { content: { name: 'Backword 3', category: 'beverages' } },
    ]);
    const { page } = await stack.signIn('reviewer', '/review?q=Backword');
    await approveShown(page, 'Backword 1');
    await approveShown(page, 'Backword 2');
    await decisionOf(page).getByText('Approved Backword 2').waitFor();
    await page.keyboard.press('z');
    await waitUntilReady(page, 'Backword 2');
    await decisionOf(page).getByRole('button', { name: 'Take back the approval of Backword 1' }).waitFor();
  });

  it('says in colour that a submission has a link, advertising or profanity', async () => {
    await submit(stack, { name: 'Linkword drink', brand: 'buy now at cheap-oats.com' });
    await submit(stack, { name: 'Linkword plain' });
    const { page } = await stack.signIn('reviewer', '/review?q=Linkword');
    const rows = page.getByRole('list', { name: 'Submissions' }).getByRole('listitem');
    await rows.filter({ hasText: 'Linkword drink' }).getByText('link, ad or profanity').waitFor();
    expect(await rows.filter({ hasText: 'Linkword plain' }).getByText('profanity').count()).toBe(0);
    await waitUntilSeen(page, 'Linkword drink');
    const note = page.getByRole('main').getByText('high risk: a link, advertising or profanity');
    expect(await colourOf(note)).toMatch(/^rgb\((?:19|2\d)\d, \d{1,2}, \d{1,2}\)$/);
  });
});

const colourOf = (text: Locator) =>
  text.evaluate(
    (element) =>
      (globalThis as unknown as { getComputedStyle: (of: unknown) => { color: string } }).getComputedStyle(
        element,
      ).color,
  );

async function submit({ origin }: ConsoleStack, body: object): Promise<void> {
  const answer = await fetch(`${origin}/api/public/submissions`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(201);
}
