import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startConsoleStack, type ConsoleStack } from '../support/browser/console-stack.ts';
import {
  approveShown,
  decisionOf,
  findProduct,
  insertSubmissions,
  readStatus,
  waitForStatus,
  waitUntilSeen,
} from '../support/review/review-page.ts';

describe('bulk decisions in the console', () => {
  let stack: ConsoleStack;

  beforeAll(async () => {
    stack = await startConsoleStack();
  });
  afterAll(() => stack.stop());

  it('ticks a range, shows before and after, leaves out what is unticked, and is taken back as one', async () => {
    const { gtin, name } = await findProduct(stack.db, 'nocciola');
    const ids = await insertSubmissions(stack.db, [
      { content: { name: 'Bulkword 1', category: 'beverages' } },
      { content: { name: 'Bulkword 2' } },
      // Says something else than better sources do: refused in bulk.
      { gtin, content: { name: 'Bulkword 3' } },
      { content: { name: 'Bulkword 4' } },
      { content: { name: 'Bulkword 5' } },
    ]);
    const { page, complaints } = await stack.signIn('reviewer', '/review?q=Bulkword');
    await waitUntilSeen(page, 'Bulkword 1');
    await page.getByRole('checkbox', { name: 'Tick Bulkword 1' }).click();
    await page.getByRole('checkbox', { name: 'Tick Bulkword 4' }).click({ modifiers: ['Shift'] });
    await page.getByText('4 ticked').waitFor();
    await page.getByRole('button', { name: 'Approve…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Approve 4 submissions' });
    await dialog.getByText('3 submissions would be approved; 1 would be refused').waitFor();
    const rowOf = (text: string) => dialog.getByRole('row').filter({ hasText: text });
    await rowOf('Bulkword 3').getByText('decision_required').waitFor();
    await rowOf('Bulkword 1').getByText('a new product').waitFor();
    await rowOf('Bulkword 1').getByText('beverages').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('4 ticked').waitFor();
    await page.getByRole('button', { name: 'Approve…' }).click();
    await dialog.getByRole('checkbox', { name: 'Bulkword 2' }).uncheck();
    await dialog.getByRole('button', { name: 'Approve 2 submissions' }).click();
    await dialog.getByText('2 submissions were approved, 0 refused.').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    // While it goes away, keys are still its own.
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('2 ticked').waitFor();
    const states = () => Promise.all(ids.map((id) => readStatus(stack.db, id)));
    expect(await states()).toEqual(['approved', 'pending', 'pending', 'approved', 'pending']);
    await decisionOf(page).getByText('Approved 2 submissions').waitFor();
    await page.keyboard.press('z');
    await decisionOf(page).getByText('Took 2 submissions back').waitFor();
    expect(new Set(await states())).toEqual(new Set(['pending']));
    await page.getByRole('button', { name: /^Bulkword 1/ }).waitFor();
    expect((await findProduct(stack.db, 'nocciola')).name).toBe(name);
    expect(complaints).toEqual([]);
  });

  it('says at once, beside the submission, that a decision was refused, and lets it be opened', async () => {
    const ids = await insertSubmissions(stack.db, [
      { content: { name: 'Refusedword 1' } },
      { content: { name: 'Refusedword 2' } },
    ]);
    const { page } = await stack.signIn('reviewer', '/review?q=Refusedword');
    await waitUntilSeen(page, 'Refusedword 1');
    // Decided by somebody else since it was shown.
    await page.route('**/approve', async (route) => {
      await stack.db.execute(
        `UPDATE submissions SET status = 'rejected', reason = 'Spam', reviewed_at = now() WHERE id = '${ids[0]}'`,
      );
      await route.continue();
    });
    const answer = page.waitForResponse('**/approve');
    await approveShown(page, 'Refusedword 1');
    expect((await answer).status()).toBe(409);
    await waitUntilSeen(page, 'Refusedword 2');
    await decisionOf(page).getByRole('alert').getByText('Refusedword 1 is not approved').waitFor();
    expect(await page.locator('.mantine-Notification-root').count()).toBe(0);
    await decisionOf(page)
      .getByRole('button', { name: 'Refusedword 1 is not approved', exact: true })
      .click();
    await page.getByText('Rejected').first().waitFor();
    await waitForStatus(stack.db, ids[1] ?? '', 'pending');
  });

  it('calls a correction by the name of its product', async () => {
    const { gtin, name } = await findProduct(stack.db, 'dark hazelnut');
    await insertSubmissions(stack.db, [{ gtin, content: { country_of_origin: 'Belgium' } }]);
    const { page } = await stack.signIn('reviewer', `/review?q=${gtin}`);
    await waitUntilSeen(page, name);
    await page.getByRole('list', { name: 'Submissions' }).getByText(name).waitFor();
  });
});
