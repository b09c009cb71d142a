import { sql } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startConsoleStack, type ConsoleStack } from '../support/browser/console-stack.ts';
import { waitFor } from '../support/wait-for.ts';

const found = z.object({ items: z.array(z.object({ id: z.uuid(), category_path: z.string().nullable() })) });

describe('the catalogue in the console', () => {
  let stack: ConsoleStack;

  beforeAll(async () => {
    stack = await startConsoleStack();
  });
  afterAll(() => stack.stop());

  it('brings two changes of one product together, and lets the operator choose where both changed', async () => {
    const [product] = await search(stack, 'q=nocciola&size=1');
    const first = await stack.signIn('editor', `/products/${product?.id}`);
    const second = await stack.signIn('admin', `/products/${product?.id}`);
    await nameField(second.page).fill('Named by the second');
    await second.page.getByRole('textbox', { name: 'Country of origin' }).fill('Spain');
    await nameField(first.page).fill('Named by the first');
    await first.page.getByRole('textbox', { name: 'Serving size' }).fill('20 g');
    await save(second.page);
    await second.page.getByText('Named by the second is saved').waitFor();

    await save(first.page);
    const merge = first.page.getByRole('dialog', { name: 'Another operator saved this product meanwhile' });
    const together = merge.getByRole('button', { name: 'Save together' });
    expect(await together.isDisabled()).toBe(true);
    await merge.getByRole('radio', { name: 'Name: yours' }).check();
    await together.click();
    await first.page.getByText('Named by the first is saved').waitFor();
    const { rows } = await stack.db.execute(sql`
      SELECT p.name, p.country_of_origin, f.serving_size
      FROM products p JOIN food_details f ON f.product_id = p.id WHERE p.id = ${product?.id}`);
    expect(rows).toEqual([{ name: 'Named by the first', country_of_origin: 'Spain', serving_size: '20 g' }]);
  });

  it('has the save bar of a product where it can be clicked, on a phone and on a wide screen', async () => {
    const [product] = await search(stack, 'q=nocciola&size=1');
    const { page } = await stack.signIn('editor', `/products/${product?.id}`);
    await nameField(page).fill('Changed');
    const bar = page.getByRole('region', { name: 'Unsaved changes' });
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 850 });
      await bar.waitFor();
      for (const button of await bar.getByRole('button').all()) {
        // Fails when anything lies over its middle.
        await button.click({ trial: true });
      }
      // The text begins at the left, where the areas of the console stand beside it.
      await bar.getByText('Changed:').click({ trial: true, position: { x: 2, y: 2 } });
    }
  });

  it('moves a category after counting what follows, and its products are found by the new path', async () => {
    const { page } = await stack.signIn('admin', '/categories');
    await page.getByRole('textbox', { name: 'Find a category' }).fill('hazelnut-spreads');
    await page.getByRole('button', { name: 'Hazelnut spreads' }).click();
    await page.getByRole('button', { name: 'Move…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Move Hazelnut spreads' });
    await dialog.getByRole('combobox', { name: 'Move it into' }).fill('food/snacks');
    await page.getByRole('option', { name: 'food/snacks', exact: true }).click();
    await dialog.getByText('food/snacks/hazelnut-spreads').waitFor();
    await dialog.getByText(/products in use are written to the index again/).waitFor();
    await dialog.getByRole('button', { name: 'Move category' }).click();
    await page.getByText('Hazelnut spreads is at food/snacks/hazelnut-spreads now').waitFor();
    await waitFor('its products below snacks', async () =>
      (await searchAsPublic(page, 'category=snacks&size=100')).some(
        (product) => product.category_path === 'food/snacks/hazelnut-spreads',
      ),
    );
  });

  it('merges a brand into another after a confirmation', async () => {
    const { page } = await stack.signIn('editor', '/brands');
    await page.getByRole('link', { name: 'Avelotta' }).click();
    await page.getByRole('combobox', { name: 'The brand that stays' }).fill('Casa Lumbretto');
    await page.getByRole('option', { name: /^Casa Lumbretto/ }).click();
    await page.getByRole('button', { name: 'Merge…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Merge Avelotta into Casa Lumbretto?' });
    await dialog.getByText('This cannot be taken back').waitFor();
    await dialog.getByRole('button', { name: 'Merge brands' }).click();
    await page.getByRole('heading', { name: 'Casa Lumbretto', level: 1 }).waitFor();
    await page.getByText('Avelotta', { exact: true }).waitFor();
    const { rows } = await stack.db.execute(
      sql`SELECT count(*)::int AS brands FROM brands WHERE name = 'Avelotta'`,
    );
    expect(rows).toEqual([{ brands: 0 }]);
  });

  it('tries a bulk change without effect, then does it', async () => {
    const { page } = await stack.signIn('editor', '/bulk?brand=Grünquell');
    await page.getByRole('combobox', { name: 'Change' }).click();
    await page.getByRole('option', { name: 'Give them a country of origin' }).click();
    await page.getByRole('textbox', { name: 'Country', exact: true }).fill('Austria');
    await page.getByRole('button', { name: /^Try it on \d+ products$/ }).click();
    await page.getByText('nothing is changed yet').waitFor();
    expect(await countAustrian(stack)).toBe(0);
    await page.getByRole('button', { name: 'Do it…' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Set the country of/ })
      .click();
    await page.getByRole('heading', { name: 'What was done' }).waitFor();
    expect(await countAustrian(stack)).toBeGreaterThan(0);
  });
});

function nameField(page: Page) {
  return page.getByRole('textbox', { name: 'Name' });
}

async function save(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Unsaved changes' }).getByRole('button', { name: 'Save' }).click();
}

async function search({ origin }: ConsoleStack, query: string) {
  const answer = await fetch(`${origin}/api/v1/products/search?${query}`);
  return found.parse(await answer.json()).items;
}

/** What the public search finds, asked by the page: as an operator one is not counted among anonymous callers. */
async function searchAsPublic(page: Page, query: string) {
  const ask = `fetch('/api/admin/products?view=public&${query}').then((answer) => answer.json())`;
  return found.parse(await page.evaluate(ask)).items;
}

async function countAustrian({ db }: ConsoleStack): Promise<number> {
  const { rows } = await db.execute<{ products: number }>(sql`
    SELECT count(*)::int AS products FROM products p JOIN brands b ON b.id = p.brand_id
    WHERE b.name = 'Grünquell' AND p.country_of_origin = 'Austria'`);
  return rows[0]?.products ?? 0;
}
