import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOOKS, startPageStack, type PageStack } from '../support/browser/page-stack.ts';
import { listFaults } from '../support/browser/page-faults.ts';
import { insertProduct } from '../support/catalogue/catalogue.ts';

const GTIN = '3017620422003';
const THUMBNAIL = '/pictures/demo/strawberry-jam.svg';

describe('the search box', () => {
  let stack: PageStack;

  beforeAll(async () => {
    stack = await startPageStack();
    const { db } = stack.database;
    const jams = 'food/hazelnut-things';
    const front = { role: 'front' as const, lang: null, url: THUMBNAIL, width: 400, height: 400 };
    const facts = { pictures: [front] };
    await insertProduct(db, {
      name: 'Hazelnut spread',
      brand: 'Hazelhof',
      category: jams,
      gtins: [GTIN],
      facts,
    });
    for (let n = 0; n < 9; n++)
      await insertProduct(db, { name: `Walnut bar ${n}`, brand: 'Nordhof', category: 'food/bars' });
    await insertProduct(db, { name: 'Hazel & <b>oats</b>', brand: 'Hazelhof', category: jams });
  });
  afterAll(() => stack.stop());

  async function type(text: string, look: (typeof LOOKS)[number] = LOOKS[0]) {
    const { page, complaints } = await stack.openPage(look);
    await page.goto('/categories');
    const box = page.getByRole('combobox', { name: 'Product name or barcode' });
    await box.pressSequentially(text);
    await page.getByRole('option').first().waitFor();
    return { page, box, complaints };
  }
  const chosenOf = (page: Page) =>
    page.evaluate<string | null>(
      `document.getElementById(document.activeElement.getAttribute('aria-activedescendant'))?.textContent ?? null`,
    );

  it.each(LOOKS)('groups products, brands and categories, at $viewport.width px', async (look) => {
    const { page, box, complaints } = await type('hazel', look);
    const groups = page.getByRole('listbox').getByRole('group');
    expect(await groups.evaluateAll((all: Element[]) => all.map(({ ariaLabel }) => ariaLabel))).toEqual([
      'Products',
      'Brands',
      'Categories',
    ]);
    expect(await groups.first().locator('mark').allTextContents()).toEqual(['Hazel', 'Hazel']);
    const picture = groups.first().locator('img');
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(400);
    expect(await box.getAttribute('aria-expanded')).toBe('true');
    expect(await page.getByRole('status').textContent()).toBe('Suggestions: 4');
    expect(await listFaults(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it.each([320, 390, 1440])('covers what is around it and is cut off nowhere, at %i px', async (width) => {
    const { page } = await stack.openPage({ viewport: { width, height: 800 } });
    await page.goto('/');
    const box = page.getByRole('combobox', { name: 'Product name or barcode' });
    await box.pressSequentially('walnut');
    await page.getByRole('option').nth(7).waitFor();
    for (const key of ['Home', 'ArrowDown', 'End']) {
      if (key !== 'Home') await box.press(key);
      const isOnTop = await page.evaluate<boolean>(`(() => {
        const options = [...document.querySelectorAll('[role=option]')];
        const chosen = options.find((option) => option.ariaSelected === 'true') ?? options[0];
        const { left, top, width, height } = chosen.getBoundingClientRect();
        return chosen.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      })()`);
      expect(isOnTop, key).toBe(true);
    }
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    await page.context().close();
  });

  it('closes the menu', async () => {
    const { page } = await stack.openPage({ viewport: { width: 390, height: 800 } });
    await page.goto('/categories');
    await page.getByText('Menu', { exact: true }).click();
    const link = page.locator('.menu').getByRole('link', { name: 'Account' });
    await link.waitFor();
    await page.getByRole('combobox').focus();
    await link.waitFor({ state: 'hidden' });
    await page.context().close();
  });

  it('is walked through with the keyboard', async () => {
    const { page, box } = await type('hazel');
    const walk = async (...keys: string[]) => {
      for (const key of keys) await box.press(key);
      return await chosenOf(page);
    };
    expect(await chosenOf(page)).toBe(null);
    const first = await walk('ArrowDown');
    expect(first).toMatch(/^Hazel/);
    expect(await walk('ArrowUp')).toBe(null);
    const last = await walk('ArrowUp');
    expect(last).toMatch(/^Hazelnut things/);
    expect(await walk('Home')).toBe(first);
    expect(await walk('End')).toBe(last);
    expect(await walk('Escape')).toBe(null);
    expect(await page.getByRole('listbox').isVisible()).toBe(false);
    expect(await box.inputValue()).toBe('hazel');
    expect(await walk('ArrowDown')).toBe(first);
    await page.context().close();
  });

  it.each([
    ['Hazelnut spread', `/product/${GTIN}`],
    ['Hazelhof', '/brand/hazelhof'],
    ['Hazelnut things', '/category/hazelnut-things'],
  ])('opens %s with Enter', async (name, address) => {
    const { page, box } = await type('hazel');
    for (let tries = 0; tries < 4; tries += 1) {
      await box.press('ArrowDown');
      if ((await chosenOf(page))?.startsWith(name)) break;
    }
    expect(await chosenOf(page)).toContain(name);
    await box.press('Enter');
    await page.waitForURL((url) => url.pathname === address);
    await page.context().close();
  });

  it('searches with Enter while no suggestion is chosen', async () => {
    const { page, box } = await type('hazel');
    await box.press('ArrowDown');
    await box.pressSequentially('n');
    await box.press('Enter');
    await page.waitForURL((url) => url.pathname === '/search' && url.searchParams.get('q') === 'hazeln');
    await page.context().close();
  });

  it('opens what is clicked', async () => {
    const { page } = await type('hazel');
    await page.getByRole('option', { name: 'Hazelnut spread' }).click();
    await page.waitForURL((url) => url.pathname === `/product/${GTIN}`);
    await page.context().close();
  });

  it('asks once for letters typed at once, and drops the answer to a text that has changed', async () => {
    const { page } = await stack.openPage();
    const asked: string[] = [];
    const held: (() => void)[] = [];
    await page.route('**/api/v1/suggest?*', async (route) => {
      const q = new URL(route.request().url()).searchParams.get('q') ?? '';
      asked.push(q);
      if (q === 'hazel') await new Promise<void>((resolve) => held.push(resolve));
      await route.continue().catch(() => undefined);
    });
    await page.goto('/categories');
    const box = page.getByRole('combobox');
    await box.pressSequentially('hazel');
    await expect.poll(() => held.length).toBe(1);
    await box.fill('nothing of this name');
    await expect.poll(() => page.getByRole('status').textContent()).toBe('No suggestions');
    for (const release of held) release();
    await box.fill('hazelnut s');
    await page.getByRole('option', { name: 'Hazelnut spread' }).waitFor();
    expect(await page.getByRole('option').count()).toBe(1);
    expect(asked).toEqual(['hazel', 'nothing of this name', 'hazelnut s']);
    await page.context().close();
  });

  it('is a plain form without scripts', async () => {
    const { page } = await stack.openPage({ javaScriptEnabled: false });
    await page.goto('/categories');
    await page.getByRole('searchbox', { name: 'Product name or barcode' }).fill('hazelnut');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByRole('link', { name: 'Hazelnut spread' }).waitFor();
    await page.context().close();
  });
});
