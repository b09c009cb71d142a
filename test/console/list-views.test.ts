import { sql } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startConsoleStack, type ConsoleStack } from '../support/browser/console-stack.ts';
import { listSeriousFaults } from '../support/browser/page-faults.ts';

describe('views, commands and figures in the console', () => {
  let stack: ConsoleStack;

  beforeAll(async () => {
    stack = await startConsoleStack();
  });
  afterAll(() => stack.stop());

  it('saves a view for all, which another operator opens and an admin deletes', async () => {
    const { page, complaints } = await stack.signIn(
      'editor',
      '/products?category=snacks&missing=msrp&sort=quality',
    );
    await page.getByRole('columnheader', { name: 'Barcode' }).waitFor();
    await page.getByRole('button', { name: 'Columns and density' }).click();
    await page.getByRole('checkbox', { name: 'Barcode' }).uncheck();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Save as a new view…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save this view' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Snacks without a price');
    await dialog.getByRole('checkbox', { name: /^Shared/ }).check();
    await dialog.getByRole('button', { name: 'Save view' }).click();
    await page.getByRole('button', { name: 'Snacks without a price' }).waitFor();
    expect(await listSeriousFaults(page)).toEqual([]);

    const other = await stack.signIn('admin', '/products');
    await other.page.getByRole('button', { name: 'Views' }).click();
    await other.page.getByRole('menuitem', { name: /^Snacks without a price/ }).click();
    await other.page.getByRole('button', { name: 'Snacks without a price' }).waitFor();
    const { searchParams } = new URL(other.page.url());
    expect(Object.fromEntries(searchParams)).toMatchObject({
      category: 'snacks',
      missing: 'msrp',
      sort: 'quality',
    });
    await other.page.getByRole('columnheader', { name: 'Quality' }).waitFor();
    expect(await other.page.getByRole('columnheader', { name: 'Barcode' }).count()).toBe(0);
    expect(await other.page.getByRole('status').count()).toBe(0);
    await other.page.getByRole('button', { name: 'Snacks without a price' }).click();
    await other.page.getByRole('menuitem', { name: 'Delete Snacks without a price…' }).click();
    await other.page.getByRole('dialog').getByRole('button', { name: 'Delete view' }).click();
    await other.page.getByText('This view is not there any more').waitFor();
    expect([...complaints, ...other.complaints]).toEqual([]);
  });

  it('opens a view of another release, and says what it left out', async () => {
    const { page } = await stack.signIn('reviewer', '/products');
    const { rows } = await stack.db.execute<{ id: string }>(sql`
      INSERT INTO saved_views (id, owner_id, list, name, params)
      SELECT gen_random_uuid(), id, 'products', 'From of old', '{"q": "nocciola", "colour": "red"}'
      FROM operators WHERE role = 'reviewer' RETURNING id`);
    expect(rows).toHaveLength(1);
    await page.reload();
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'From of old' }).click();
    await page.getByText(/The view From of old was saved with colour=red/).waitFor();
    await page
      .getByRole('link', { name: /nocciola/i })
      .first()
      .waitFor();
  });

  it('goes and does by a few letters, what the role allows alone', async () => {
    const { page, complaints } = await stack.signIn('reviewer', '/products?q=nocciola');
    await page
      .getByRole('link', { name: /nocciola/i })
      .first()
      .click();
    await page.getByRole('heading', { level: 1, name: /nocciola/i }).waitFor();
    // Also where somebody types.
    await page.getByRole('textbox', { name: 'Search everywhere' }).focus();
    await openPalette(page);
    expect(await page.getByRole('button', { name: 'New product' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Take the next submission' }).waitFor();
    expect(await listSeriousFaults(page)).toEqual([]);
    await page.getByRole('textbox', { name: 'Command' }).fill('audit');
    await page.getByRole('button', { name: /^Audit log/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor();
    await openPalette(page);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /nocciola/i })
      .first()
      .click();
    await page.getByRole('heading', { level: 1, name: /nocciola/i }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('starts an admin’s actions, and finds products and views', async () => {
    const { page } = await stack.signIn('admin', '/statistics');
    await openPalette(page);
    await page.getByRole('textbox', { name: 'Command' }).fill('rebuild');
    await page.getByRole('button', { name: 'Rebuild the index…' }).waitFor();
    await page.keyboard.press('Enter');
    await page
      .getByRole('dialog', { name: 'Rebuild the index?' })
      .getByRole('button', { name: 'Cancel' })
      .click();
    await openPalette(page);
    await page.getByRole('textbox', { name: 'Command' }).fill('nocciola');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /nocciola/i })
      .first()
      .click();
    await page.getByRole('heading', { level: 1, name: /nocciola/i }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard' }).getByText('Do or find anything').waitFor();
  });

  it('leads from a figure of the statistics to as many products', async () => {
    const { page } = await stack.signIn('reviewer', '/statistics');
    const follow = async (name: RegExp) => {
      const link = page.getByRole('link', { name }).first();
      const [count = ''] =
        /[\d,]+(?= product)|[\d,]+(?= lack)|[\d,]+(?= have)/.exec(
          (await link.getAttribute('aria-label')) ?? (await link.textContent()) ?? '',
        ) ?? [];
      await link.click();
      await page.getByRole('heading', { level: 1, name: 'Products' }).waitFor();
      await page.getByText(new RegExp(`of ${count}$`)).waitFor();
      await page.goBack();
      await page.getByRole('heading', { level: 1, name: 'Statistics' }).waitFor();
    };
    await follow(/ have it$/);
    await follow(/ with brand: [1-9]/);
    const quality = page.getByRole('table', { name: 'Quality by kind' }).getByRole('link').first();
    const count = await quality.textContent();
    await quality.click();
    await page.getByText(new RegExp(`of ${count}$`)).waitFor();
  });
});

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('textbox', { name: 'Command' }).waitFor();
}
