import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startConsoleStack, type ConsoleStack } from '../support/browser/console-stack.ts';
import { listSeriousFaults } from '../support/browser/page-faults.ts';

describe('lists, commands and figures in the console', () => {
  let stack: ConsoleStack;

  beforeAll(async () => {
    stack = await startConsoleStack();
  });
  afterAll(() => stack.stop());

  it('opens a list by its address, also that of a saved view of an earlier release', async () => {
    const { page, complaints } = await stack.signIn('editor', '/products');
    const kept = '/console/products?q=nocciola&columns=quality&view=01890a5d-ac96-774b-bcce-b302099a8057';
    await page.goto(new URL(kept, page.url()).href);
    await page
      .getByRole('link', { name: /nocciola/i })
      .first()
      .waitFor();
    await page.getByRole('columnheader', { name: 'Quality' }).waitFor();
    expect(await page.getByRole('columnheader', { name: 'Barcode' }).count()).toBe(0);
    expect(await listSeriousFaults(page)).toEqual([]);
    expect(complaints).toEqual([]);
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

  it('starts an admin’s actions, and finds products', async () => {
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
    await follow(/^brand: .* lack it$/);
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
