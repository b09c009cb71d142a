import { sql } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startConsoleStack, type ConsoleStack } from '../support/browser/console-stack.ts';
import { listSeriousFaults } from '../support/browser/page-faults.ts';

describe('lists in the console', () => {
  let stack: ConsoleStack;

  beforeAll(async () => {
    stack = await startConsoleStack();
    // Products of one name, so that a filter finds them alone, and in an order that is known.
    await stack.db.execute(sql`
      INSERT INTO products (id, name, search_name, category_id, status, quality_score, archive_reason)
      SELECT gen_random_uuid(), 'Listword ' || lpad(n::text, 2, '0'), 'listword ' || lpad(n::text, 2, '0'),
        (SELECT id FROM categories WHERE code = 'snacks'), CASE n WHEN 3 THEN 'archived' ELSE 'active' END, n / 100.0,
        CASE n WHEN 3 THEN 'Not sold' END
      FROM generate_series(1, 60) n`);
  });
  afterAll(() => stack.stop());

  it('leads from ticked rows into a bulk change, and names what is refused', async () => {
    const { page, complaints } = await stack.signIn('editor', '/products?q=Listword&sort=name');
    await tick(page, 'Listword 01').click();
    await tick(page, 'Listword 04').click({ modifiers: ['Shift'] });
    await chosenBar(page).getByText('4 ticked').waitFor();
    await chosenBar(page).getByRole('button', { name: 'Change them…' }).click();
    const drawer = page.getByRole('dialog', { name: 'Change 4 products' });
    await chooseCountry(page, 'Austria');
    await drawer.getByRole('button', { name: 'Try it on 4 products' }).click();
    await drawer.getByText('nothing is changed yet').waitFor();
    const refused = drawer.getByRole('row').filter({ hasText: 'Listword 03' });
    await refused.getByText('invalid_state').waitFor();
    expect(await countAustrian(stack)).toEqual([]);
    await drawer.getByRole('button', { name: 'Do it…' }).click();
    await page.getByRole('button', { name: 'Set the country of 3 products' }).click();
    await drawer.getByRole('heading', { name: 'What was done' }).waitFor();
    await refused.getByText('invalid_state').waitFor();
    expect(await countAustrian(stack)).toEqual(['Listword 01', 'Listword 02', 'Listword 04']);
    await drawer.getByRole('button', { name: 'Close' }).click();
    await chosenBar(page).waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  });

  it('chooses the whole page, other pages with it, and all that fit, with their count', async () => {
    const { page } = await stack.signIn('editor', '/products?q=Listword&sort=name&status=active');
    await page.getByRole('checkbox', { name: 'Tick all on this page' }).click();
    await chosenBar(page).getByText('50 ticked').waitFor();
    await page.getByRole('button', { name: 'Page 2', exact: true }).click();
    await tick(page, 'Listword 60').click();
    await chosenBar(page).getByText('51 ticked').waitFor();
    await chosenBar(page).getByText('50 of them on other pages').waitFor();
    await chosenBar(page).getByRole('button', { name: 'Choose all 59 products that fit' }).click();
    await chosenBar(page).getByText('All 59 products that fit').waitFor();
    await chosenBar(page).getByRole('button', { name: 'Change them…' }).click();
    const drawer = page.getByRole('dialog', { name: 'Change 59 products' });
    await chooseCountry(page, 'Spain');
    await drawer.getByRole('button', { name: 'Try it on 59 products' }).click();
    await drawer.getByText('changed 59').waitFor();
    await drawer.getByRole('button', { name: 'Close' }).click();
    // Another filter is another set.
    await page.getByRole('combobox', { name: 'State' }).click();
    await page.getByRole('option', { name: 'archived' }).click();
    await tick(page, 'Listword 03').waitFor();
    expect(await chosenBar(page).count()).toBe(0);
  });

  it('orders by a click on a header, in the address, and keeps columns and density for the operator', async () => {
    const { page, complaints } = await stack.signIn('editor', '/products?q=Listword');
    const header = page.getByRole('columnheader', { name: 'Product' });
    await header.getByRole('button').click();
    await header.and(page.locator('[aria-sort=ascending]')).waitFor();
    await expectFirst(page, 'Listword 01');
    await header.getByRole('button').click();
    await expectFirst(page, 'Listword 60');
    expect(new URL(page.url()).searchParams.get('sort')).toBe('-name');
    await header.getByRole('button').click();
    await page.waitForURL((url) => !url.searchParams.has('sort'));

    await page.getByRole('button', { name: 'Columns and density' }).click();
    await page.getByRole('checkbox', { name: 'Country' }).check();
    await page.getByRole('checkbox', { name: 'Kind' }).uncheck();
    await page.getByText('compact', { exact: true }).click();
    await page.getByRole('columnheader', { name: 'Country' }).waitFor();
    const heightOf = async () => (await page.getByRole('row').nth(1).boundingBox())?.height ?? 0;
    const height = await heightOf();
    await page.reload();
    await page.getByRole('columnheader', { name: 'Country' }).waitFor();
    await page
      .getByRole('link', { name: /^Listword/ })
      .first()
      .waitFor();
    expect(await page.getByRole('columnheader', { name: 'Kind' }).count()).toBe(0);
    expect(await heightOf()).toBe(height);
    expect(complaints).toEqual([]);
  });

  it.each([
    ['Clear filters', 'q=Listword'],
    ['Clear filters', 'status=active'],
    ['Clear name, barcode or id', 'q=Listword'],
  ])(
    'forgets what was typed into a text filter when “%s” comes before the pause, with %s',
    async (button, filters) => {
      const { page } = await stack.signIn('editor', `/products?${filters}`);
      const name = page.getByRole('textbox', { name: 'Name, barcode or id' });
      const clear = page.getByRole('button', { name: button });
      await clear.waitFor();
      await name.fill('Listword 07');
      // A click waits for the button to stand still, longer than the pause.
      await clear.dispatchEvent('click');
      // The pause of the brand ends later.
      await page.getByRole('textbox', { name: 'Brand' }).fill('one');
      await page.waitForURL((url) => url.searchParams.get('brand') === 'one');
      expect(new URL(page.url()).searchParams.get('q')).toBeNull();
      expect(await name.inputValue()).toBe('');
    },
  );

  it('gives a reviewer nothing to tick, and says of a text why the public finds products in this order', async () => {
    const { page, complaints } = await stack.signIn('reviewer', '/products?q=Listword');
    await page
      .getByRole('link', { name: /^Listword/ })
      .first()
      .waitFor();
    // He may not change products.
    expect(await page.getByRole('checkbox').count()).toBe(0);
    await page.goto('/console/products');
    await page.getByRole('columnheader', { name: 'Product' }).waitFor();
    expect(await page.getByRole('button', { name: 'Why this order' }).count()).toBe(0);
    await page.getByRole('textbox', { name: 'Name, barcode or id' }).fill('nocciola spred');
    await page.getByRole('button', { name: 'Why this order' }).click();
    const drawer = page.getByRole('dialog', { name: 'Why the public finds them in this order' });
    const ranking = drawer.getByRole('table', { name: 'Why this order' });
    const first = ranking.getByRole('row').nth(1);
    await first.getByRole('link', { name: /nocciola/i }).waitFor();
    const [similarity = 0, factor = 0, rank = 0] = (await first.getByRole('cell').allInnerTexts())
      .slice(1, 4)
      .map(Number);
    expect(similarity).toBeGreaterThan(0.42);
    expect(similarity * factor).toBeCloseTo(rank, 1);
    expect(await first.locator('mark').innerText()).toMatch(/nocciola/i);
    await first.getByText('What its quality is made of').click();
    await first
      .getByRole('cell', { name: 'nutriments', exact: true })
      .or(first.getByText('brand', { exact: true }))
      .first()
      .waitFor();
    await drawer.getByText(/Found by .* in \d+\.\d ms/).waitFor();
    expect(await listSeriousFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'hidden' });
    expect(complaints).toEqual([]);
  });
});

const tick = (page: Page, name: string) => page.getByRole('checkbox', { name: `Tick ${name}`, exact: true });

const chosenBar = (page: Page) => page.getByRole('region', { name: 'Chosen products' });

async function chooseCountry(page: Page, country: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Change' }).click();
  await page.getByRole('option', { name: 'Give them a country of origin' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Country', exact: true }).fill(country);
}

async function expectFirst(page: Page, name: string): Promise<void> {
  await page.getByRole('row').nth(1).getByRole('link', { name, exact: true }).waitFor();
}

async function countAustrian({ db }: ConsoleStack): Promise<unknown[]> {
  const { rows } = await db.execute(sql`
    SELECT name FROM products WHERE name LIKE 'Listword%' AND country_of_origin = 'Austria' ORDER BY name`);
  return rows.map(({ name }) => name);
}
