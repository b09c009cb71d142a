import { sql } from 'drizzle-orm';
import type { Locator, Page } from 'playwright-core';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startConsoleStack, type ConsoleStack } from '../support/browser/console-stack.ts';
import { gtinOf } from '../support/imports/export-file.ts';
import {
  decisionOf,
  findProduct,
  insertSubmissions,
  readStatus,
  recordDecisions,
  titleOf,
  waitForStatus,
  waitUntilSeen,
} from '../support/review/review-page.ts';
import { insertKey } from '../support/callers/test-limits.ts';
import { waitFor } from '../support/wait-for.ts';

describe('contributors in the console', () => {
  let stack: ConsoleStack;

  beforeAll(async () => {
    stack = await startConsoleStack();
  });
  afterAll(() => stack.stop());

  const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${stack.origin}/api/public${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const submit = async (body: object) => {
    const { status, body: taken } = await post('/submissions', body);
    expect(status).toBe(201);
    return { id: String(taken['id']), token: String(taken['answer_token']) };
  };
  const submissionsOf = (page: Page) => page.getByRole('list', { name: 'Submissions' });
  /** Waits for what the key opens. */
  const openBy = async (page: Page, key: string, dialog: string) => {
    await page.keyboard.press(key);
    await page.getByRole('dialog', { name: dialog }).waitFor();
    return page.getByRole('dialog', { name: dialog });
  };

  it('notes are written by key, and typing them decides nothing', async () => {
    const { id } = await submit({ name: 'Noteword oats' });
    const { page, complaints } = await stack.signIn('reviewer', '/review?q=Noteword');
    const decided = recordDecisions(page);
    await waitUntilSeen(page, 'Noteword oats');
    const dialog = await openBy(page, 'w', 'Note on Noteword oats');
    await dialog.getByRole('textbox', { name: 'Note' }).pressSequentially('a r z q 1 seen in a shop');
    await page.keyboard.press('Control+Enter');
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('a r z q 1 seen in a shop').waitFor();
    await page.getByText('reviewer@example.org').last().waitFor();
    expect(decided).toEqual({ approved: [], rejected: [] });
    expect(await readStatus(stack.db, id)).toBe('pending');
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard' });
    await help.getByText('Write a note for the other operators').waitFor();
    await help.getByText('Ask the contributor for more').waitFor();
    expect(complaints).toEqual([]);
  });

  it('a submission that is asked about is out of the way until it is answered, and then says so', async () => {
    const { id, token } = await submit({ name: 'Askword oats' });
    await insertSubmissions(stack.db, [{ content: { name: 'Askword rice' } }]);
    await stack.db.execute(
      sql`update submissions set created_at = now() - interval '2 hours' where id = ${id}`,
    );
    const { page, complaints } = await stack.signIn('reviewer', '/review?q=Askword');
    await waitUntilSeen(page, 'Askword oats');
    const dialog = await openBy(page, 'q', 'Ask for more about Askword oats');
    await dialog.getByRole('textbox', { name: 'Question' }).fill('Which size is it?');
    await dialog.getByRole('button', { name: 'Ask', exact: true }).click();
    await waitUntilSeen(page, 'Askword rice');
    await decisionOf(page).getByText('Asked about Askword oats: it waits for the answer').waitFor();
    await submissionsOf(page).getByText('Askword oats').waitFor({ state: 'detached' });
    const status = await fetch(`${stack.origin}/api/public/submissions/${id}`);
    expect(await status.json()).toMatchObject({ question: { text: 'Which size is it?' } });

    await page.getByRole('button', { name: 'Filters…' }).click();
    await page.getByRole('combobox', { name: 'Questions' }).click();
    await page.getByRole('option', { name: /^waiting \(/ }).click();
    await waitUntilSeen(page, 'Askword oats');
    await page.getByText('Waits for the answer; without one it is back in the queue').waitFor();
    await submissionsOf(page).getByText('waiting', { exact: true }).waitFor();

    expect((await post(`/submissions/${id}/answer`, { token, text: '500 g, as printed' })).status).toBe(200);
    await page.goto('/console/review?q=Askword');
    await waitUntilSeen(page, 'Askword oats');
    await page.getByText('500 g, as printed').waitFor();
    await submissionsOf(page).getByText('answered', { exact: true }).waitFor();
    expect(await readStatus(stack.db, id)).toBe('pending');
    expect(complaints).toEqual([]);
  });

  it('a shop cannot be asked, and the page says why', async () => {
    const { key } = await insertKey(stack.db);
    const gtin = gtinOf(71);
    await post('/backflow', { items: [{ gtin, name: 'Shopword oats' }] }, { 'X-API-Key': key });
    const { page } = await stack.signIn('reviewer', '/review?q=Shopword');
    await waitUntilSeen(page, 'Shopword oats');
    await page.getByText('back-flow gives a shop nothing to answer with').waitFor();
    expect(await page.getByRole('button', { name: /Ask for more/ }).count()).toBe(0);
    await page.keyboard.press('q');
    await openBy(page, 'w', 'Note on Shopword oats');
    expect(await page.getByRole('dialog').count()).toBe(1);
    // Blocking is for editors.
    expect(await page.getByRole('button', { name: 'Block sender…' }).count()).toBe(0);
  });

  it('a shop is blocked with what it sent, shown first, and let in again with the rejections taken back', async () => {
    const { key, accountId } = await insertKey(stack.db);
    const product = await findProduct(stack.db, 'nocciola');
    await insertShopSubmissions(stack, accountId, product.id);
    const email = `${accountId}@example.org`;
    const { page, complaints } = await stack.signIn('editor', `/review?account_id=${accountId}`);
    await waitUntilSeen(page, 'Blockword 4');
    const sender = page.getByRole('group', { name: 'Sender' });
    await sender.getByText('66.7% approved: 2 of 3, 1 rejected · 3 pending').waitFor();
    await sender.getByRole('button', { name: 'Block sender…' }).click();
    const dialog = page.getByRole('dialog', { name: `Block submissions of ${email}` });
    await dialog.getByText('3 pending submissions would be rejected').waitFor();
    await dialog.getByText('2 approved submissions stay in the catalogue').waitFor();
    await dialog.getByRole('list', { name: 'Approved submissions' }).getByText('Blockword 1').waitFor();
    expect((await post('/backflow', { items: [{ gtin: gtinOf(90) }] }, { 'X-API-Key': key })).status).toBe(
      200,
    );
    await dialog.getByRole('button', { name: 'This is advertising or abuse.' }).click();
    await dialog.getByRole('button', { name: 'Block and reject 3 submissions' }).click();
    // With the one that came in since it was counted.
    await dialog.getByText(`${email} is blocked, and 4 submissions were rejected.`).waitFor();
    const refused = await post('/backflow', { items: [{ gtin: gtinOf(91) }] }, { 'X-API-Key': key });
    expect(refused.status).toBe(403);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    const countOf = async (status: string) =>
      (
        await stack.db.execute<{ n: number }>(sql`
          select count(*)::int as n from submissions where account_id = ${accountId} and status = ${status}`)
      ).rows[0]?.n;
    expect(await countOf('pending')).toBe(0);
    expect(await countOf('rejected')).toBe(5);

    const admin = await stack.signIn('admin', `/keys/${accountId}`);
    await admin.page.getByText('submissions blocked').waitFor();
    await admin.page.getByText('28.6% approved: 2 of 7, 5 rejected').waitFor();
    await admin.page.getByRole('button', { name: 'Unblock sender…' }).click();
    const unblock = admin.page.getByRole('dialog', { name: `Accept submissions of ${email} again` });
    await unblock.getByRole('checkbox', { name: /Take the 4 rejections back/ }).check();
    await unblock.getByRole('button', { name: 'Unblock', exact: true }).click();
    await admin.page.getByText('Took 4 submissions back').waitFor();
    await waitFor('the submissions', async () => (await countOf('pending')) === 4);
    await admin.page.getByRole('button', { name: 'Block sender…' }).waitFor();
    const taken = await post('/backflow', { items: [{ gtin: gtinOf(91) }] }, { 'X-API-Key': key });
    expect(taken.status).toBe(200);
    expect([...complaints, ...admin.complaints]).toEqual([]);
  });

  it('a stranger is known by the address he names, and one who names none is nobody', async () => {
    const contact_email = 'contactword@example.org';
    const first = await submit({ name: 'Contactword oats', contact_email });
    await submit({ name: 'Contactword rice', contact_email });
    const nobody = await submit({ name: 'Contactword rye' });
    const { page } = await stack.signIn('editor', `/review?q=Contactword&id=${nobody.id}`);
    await waitUntilSeen(page, 'Contactword rye');
    await page.getByText('Nothing is stored about the sender').waitFor();
    await page.getByRole('button', { name: /^Contactword oats/ }).click();
    await waitUntilSeen(page, 'Contactword oats');
    await page.getByRole('button', { name: 'Block sender…' }).click();
    const dialog = page.getByRole('dialog', { name: `Block submissions of ${contact_email}` });
    await dialog.getByText('2 pending submissions would be rejected').waitFor();
    await dialog.getByText('The address is not verified').waitFor();
    await dialog.getByRole('textbox', { name: 'Reason', exact: true }).fill('Spam');
    await dialog.getByRole('button', { name: 'Block and reject 2 submissions' }).click();
    await dialog.getByText('2 submissions were rejected').waitFor();
    expect((await post('/submissions', { name: 'Contactword more', contact_email })).status).toBe(403);
    await waitForStatus(stack.db, first.id, 'rejected');
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('group', { name: 'Sender' }).getByText('blocked', { exact: true }).waitFor();
    await page.keyboard.press('z');
    await waitForStatus(stack.db, first.id, 'pending');
  });

  it('reasons that admins keep are those that reviewers reject with', async () => {
    const admin = await stack.signIn('admin', '/reject-reasons');
    await admin.page.getByRole('button', { name: 'New reason' }).click();
    const form = admin.page.getByRole('dialog', { name: 'New reason' });
    await form.getByRole('textbox', { name: 'Reason' }).fill('Reasonword: not sold.');
    await form.getByRole('button', { name: 'Add reason' }).click();
    const rowOf = (text: string) => admin.page.getByRole('row').filter({ hasText: text });
    await rowOf('Reasonword: not sold.').getByText('7', { exact: true }).waitFor();
    await admin.page.getByRole('button', { name: 'Move up: Reasonword: not sold.' }).click();
    await rowOf('Reasonword: not sold.').getByText('6', { exact: true }).waitFor();
    await admin.page.getByRole('button', { name: 'Retire: This is not a product.' }).click();
    await rowOf('This is not a product.').getByText('retired').waitFor();
    await rowOf('Reasonword: not sold.').getByText('5', { exact: true }).waitFor();
    await admin.page.getByRole('button', { name: 'Rename: Reasonword: not sold.' }).click();
    const rename = admin.page.getByRole('dialog', { name: 'Rename reason' });
    await rename.getByRole('textbox', { name: 'Reason' }).fill('Reasonword: not sold any more.');
    await rename.getByRole('button', { name: 'Save' }).click();
    await rowOf('Reasonword: not sold any more.').getByText('5', { exact: true }).waitFor();
    expect(admin.complaints).toEqual([]);

    const [id = '', ticked = ''] = await insertSubmissions(stack.db, [
      { content: { name: 'Reasonword 1' } },
      { content: { name: 'Reasonword 2' } },
    ]);
    const { page } = await stack.signIn('reviewer', '/review?q=Reasonword');
    await waitUntilSeen(page, 'Reasonword 1');
    const dialog = await openBy(page, 'r', 'Reject Reasonword 1');
    expect(await dialog.getByText('This is not a product.').count()).toBe(0);
    await page.keyboard.press('5');
    await waitForStatus(stack.db, id, 'rejected');
    const status = await fetch(`${stack.origin}/api/public/submissions/${id}`);
    expect(await status.json()).toMatchObject({ reason: 'Reasonword: not sold any more.' });

    await waitUntilSeen(page, 'Reasonword 2');
    await page.getByRole('checkbox', { name: 'Tick Reasonword 2' }).check();
    // Above that of the open submission.
    await page.getByRole('button', { name: 'Reject…', exact: true }).first().click();
    const bulk = page.getByRole('dialog', { name: 'Reject 1 submission' });
    // The digit that rejects a single one chooses the reason of many.
    await page.keyboard.press(await digitOf(bulk, 'The same was offered before.'));
    await bulk.getByRole('button', { name: 'The same was offered before.', pressed: true }).waitFor();
    await bulk.getByRole('button', { name: 'Reject 1 submission' }).click();
    await waitForStatus(stack.db, ticked, 'rejected');
    expect(await titleOf(page).count()).toBeLessThanOrEqual(1);
  });
});

/** Of a shop: two approved, one rejected, three pending. */
async function insertShopSubmissions(
  stack: ConsoleStack,
  accountId: string,
  productId: string,
): Promise<void> {
  const states = ['approved', 'approved', 'rejected', 'pending', 'pending', 'pending'];
  for (const [index, status] of states.entries()) {
    const isDecided = status !== 'pending';
    const hash = Buffer.from(`Blockword ${index}`);
    await stack.db.execute(sql`
      insert into submissions (id, source, gtin14, content, content_hash, account_id, created_at, status, reviewed_at,
        reason, result_product_id)
      values (${uuidv7()}, 'backflow', ${gtinOf(80 + index).padStart(14, '0')},
        ${JSON.stringify({ name: `Blockword ${index + 1}` })}::jsonb, ${hash}, ${accountId},
        ${new Date(Date.now() - 3_600_000 + index * 1_000).toISOString()}, ${status},
        ${isDecided ? new Date().toISOString() : null}, ${status === 'rejected' ? 'No' : null},
        ${status === 'approved' ? productId : null})`);
  }
}

/** The digit beside a ready-made reason. */
async function digitOf(dialog: Locator, reason: string): Promise<string> {
  return (await dialog.getByRole('button', { name: reason }).locator('kbd').textContent()) ?? '';
}
