import { sql } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdminProduct } from '../../src/catalog/products/administration/product-admin-contract.ts';
import { callAs, createConsoleCaller, type ConsoleCaller } from '../support/browser/console-call.ts';
import { startConsoleStack, type ConsoleStack } from '../support/browser/console-stack.ts';
import { listSeriousFaults } from '../support/browser/page-faults.ts';
import { emailOf } from '../support/callers/console-operators.ts';
import { insertSubmissions } from '../support/review/review-page.ts';

const PHONE = { viewport: { width: 390, height: 844 } };

describe('the history of a product in the console', () => {
  let stack: ConsoleStack;
  /** Whose changes are looked at. */
  let admin: ConsoleCaller;

  beforeAll(async () => {
    stack = await startConsoleStack();
    admin = await createConsoleCaller(stack, 'admin');
  });
  afterAll(() => stack.stop());

  const create = (facts: object) =>
    callAs<AdminProduct>(admin, 'POST', '/products', { category: 'snacks', status: 'active', ...facts });
  const change = (id: string, version: number, facts: object) =>
    callAs<AdminProduct>(admin, 'PATCH', `/products/${id}`, { version, ...facts });
  const openHistory = (page: Page, id: string) => page.goto(`/console/products/${id}?tab=history`);
  const factsOf = async (id: string) =>
    (
      await stack.db.execute(sql`
        SELECT name, country_of_origin AS country, net_content_value AS amount, net_content_unit AS unit
        FROM products WHERE id = ${id}`)
    ).rows[0];

  it('says in words what each row changed, and leads to the submission behind it', async () => {
    const { id } = await create({ name: 'Kelpa crisps', net_content_value: 90, net_content_unit: 'g' });
    await change(id, 1, { name: 'Kelpa sea crisps', net_content_value: 100 });
    const [submissionId] = await insertSubmissions(stack.db, [
      { productId: id, content: { ingredients_text: 'Kelp, salt', nutriments: { fat_g: 20 } } },
    ]);
    await callAs(admin, 'POST', `/submissions/${submissionId}/approve`, {});
    const { page } = await stack.signIn('reviewer', `/products/${id}?tab=history`);
    const rows = page.getByRole('list', { name: 'History' }).getByRole('listitem');
    const [approved, edited, created] = [rows.nth(0), rows.nth(1), rows.nth(2)];
    await approved.getByText(`${emailOf('admin')} approved a submission`).waitFor();
    await approved.getByText('community').waitFor();
    await approved.getByText('Ingredients').waitFor();
    await approved.getByText('Nutrition: Fat (g)').waitFor();
    expect((await edited.innerText()).replaceAll(/\s+/g, ' ')).toMatch(
      /changed the product.*changed Name Kelpa crisps → Kelpa sea crisps.*changed Net content 90 → 100/,
    );
    await created.getByText('made the product').waitFor();
    // A reviewer reads; the way back is the editor's.
    expect(await page.getByRole('button', { name: /^Revert/ }).count()).toBe(0);
    expect(await listSeriousFaults(page)).toEqual([]);
    await approved.getByRole('link', { name: 'To the submission' }).click();
    await page.waitForURL(`**/console/review?**${submissionId}**`);
    await page.getByRole('main').getByRole('heading', { name: 'Kelpa sea crisps', level: 2 }).waitFor();
  });

  it('takes one field of a row back, after showing what that does', async () => {
    const { id } = await create({ name: 'Oat bar', country_of_origin: 'Spain' });
    await change(id, 1, { name: 'Oat bar deluxe', country_of_origin: 'France' });
    const { page } = await stack.signIn('editor', `/products/${id}?tab=history`, PHONE);
    const rows = page.getByRole('list', { name: 'History' }).getByRole('listitem');
    await rows.first().getByRole('button', { name: 'Revert Country of origin…' }).click();
    const dialog = page.getByRole('dialog', { name: /^Revert Country of origin to before row \d+\?$/ });
    await dialog.getByText('becomes').or(dialog.getByLabel('becomes')).first().waitFor();
    expect((await dialog.innerText()).replaceAll(/\s+/g, ' ')).toContain('Country of origin France → Spain');
    expect(await factsOf(id)).toMatchObject({ country: 'France' });
    expect(await listSeriousFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Revert Country of origin' }).click();
    await page.getByText(/^Country of origin is as before row \d+$/).waitFor();
    await rows
      .first()
      .getByText(/reverted row \d+/)
      .waitFor();
    expect(await factsOf(id)).toMatchObject({ name: 'Oat bar deluxe', country: 'Spain' });
  });

  it('tells that somebody was faster, shows the effect again, and says what goes with it', async () => {
    const { id } = await create({ name: 'Rye bar' });
    await change(id, 1, { name: 'Rye bar deluxe' });
    const { page } = await stack.signIn('editor', `/products/${id}?tab=history`);
    await page.getByRole('button', { name: 'Revert Name…' }).click();
    const dialog = page.getByRole('dialog', { name: /^Revert Name/ });
    const button = dialog.getByRole('button', { name: 'Revert Name' });
    await dialog.getByLabel('becomes').waitFor();
    await change(id, 2, { name: 'Rye bar superb' });
    await button.click();
    await dialog.getByText('Another operator was faster').waitFor();
    expect(await button.isDisabled()).toBe(true);
    expect(await factsOf(id)).toMatchObject({ name: 'Rye bar superb' });
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await dialog.getByText('It was changed again since').waitFor();
    expect((await dialog.innerText()).replaceAll(/\s+/g, ' ')).toContain('Rye bar superb → Rye bar');
    await button.click();
    await page.getByText(/^Name is as before row \d+$/).waitFor();
    expect(await factsOf(id)).toMatchObject({ name: 'Rye bar' });
  });

  it('takes a merge back after showing both products, and explains why it cannot', async () => {
    const kept = await create({ name: 'Plum jam' });
    const gone = await create({ name: 'PLUM JAM', country_of_origin: 'Poland', gtin: '4012345678901' });
    await callAs(admin, 'POST', `/products/${gone.id}/merge`, {
      into: kept.id,
      version: 1,
      into_version: 1,
    });
    const { page } = await stack.signIn('editor', `/products/${kept.id}?tab=history`);
    const row = page.getByRole('list', { name: 'History' }).getByRole('listitem').first();
    await row.getByText(/completed it by merging in/).waitFor();
    await row.getByRole('button', { name: 'Take the merge back…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Take the merge back?' });
    await dialog.getByText('PLUM JAM is a product of its own again').waitFor();
    const back = dialog.getByRole('region', { name: 'What becomes of PLUM JAM', exact: true });
    await back.getByText('4012345678901').waitFor();
    await dialog
      .getByRole('region', { name: 'What becomes of Plum jam', exact: true })
      .getByText('Poland')
      .waitFor();
    expect(await listSeriousFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Take the merge back' }).click();
    // What the dialog says of it, the notice says as well.
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('PLUM JAM is a product of its own again').waitFor();
    await row.getByText(/took back the merge of/).waitFor();
    const { rows } = await stack.db.execute(sql`
      SELECT status, merged_into_id, (SELECT gtin14 FROM barcodes WHERE product_id = p.id) AS gtin
      FROM products p WHERE id = ${gone.id}`);
    expect(rows).toEqual([{ status: 'active', merged_into_id: null, gtin: '04012345678901' }]);

    await callAs(admin, 'POST', `/products/${gone.id}/merge`, {
      into: kept.id,
      version: 3,
      into_version: 3,
    });
    await change(kept.id, 4, { serving_size: '20 g' });
    await openHistory(page, gone.id);
    await page.getByRole('button', { name: 'Take the merge back…' }).click();
    await dialog.getByText('It cannot be taken back as things are').waitFor();
    await dialog.getByText(`${emailOf('admin')}: Serving size`).waitFor();
    expect(await dialog.getByRole('button', { name: 'Take the merge back' }).isDisabled()).toBe(true);
    await dialog.getByRole('link', { name: 'To its history' }).click();
    await page.getByRole('heading', { name: 'Plum jam', level: 1 }).waitFor();
  });

  it('pages through a long history, and a page has an address', async () => {
    const { id } = await create({ name: 'Bread 0' });
    for (let version = 1; version <= 22; version += 1) {
      await change(id, version, { name: `Bread ${version}` });
    }
    const { page } = await stack.signIn('reviewer', `/products/${id}?tab=history`);
    await page.getByText('23 changes').waitFor();
    const rows = page.getByRole('list', { name: 'History' }).getByRole('listitem');
    expect(await rows.count()).toBe(20);
    await page.getByRole('button', { name: 'Page 2' }).click();
    await page.getByText('made the product').waitFor();
    await page.reload();
    await page.getByText('made the product').waitFor();
    expect(await rows.count()).toBe(3);
  });
});
