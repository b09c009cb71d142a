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
  waitUntilReady,
} from '../support/review/review-page.ts';

describe('suggestions', () => {
  let stack: ConsoleStack;

  beforeAll(async () => {
    stack = await startConsoleStack();
  });
  afterAll(() => stack.stop());

  it('of a submission take one key each, to accept or to leave, and are in the preview and what is written', async () => {
    const name = 'NOCCIOLA HAZELNUT SPREAD DELUXE';
    const [id = ''] = await insertSubmissions(stack.db, [
      { content: { name, brand: 'Quimbyworth', country_of_origin: 'Made in Italy' } },
    ]);
    const { page } = await stack.signIn('reviewer', `/review?id=${id}`);
    const list = page.getByRole('region', { name: 'Suggestions' });
    await list.getByText('Nocciola Hazelnut Spread Deluxe').waitFor();
    await list.getByText('Category: Hazelnut spreads').waitFor();
    await list.getByText('Country of origin: Italy').waitFor();
    expect(await listSeriousFaults(page)).toEqual([]);
    await page.keyboard.press('y');
    await list.getByText('Nocciola Hazelnut Spread Deluxe').waitFor({ state: 'detached' });
    await page.keyboard.press('y');
    await list.getByText('Category: Hazelnut spreads').waitFor({ state: 'detached' });
    await page.keyboard.press('l');
    await list.waitFor({ state: 'detached' });
    await decisionOf(page).getByText('Nocciola Hazelnut Spread Deluxe').waitFor();
    await waitUntilReady(page, name);
    await approveShown(page, name);
    await waitForStatus(stack.db, id, 'approved');
    const { rows } = await stack.db.execute(sql`
      SELECT p.name, c.code, p.country_of_origin AS country FROM products p JOIN categories c ON c.id = p.category_id
      JOIN submissions s ON s.result_product_id = p.id WHERE s.id = ${id}`);
    expect(rows).toEqual([
      { name: 'Nocciola Hazelnut Spread Deluxe', code: 'hazelnut-spreads', country: 'Made in Italy' },
    ]);
  });

  it('of a product fill its form, and are saved with it', async () => {
    const { id } = await findProduct(stack.db, 'nocciola');
    await stack.db.execute(sql`UPDATE products SET country_of_origin = 'Product of Spain' WHERE id = ${id}`);
    const { page } = await stack.signIn('editor', `/products/${id}`);
    const list = page.getByRole('region', { name: 'Suggestions' });
    await list.getByText('Country of origin: Spain').waitFor();
    await page.keyboard.press('y');
    await list.waitFor({ state: 'detached' });
    await page.getByRole('region', { name: 'Unsaved changes' }).getByText('Country of origin').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('is saved').waitFor();
    const { rows } = await stack.db.execute(
      sql`SELECT country_of_origin AS country FROM products WHERE id = ${id}`,
    );
    expect(rows).toEqual([{ country: 'Spain' }]);
  });
});
