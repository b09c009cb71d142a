import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decideByRules } from '../../src/review/rules/run-rules.ts';
import { keepRecords } from '../../src/review/rules/judge-rules.ts';
import { startConsoleStack, type ConsoleStack } from '../support/browser/console-stack.ts';
import { insertKey } from '../support/callers/test-limits.ts';
import { listSeriousFaults } from '../support/browser/page-faults.ts';
import {
  approveShown,
  decisionOf,
  insertSubmissions,
  readStatus,
  titleOf,
  waitForStatus,
  waitUntilReady,
  waitUntilSeen,
} from '../support/review/review-page.ts';

describe('rules that suggest decisions', () => {
  let stack: ConsoleStack;

  beforeAll(async () => {
    stack = await startConsoleStack();
  });
  afterAll(() => stack.stop());

  it('are written without code, tried on past decisions, and suggest in the queue', async () => {
    const [first = '', second = ''] = await insertSubmissions(stack.db, [
      { content: { name: 'Ruled biscuit 1' } },
      { content: { name: 'Ruled biscuit 2' } },
    ]);
    const { page: review } = await stack.signIn('reviewer', '/review?q=Ruled');
    await approveShown(review, 'Ruled biscuit 1');
    await waitForStatus(stack.db, first, 'approved');

    const { page, complaints } = await stack.signIn('editor', '/review-rules');
    await page.getByRole('button', { name: 'New rule' }).click();
    const form = page.getByRole('dialog', { name: 'New rule' });
    await form.getByRole('textbox', { name: 'Name' }).fill('Plain names');
    await form.getByRole('combobox', { name: 'Says nothing but' }).click();
    await page.getByRole('option', { name: 'Name', exact: true }).click();
    await form.getByRole('combobox', { name: 'Says none of these words' }).fill('gratis');
    await page.keyboard.press('Enter');
    await form.getByRole('button', { name: 'Try on past decisions' }).click();
    await form.getByRole('group', { name: 'Record of the rule' }).getByText('right 1 of 1').waitFor();
    await form.getByRole('button', { name: 'Add rule' }).click();
    await form.waitFor({ state: 'detached' });
    const row = page.getByRole('row').filter({ hasText: 'Plain names' });
    await row.getByText('says nothing but Name; says none of “gratis”').waitFor();
    await row.getByText('suggests', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: /^Let it decide/ }).count()).toBe(0);
    expect(complaints).toEqual([]);
    expect(await listSeriousFaults(page)).toEqual([]);

    await keepRecords(stack.db);
    await review.reload();
    await waitUntilSeen(review, 'Ruled biscuit 2');
    const list = review.getByRole('list', { name: 'Submissions' });
    await list.getByText('Rule: approve — right 1 of 1, by “Plain names”').waitFor();
    await decisionOf(review).getByText('Rule “Plain names” suggests: approve — right 1 of 1').waitFor();
    await waitUntilReady(review, 'Ruled biscuit 2');
    expect(await listSeriousFaults(review)).toEqual([]);
    await review.keyboard.press('a');
    await waitForStatus(stack.db, second, 'approved');
  });

  it('decide for the admin who switches them on, and their decisions can be taken back', async () => {
    const { page } = await stack.signIn('admin', '/review-rules');
    await page.getByRole('button', { name: 'Let it decide: Plain names' }).click();
    const form = page.getByRole('dialog', { name: 'Plain names' });
    await form.getByRole('group', { name: 'Record of the rule' }).waitFor();
    await form.getByRole('switch', { name: 'Decides by itself' }).check();
    await form.getByRole('button', { name: 'Save' }).click();
    await form.waitFor({ state: 'detached' });
    const row = page.getByRole('row').filter({ hasText: 'Plain names' });
    await row.getByText(/^decides for admin@.+, 0 of 50 this hour$/).waitFor();

    const [id = ''] = await insertSubmissions(stack.db, [{ content: { name: 'Ruled cracker' } }]);
    expect(await decideByRules(stack.db)).toBe(1);
    const { page: review } = await stack.signIn('editor', `/review?id=${id}&state=all`);
    await titleOf(review)
      .and(review.getByText('Ruled cracker', { exact: true }))
      .waitFor();
    await review.getByText(/by the rule “Plain names”, switched on by admin@/).waitFor();
    await review
      .getByRole('group', { name: 'History' })
      .getByText('approved by the rule “Plain names”')
      .waitFor();
    expect(await readStatus(stack.db, id)).toBe('approved');
  });

  it('begin with the sender and the facts of a submission', async () => {
    const { accountId } = await insertKey(stack.db);
    const [id = ''] = await insertSubmissions(stack.db, [
      { content: { name: 'Ruled by a shop', brand: 'Mill' } },
    ]);
    await stack.db.execute(
      sql`update submissions set account_id = ${accountId}, source = 'backflow' where id = ${id}`,
    );
    const { page } = await stack.signIn('editor', `/review?id=${id}`);
    await page.getByRole('group', { name: 'Sender' }).getByRole('button', { name: 'Rule…' }).click();
    const form = page.getByRole('dialog', { name: 'New rule' });
    await form.getByRole('textbox', { name: 'Name' }).fill('Of the shop');
    await form.getByRole('button', { name: 'Add rule' }).click();
    await form.waitFor({ state: 'detached' });
    const { rows } = await stack.db.execute(
      sql`select conditions from review_rules where name = 'Of the shop'`,
    );
    expect(rows).toEqual([
      {
        conditions: {
          account_id: accountId,
          standing: 'new',
          only_facts: expect.arrayContaining(['name', 'brand']),
        },
      },
    ]);
  });

  it('offer the reason of a rule that rejects', async () => {
    await stack.db.execute(`insert into review_rules (id, name, conditions, suggestion, reason)
      values ('0199f2a0-0000-7000-8000-0000000000a1', 'Advertising', '{"only_facts": ["name", "brand"]}', 'reject',
        'This is advertising.')`);
    const [id = ''] = await insertSubmissions(stack.db, [
      { content: { name: 'Ruled advert', brand: 'Loud' } },
    ]);
    const { page } = await stack.signIn('reviewer', `/review?id=${id}`);
    await waitUntilSeen(page, 'Ruled advert');
    await decisionOf(page).getByText('Rule “Advertising” suggests: reject — not judged yet').waitFor();
    await page.keyboard.press('r');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Another reason' }).waitFor();
    expect(await dialog.getByRole('textbox', { name: 'Another reason' }).inputValue()).toBe(
      'This is advertising.',
    );
    await dialog.getByRole('button', { name: 'Reject with this reason' }).click();
    await waitForStatus(stack.db, id, 'rejected');
  });
});
