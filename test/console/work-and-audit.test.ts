import { sql } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdminProduct } from '../../src/catalog/products/administration/product-admin-contract.ts';
import { callAs, createConsoleCaller, type ConsoleCaller } from '../support/browser/console-call.ts';
import { startConsoleStack, type ConsoleStack } from '../support/browser/console-stack.ts';
import { listSeriousFaults } from '../support/browser/page-faults.ts';
import { emailOf } from '../support/callers/console-operators.ts';
import { insertSubmissions } from '../support/review/review-page.ts';
import { waitFor } from '../support/wait-for.ts';

const linesOf = async (page: Page, table: string) =>
  (await page.getByRole('table', { name: table, exact: true }).getByRole('row').allInnerTexts()).map((line) =>
    line.split(/\s+/).filter(Boolean),
  );

describe('the work of operators in the console', () => {
  let stack: ConsoleStack;
  let reviewer: ConsoleCaller;
  let editor: ConsoleCaller;

  beforeAll(async () => {
    stack = await startConsoleStack();
    reviewer = await createConsoleCaller(stack, 'reviewer');
    editor = await createConsoleCaller(stack, 'editor');
  });
  afterAll(() => stack.stop());

  it('is counted by operator and source, and each figure leads to what is behind it', async () => {
    const names = ['Quince paste', 'Medlar jelly', 'Sloe syrup', 'Rowan jam'];
    const ids = await insertSubmissions(
      stack.db,
      names.map((name) => ({ content: { name, category: 'snacks' } })),
    );
    await callAs(reviewer, 'POST', `/submissions/${ids[0]}/approve`, {});
    await callAs(reviewer, 'POST', `/submissions/${ids[1]}/reject`, { reason: 'No product' });
    await callAs(reviewer, 'POST', `/submissions/${ids[2]}/reject`, { reason: 'No product' });
    await callAs(editor, 'POST', `/submissions/${ids[3]}/reject`, { reason: 'No product' });
    await callAs(editor, 'POST', `/submissions/${ids[3]}/undo`, {});
    const { page, complaints } = await stack.signIn('reviewer', '/statistics');
    await page.getByRole('table', { name: 'By operator' }).waitFor();
    const [, ...byOperator] = await linesOf(page, 'By operator');
    expect(byOperator).toEqual([
      [emailOf('reviewer'), '1', '2', '0'],
      [emailOf('editor'), '0', '1', '1'],
    ]);
    // The submissions came in an hour ago.
    expect((await linesOf(page, 'By source'))[1]?.join(' ')).toMatch(
      /^public 1 3 1 ≤ (60 min|1 h) ≤ (6\d min|1 h)$/,
    );
    expect(await listSeriousFaults(page)).toEqual([]);

    await page
      .getByRole('table', { name: 'By operator', exact: true })
      .getByRole('link', { name: '2' })
      .click();
    await page.getByText('2 in all').waitFor();
    await page.getByRole('button', { name: /Medlar jelly/ }).waitFor();
    await page.getByRole('button', { name: /Sloe syrup/ }).waitFor();
    expect(await page.getByText('Rowan jam').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('is found in the log by parts of words and by what it is about, and rows say what that is', async () => {
    const { id } = await callAs<AdminProduct>(editor, 'POST', '/products', {
      name: 'Buckthorn cordial',
      gtin: '4012345678901',
    });
    await callAs(editor, 'PATCH', `/products/${id}`, { version: 1, country_of_origin: 'Latvia' });
    const { page } = await stack.signIn('reviewer', '/audit');
    await page.getByRole('combobox', { name: 'Who (e-mail, cli, …)' }).fill('edit');
    await page.getByRole('combobox', { name: 'Action, as approved' }).fill('updated');
    await page.waitForURL(/action=updated/);
    await page
      .getByRole('button', { name: /product\.updated\s+Buckthorn cordial/ })
      .first()
      .waitFor();
    const rejected = page.getByRole('button', { name: /submission\.rejected/ });
    await waitFor('what does not fit to go', async () => (await rejected.count()) === 0);

    await page.goto('/console/audit');
    await page.getByRole('combobox', { name: 'Product: name or barcode' }).fill('4012345678901');
    await page.getByRole('option', { name: /Buckthorn cordial/ }).click();
    await page.getByRole('button', { name: 'Clear what it is about' }).waitFor();
    await page.getByText('2 in all').waitFor();
    expect(await listSeriousFaults(page)).toEqual([]);
    await page.getByRole('button', { name: /product\.updated/ }).click();
    await page.getByRole('link', { name: 'product Buckthorn cordial' }).click();
    await page.getByRole('heading', { name: 'Buckthorn cordial', level: 1 }).waitFor();
  });

  it('names the successor of a primary barcode before it is removed, and takes another', async () => {
    const { id } = await callAs<AdminProduct>(editor, 'POST', '/products', {
      name: 'Cloudberry jam',
      gtin: '4006381333931',
    });
    for (const gtin of ['96385074', '3017620422003']) {
      await callAs(editor, 'POST', `/products/${id}/barcodes`, { gtin });
    }
    const primaryOf = async () =>
      (
        await stack.db.execute(sql`SELECT gtin14 FROM barcodes WHERE product_id = ${id} AND is_primary`)
      ).rows.map(({ gtin14 }) => gtin14);
    const { page } = await stack.signIn('editor', `/products/${id}?tab=barcodes`);
    await page.getByRole('button', { name: 'Remove 4006381333931' }).click();
    let dialog = page.getByRole('dialog', { name: 'Remove 4006381333931?' });
    const choiceOf = () => dialog.getByRole('combobox', { name: 'The primary barcode from then on' });
    expect(await choiceOf().inputValue()).toBe('96385074 (each)');
    expect(await listSeriousFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Remove barcode' }).click();
    await page.getByText('4006381333931 is removed, 96385074 is the primary barcode').waitFor();
    await waitFor('the successor', async () => (await primaryOf())[0] === '00000096385074');

    await callAs(editor, 'POST', `/products/${id}/barcodes`, { gtin: '4006381333931', pack_level: 'case' });
    await page.reload();
    await page.getByRole('button', { name: 'Remove 96385074' }).click();
    dialog = page.getByRole('dialog', { name: 'Remove 96385074?' });
    expect(await choiceOf().inputValue()).toBe('3017620422003 (each)');
    await choiceOf().click();
    await page.getByRole('option', { name: '4006381333931 (case)' }).click();
    await dialog.getByRole('button', { name: 'Remove barcode' }).click();
    await page.getByText('96385074 is removed, 4006381333931 is the primary barcode').waitFor();
    expect(await primaryOf()).toEqual(['04006381333931']);
  });
});
