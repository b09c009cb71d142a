import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startConsoleStack, type ConsoleStack } from '../support/browser/console-stack.ts';
import { describeNutriment, nameNutriment } from '../../console/parts/text/describe-nutriment.ts';
import { listSeriousFaults } from '../support/browser/page-faults.ts';
import {
  approveShown,
  decisionOf,
  findProduct,
  insertSubmissions,
  titleOf,
  waitForStatus,
  waitUntilReady,
  waitUntilSeen,
} from '../support/review/review-page.ts';
import { waitFor } from '../support/wait-for.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true } as const;

describe('a submission on the screen', () => {
  let stack: ConsoleStack;

  beforeAll(async () => {
    stack = await startConsoleStack();
  });
  afterAll(() => stack.stop());

  async function submitConflict(word: string): Promise<string> {
    const { gtin } = await findProduct(stack.db, 'nocciola');
    const content = {
      name: `${word} 1`,
      ingredients_text: 'Sugar, hazelnuts, milk powder. '.repeat(12),
      nutriments: { fat_g: 12, salt_g: 1 },
      nutrition_basis: '100ml',
      note: 'A long note. '.repeat(40),
    };
    const [id = ''] = await insertSubmissions(stack.db, [
      { gtin, content },
      { content: { name: `${word} 2` } },
    ]);
    return id;
  }

  it('is decided by thumb: the buttons stay at the bottom and cover nothing', async () => {
    const id = await submitConflict('Thumbed');
    const { page, complaints } = await stack.signIn('reviewer', '/review?q=Thumbed', PHONE);
    await waitUntilSeen(page, 'Thumbed 1');
    const bar = await decisionOf(page).boundingBox();
    expect(bar?.y).toBeGreaterThan(PHONE.viewport.height / 2);
    expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBeLessThanOrEqual(PHONE.viewport.height);
    expect(bar?.height).toBeLessThan(PHONE.viewport.height / 6);
    expect(await page.locator('kbd').filter({ visible: true }).count()).toBe(0);
    // Below the end of the page nothing is left behind the bar.
    const panel = page.getByRole('main').locator('section').last();
    await waitFor('the end of the page above the bar', async () => {
      // What comes later, as suggestions do, makes it longer.
      await page.evaluate('scrollTo({ top: document.body.scrollHeight, behavior: "instant" })');
      const [end, top] = [await panel.boundingBox(), (await decisionOf(page).boundingBox())?.y];
      return end !== null && top !== undefined && end.y + end.height <= top;
    });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.viewport.width);
    expect(await listSeriousFaults(page)).toEqual([]);
    for (const choice of await page.getByRole('radiogroup').all()) await choice.getByText('Keep').tap();
    await waitUntilReady(page, 'Thumbed 1');
    await decisionOf(page).getByRole('button', { name: 'Approve' }).tap();
    await waitUntilReady(page, 'Thumbed 2');
    await waitForStatus(stack.db, id, 'approved');
    expect(complaints).toEqual([]);
  });

  it('shows to the letter what the service would write, and names what it would delete', async () => {
    await submitConflict('Exactly');
    const { page } = await stack.signIn('reviewer', '/review?q=Exactly');
    await waitUntilSeen(page, 'Exactly 1');
    // With the choices, and not what was asked before.
    const answered = page.waitForResponse(
      (response) =>
        response.url().endsWith('/preview') &&
        response.ok() &&
        response.request().postData()?.includes('"take"') === true,
    );
    await page.keyboard.press('T');
    const preview = (await (await answered).json()) as {
      changes: { field: string; key: string | null; effect: string; before: unknown }[];
    };
    await waitUntilReady(page, 'Exactly 1');
    // Amounts for another basis replace those that are there: one choice for both.
    const rows = page.getByRole('table', { name: 'Submitted facts' }).getByRole('row');
    expect(await rows.filter({ hasText: 'Nutrition' }).getByRole('radiogroup').count()).toBe(1);
    const deleted = preview.changes.filter(({ effect }) => effect === 'delete');
    expect(deleted.length).toBeGreaterThan(0);
    const summary = await decisionOf(page).textContent();
    for (const { key } of deleted) expect(summary).toContain(`Nutrition: ${describeNutriment(key ?? '')}`);
    // kJ and kcal stand in one row.
    const lost = new Set(deleted.map(({ key }) => nameNutriment(key ?? '')));
    for (const name of lost) {
      const row = rows.filter({ has: page.getByRole('cell', { name, exact: true }) });
      await row.getByText('is lost', { exact: true }).waitFor();
    }
    expect(await rows.getByText('is lost', { exact: true }).count()).toBe(lost.size);
    // What stands in the row already is not printed again.
    const ingredients = page.getByRole('row').filter({ hasText: 'Ingredients' });
    await ingredients.getByText('what is there now → as submitted').waitFor();
    expect(await titleOf(page).textContent()).toBe('Exactly 1');
    expect(await listSeriousFaults(page)).toEqual([]);
  });

  it('takes a word before a new product is made beside one that is much alike', async () => {
    const { rows } = await stack.db.execute<{
      name: string;
      brand: string;
      value: string;
      unit: string;
      code: string;
    }>(`
      SELECT p.name, b.name AS brand, p.net_content_value AS value, p.net_content_unit AS unit, c.code
      FROM products p JOIN brands b ON b.id = p.brand_id JOIN categories c ON c.id = p.category_id
      WHERE p.net_content_value IS NOT NULL ORDER BY p.name LIMIT 1`);
    const [like] = rows;
    if (!like) throw new Error('the demonstration catalogue is not there');
    const content = {
      name: like.name,
      brand: like.brand,
      category: like.code,
      net_content_value: Number(like.value),
      net_content_unit: like.unit,
    };
    const [id = ''] = await insertSubmissions(stack.db, [{ content }]);
    const { page } = await stack.signIn('reviewer', `/review?id=${id}`);
    await decisionOf(page).getByText(`Is it “${like.name}”?`).waitFor();
    await page
      .getByText(/% alike/)
      .first()
      .waitFor();
    await waitUntilSeen(page, like.name);
    await page.keyboard.press('a');
    await page.keyboard.press('n');
    await decisionOf(page).getByText('Makes the new product').waitFor();
    await approveShown(page, like.name);
    await waitForStatus(stack.db, id, 'approved');
  });
});
