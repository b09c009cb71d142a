import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startConsoleStack, type ConsoleStack } from '../support/browser/console-stack.ts';
import {
  approveShown,
  decisionOf,
  findProduct,
  insertSubmissions,
  readStatus,
  recordDecisions,
  waitForStatus,
  waitUntilReady,
  waitUntilSeen,
} from '../support/review/review-page.ts';
import { waitFor } from '../support/wait-for.ts';

describe('which product a submission changes', () => {
  let stack: ConsoleStack;

  beforeAll(async () => {
    stack = await startConsoleStack();
  });
  afterAll(() => stack.stop());

  const readProduct = async (id: string) => {
    const { rows } = await stack.db.execute(sql`
      SELECT p.name, array(SELECT gtin14 FROM barcodes WHERE product_id = p.id ORDER BY gtin14) AS gtins
      FROM products p WHERE p.id = ${id}`);
    return rows[0];
  };
  const readResult = async (id: string) => {
    const { rows } = await stack.db.execute(
      sql`SELECT result_product_id AS id FROM submissions WHERE id = ${id}`,
    );
    return rows[0]?.['id'];
  };
  const readBrand = async (id: string) => {
    const { rows } = await stack.db.execute(
      sql`SELECT b.name FROM products p JOIN brands b ON b.id = p.brand_id WHERE p.id = ${id}`,
    );
    return String(rows[0]?.['name']);
  };

  it('stays a new product for submissions with other barcodes, however often Enter and a are pressed', async () => {
    const product = await findProduct(stack.db, 'nocciola');
    const before = await readProduct(product.id);
    const gtins = ['4006381333931', '5901234123457', '3017620422003', '8712345678906'];
    const ids = await insertSubmissions(
      stack.db,
      gtins.map((gtin, index) => ({
        gtin,
        content: { name: `Nocciola drink ${index}`, brand: `Brand ${index}` },
      })),
    );
    const { page } = await stack.signIn('editor', `/review?id=${ids[0]}`);
    for (const [index, id] of ids.entries()) {
      await page.goto(`${new URL(page.url()).origin}/console/review?id=${id}`);
      await waitUntilReady(page, `Nocciola drink ${index}`);
      await page.keyboard.press('Enter');
      await approveShown(page, `Nocciola drink ${index}`);
      await waitForStatus(stack.db, id, 'approved');
      expect(await readResult(id)).not.toBe(product.id);
    }
    expect(await readProduct(product.id)).toEqual(before);
  });

  it('is another one only after a warning and a second press, and undo restores name and barcodes', async () => {
    const product = await findProduct(stack.db, 'nocciola');
    const before = await readProduct(product.id);
    const name = `${product.name} large`;
    const [id = ''] = await insertSubmissions(stack.db, [
      { gtin: '4012345678901', content: { name, brand: await readBrand(product.id) } },
    ]);
    const { page } = await stack.signIn('editor', `/review?id=${id}`);
    const { approved } = recordDecisions(page);
    const asked = decisionOf(page).getByText('press again to approve');
    /** Takes the submission's name, which is in conflict. A press before the preview has been seen decides nothing. */
    const pressUntilAsked = async () => {
      await page.keyboard.press('T');
      await waitUntilReady(page, name);
      await waitFor('the question', async () => {
        if ((await asked.count()) > 0) return true;
        await page.keyboard.press('a');
        return false;
      });
    };
    await page.getByRole('heading', { name: 'Makes a new product' }).waitFor();
    await waitUntilSeen(page, name);
    await page.keyboard.press('Enter');
    const warning = decisionOf(page).getByRole('alert').filter({ hasText: product.name });
    await warning.waitFor();
    await page.keyboard.press('Escape');
    await warning.waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await warning.waitFor();
    await page.keyboard.press('n');
    await warning.waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await warning.waitFor();
    await page.reload();
    await warning.waitFor();
    await waitUntilSeen(page, name);
    await pressUntilAsked();
    // Going back and choosing again asks again.
    await page.keyboard.press('Escape');
    await warning.waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await warning.waitFor();
    expect(await asked.count()).toBe(0);
    await pressUntilAsked();
    expect(approved).toEqual([]);
    expect(await readStatus(stack.db, id)).toBe('pending');
    await page.keyboard.press('a');
    await waitForStatus(stack.db, id, 'approved');
    expect(await readResult(id)).toBe(product.id);
    expect(await readProduct(product.id)).not.toEqual(before);
    await page
      .getByText(/^Approved/)
      .first()
      .waitFor();
    await page.keyboard.press('z');
    await waitForStatus(stack.db, id, 'pending');
    await waitFor('the product as it was', async () => {
      const now = await readProduct(product.id);
      return JSON.stringify(now) === JSON.stringify(before);
    });
  });
});
