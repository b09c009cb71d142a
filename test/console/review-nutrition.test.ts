import type { Locator, Page } from 'playwright-core';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startConsoleStack, type ConsoleStack } from '../support/browser/console-stack.ts';
import { listSeriousFaults } from '../support/browser/page-faults.ts';
import {
  approveShown,
  decisionOf,
  findProduct,
  insertSubmissions,
  waitForStatus,
  waitUntilSeen,
} from '../support/review/review-page.ts';

const NOW = { energy_kj: 2166, energy_kcal: 518, fat_g: 30, carbohydrates_g: 56, proteins_g: 6, fiber_g: 3 };

describe('the nutrition of a submission', () => {
  let stack: ConsoleStack;

  beforeAll(async () => {
    stack = await startConsoleStack();
  });
  afterAll(() => stack.stop());

  /** A product of the demonstration whose source says `NOW`, and a submission that says otherwise. */
  const correct = async (nutriments: object): Promise<{ id: string; productId: string; name: string }> => {
    const { id: productId, gtin, name } = await findProduct(stack.db, 'nocciola');
    await stack.db.execute(sql`UPDATE food_details SET nutriments = ${JSON.stringify(NOW)}::jsonb,
      nutrition_basis = '100g' WHERE product_id = ${productId}`);
    const [id = ''] = await insertSubmissions(stack.db, [
      { gtin, content: { nutriments, nutrition_basis: '100g', note: 'From the label' } },
    ]);
    return { id, productId, name };
  };
  const readNutriments = async (productId: string) => {
    const { rows } = await stack.db.execute(
      sql`SELECT nutriments FROM food_details WHERE product_id = ${productId}`,
    );
    return rows[0]?.['nutriments'];
  };

  it('is a table: a row a nutrient, decided one by one, with what does not fit in red', async () => {
    const { id, productId, name } = await correct({
      energy_kcal: 830,
      fat_g: 33,
      salt_g: 0.1,
      proteins_g: 6,
    });
    const { page, complaints } = await stack.signIn('reviewer', `/review?id=${id}`);
    await waitUntilSeen(page, name);
    await decide(page, 'Nutrition', 'Take');
    const misfit = decisionOf(page).getByText('830 kcal beside 2166 kJ');
    await misfit.waitFor();
    expect(await colourOf(misfit)).toMatch(/^rgb\((?:19|2\d)\d, \d{1,2}, \d{1,2}\)$/);
    expect(await readRow(page, 'Energy')).toEqual(['Energy', '830 kcal', '2166 kJ / 518 kcal', '+60 %']);
    expect(await readRow(page, 'Fat')).toEqual(['Fat', '33 g', '30 g', '+10 %']);
    expect(await readRow(page, 'Salt')).toEqual(['Salt', '0.1 g', '–', 'new']);
    expect(await readRow(page, 'Proteins')).toEqual(['Proteins', '6 g', '6 g', 'the same']);
    expect(await readRow(page, 'Fiber')).toEqual(['Fiber', '–', '3 g', 'stays']);
    // What stays is not painted as deleted.
    expect(await rowOf(page, 'Fiber').locator('[data-tone=before]').count()).toBe(0);
    expect(await rowOf(page, 'Fat').locator('[data-tone=before]').count()).toBe(1);
    await decisionOf(page)
      .getByText(/Quality 0\.\d\d/)
      .waitFor();
    expect(complaints).toEqual([]);
    expect(await listSeriousFaults(page)).toEqual([]);

    await decide(page, 'Energy', 'Keep');
    await misfit.waitFor({ state: 'detached' });
    await approveShown(page, name);
    await waitForStatus(stack.db, id, 'approved');
    expect(await readNutriments(productId)).toEqual({ ...NOW, fat_g: 33, salt_g: 0.1 });
  });

  it('in conflict is decided once each nutrient is', async () => {
    const { id, productId, name } = await correct({ fat_g: 33, carbohydrates_g: 50 });
    await stack.db
      .execute(sql`UPDATE field_provenance SET source_id = (SELECT id FROM sources WHERE code = 'operator')
      WHERE product_id = ${productId} AND field = 'nutriments'`);
    const { page } = await stack.signIn('reviewer', `/review?id=${id}`);
    await waitUntilSeen(page, name);
    await decisionOf(page).getByText('Decide first: Nutrition.').waitFor();
    await decide(page, 'Fat', 'Take');
    await decisionOf(page).getByText('Decide first: Nutrition.').waitFor();
    await decide(page, 'Carbohydrates', 'Keep');
    await decisionOf(page).getByText('changes 1 value').waitFor();
    await approveShown(page, name);
    await waitForStatus(stack.db, id, 'approved');
    expect(await readNutriments(productId)).toEqual({ ...NOW, fat_g: 33 });
  });
});

const colourOf = (text: Locator) =>
  text.evaluate(
    (element) =>
      (globalThis as unknown as { getComputedStyle: (of: unknown) => { color: string } }).getComputedStyle(
        element,
      ).color,
  );

const rowOf = (page: Page, nutrient: string) =>
  page
    .getByRole('table', { name: 'Submitted facts' })
    .getByRole('row')
    .filter({ has: page.getByRole('cell', { name: nutrient, exact: true }) });

/** The nutrient, submitted, now and the difference. */
const readRow = async (page: Page, nutrient: string) => {
  const texts = await rowOf(page, nutrient).getByRole('cell').allInnerTexts();
  return texts.map((text) => text.split('\n')[0]?.trim());
};

async function decide(page: Page, label: string, choice: 'Take' | 'Keep'): Promise<void> {
  await page
    .getByRole('radiogroup', { name: `Decision about ${label}`, exact: true })
    .getByText(choice, { exact: true })
    .click();
}
