import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import type { Role } from '../../src/platform/http/callers/operator.ts';
import { visit } from '../support/browser/console-pages.ts';
import { startConsoleStack, type ConsoleStack } from '../support/browser/console-stack.ts';
import { emailOf } from '../support/callers/console-operators.ts';
import {
  approveShown,
  decisionOf,
  findProduct,
  insertSubmissions,
  recordDecisions,
  waitForStatus,
  waitUntilReady,
  waitUntilSeen,
} from '../support/review/review-page.ts';
import { waitFor } from '../support/wait-for.ts';

describe('two reviewers at one queue', () => {
  let stack: ConsoleStack;

  beforeAll(async () => {
    stack = await startConsoleStack();
  });
  afterAll(() => stack.stop());

  const submit = (word: string, count: number) =>
    insertSubmissions(
      stack.db,
      Array.from({ length: count }, (_, index) => ({
        content: { name: `${word} ${index + 1}`, category: 'beverages' },
      })),
    );
  const open = async (role: Role, word: string) => (await stack.signIn(role, `/review?q=${word}`)).page;
  /** Who has claimed a submission, by e-mail. */
  const holderOf = async (id: string) => {
    const { rows } = await stack.db.execute<{ email: string | null }>(sql`
      SELECT (SELECT email FROM operators WHERE id = claimed_by) AS email FROM submissions WHERE id = ${id}`);
    return rows[0]?.email;
  };

  it('are never led to the same submission, and decide all of them', async () => {
    const ids = await submit('Shared', 12);
    const pages = await Promise.all([open('reviewer', 'Shared'), open('editor', 'Shared')]);
    const decided = pages.map((page) => recordDecisions(page));
    const shown = await Promise.all(pages.map((page) => workThrough(page)));
    const [one = [], other = []] = shown;
    expect(one.filter((id) => other.includes(id))).toEqual([]);
    expect(new Set([...one, ...other])).toEqual(new Set(ids));
    const approved = decided.flatMap((sent) => sent.approved);
    expect(approved.toSorted()).toEqual(ids.toSorted());
    for (const id of ids) await waitForStatus(stack.db, id, 'approved');
  });

  it('hold what they have open until they leave it', async () => {
    const [first = '', second = '', third = ''] = await submit('Kept', 3);
    const page = await open('reviewer', 'Kept');
    await waitUntilReady(page, 'Kept 1');
    expect(await holderOf(first)).toBe(emailOf('reviewer'));
    const other = await open('editor', 'Kept');
    await waitUntilReady(other, 'Kept 2');
    // Skipped, it is the next one of anyone who comes.
    await page.keyboard.press('s');
    await waitUntilReady(page, 'Kept 3');
    await waitFor('the first to be free', async () => (await holderOf(first)) === null);
    expect(await holderOf(third)).toBe(emailOf('reviewer'));
    await other.keyboard.press('s');
    await waitUntilReady(other, 'Kept 1');
    // Nothing is left for him but what he has.
    await waitFor('the second to be free', async () => (await holderOf(second)) === null);
    // Looking at something of one's own choice claims it as well.
    await page.getByRole('button', { name: /^Kept 2/ }).click();
    await waitUntilSeen(page, 'Kept 2');
    await waitFor('a claim', async () => (await holderOf(second)) === emailOf('reviewer'));
    await waitFor('the third to be free', async () => (await holderOf(third)) === null);
    await page.close({ runBeforeUnload: true });
    await waitFor('the second to be free', async () => (await holderOf(second)) === null);
  });

  it('see at once what the other one does to the open submission, and in the counts', async () => {
    const [first = ''] = await submit('Watched', 2);
    const page = await openWithoutPolling('reviewer', `/review?id=${first}`);
    await waitUntilReady(page, 'Watched 1');
    // It is claimed once it is seen: before that, the next one who comes is led to it.
    await decisionOf(page).getByRole('button', { name: 'Give back' }).waitFor();
    const colleague = emailOf('editor');
    const other = await open('editor', 'Watched');
    await waitUntilReady(other, 'Watched 2');
    const row = page.getByRole('button', { name: /^Watched 2/ });
    await row.getByText(colleague).waitFor();
    await other.getByRole('button', { name: /^Watched 1/ }).click();
    await waitUntilSeen(other, 'Watched 1');
    await decisionOf(other)
      .getByText(`${emailOf('reviewer')} is working on this submission.`)
      .waitFor();
    await decisionOf(other).getByRole('button', { name: 'Take over' }).click();
    await decisionOf(page).getByText(`${colleague} has taken this submission over from you.`).waitFor();
    expect(await decisionOf(page).getByRole('button', { name: 'Approve' }).isDisabled()).toBe(true);
    const waiting = page.getByText(/^\d+ waiting;/);
    const before = await waiting.textContent();
    await approveShown(other, 'Watched 1');
    await page.getByRole('alert').getByText(`by ${colleague}`).waitFor();
    await decisionOf(page).waitFor({ state: 'detached' });
    await waitFor('another count', async () => (await waiting.textContent()) !== before);
  });

  it('see what becomes of the product that the open submission is about', async () => {
    const { id: productId, gtin } = await findProduct(stack.db, 'nocciola');
    const [id = ''] = await insertSubmissions(stack.db, [
      { gtin, content: { ingredients_text: 'Hazelnuts, sugar, and what nobody has named' } },
    ]);
    const page = await openWithoutPolling('reviewer', `/review?id=${id}`);
    await page.getByRole('heading', { name: 'Completes a product' }).waitFor();
    await stack.db.execute(sql`UPDATE products SET name = 'Renamed meanwhile' WHERE id = ${productId}`);
    await page.getByText('Renamed meanwhile').first().waitFor();
  });

  it('hear it a little later when no events come', async () => {
    const [id = ''] = await submit('Polled', 1);
    const { page } = await stack.openSignedIn('reviewer');
    await page.route('**/api/admin/events', (route) => route.abort());
    await visit(page, `/review?id=${id}`);
    await waitUntilReady(page, 'Polled 1');
    await stack.db.execute(sql`
      UPDATE submissions SET status = 'rejected', reason = 'Seen by asking', reviewed_at = now() WHERE id = ${id}`);
    await page.getByRole('alert').getByText('Seen by asking').waitFor();
  });

  it('assign submissions, are led to their own first, and never to those of others', async () => {
    const ids = await submit('Assigned', 5);
    const page = await open('reviewer', 'Assigned');
    await waitUntilReady(page, 'Assigned 1');
    const choose = async (who: string) => {
      const menu = page.getByRole('menu');
      await menu.getByRole('menuitem', { name: new RegExp(`^${who} `) }).click();
      await menu.waitFor({ state: 'detached' });
    };
    const assigneesOf = async () => {
      const { rows } = await stack.db.execute<{ email: string | null }>(sql`
        SELECT (SELECT email FROM operators WHERE id = assigned_to) AS email FROM submissions
        WHERE content->>'name' LIKE 'Assigned %' ORDER BY created_at`);
      return rows.map(({ email }) => email);
    };
    for (const name of ['Assigned 2', 'Assigned 3']) {
      await page.getByRole('checkbox', { name: `Tick ${name}` }).click();
    }
    await page.getByRole('button', { name: 'Assign…' }).first().click();
    await choose(emailOf('editor'));
    await page
      .getByRole('button', { name: /^Assigned 3/ })
      .getByText(`for ${emailOf('editor')}`)
      .waitFor();
    await page.getByRole('button', { name: /^Assigned 5/ }).click();
    await waitUntilSeen(page, 'Assigned 5');
    await page.keyboard.press('m');
    await page
      .getByRole('button', { name: /^Assigned 5/ })
      .getByText('for you')
      .waitFor();
    const [editor, reviewer] = [emailOf('editor'), emailOf('reviewer')];
    expect(await assigneesOf()).toEqual([null, editor, editor, null, reviewer]);
    const { rows } = await stack.db.execute(sql`
      SELECT count(*)::int AS n FROM audit_log WHERE action = 'submission.assigned' AND entity_id IN ${ids}`);
    expect(rows).toEqual([{ n: 3 }]);

    const other = await open('editor', 'Assigned');
    await waitUntilReady(other, 'Assigned 2');
    await approveShown(other, 'Assigned 2');
    await waitUntilReady(other, 'Assigned 3');
    await approveShown(other, 'Assigned 3');
    // Nothing of his is left: what is nobody's, and not what is the reviewer's.
    await waitUntilReady(other, 'Assigned 4');
    await other.keyboard.press('s');
    await waitUntilReady(other, 'Assigned 1');

    await page.goto('/console/review?q=Assigned&assigned_to=me');
    await waitUntilReady(page, 'Assigned 5');
    await page.getByRole('button', { name: 'Filters…' }).click();
    await page.getByRole('combobox', { name: 'Assigned to' }).click();
    await page.getByRole('option', { name: 'not assigned' }).click();
    await page.getByRole('button', { name: /^Assigned 4/ }).waitFor();
    await page.getByRole('button', { name: /^Assigned 5/ }).waitFor({ state: 'detached' });
    expect(await page.getByRole('button', { name: /^Reject all/ }).count()).toBe(0);
  });

  /** A page that does not poll: it refreshes only after live events. */
  async function openWithoutPolling(role: Role, address: string): Promise<Page> {
    const { page } = await stack.openSignedIn(role);
    await page.addInitScript(`(() => {
      const every = globalThis.setInterval;
      globalThis.setInterval = (run, ms, ...rest) => (ms >= 9_000 ? 0 : every(run, ms, ...rest));
    })()`);
    const isOpen = page.waitForResponse('**/api/admin/events');
    await visit(page, address);
    await isOpen;
    return page;
  }
});

/** Approves what the page shows until nothing is left. Returns the ids in the order in which they were shown. */
async function workThrough(page: Page): Promise<string[]> {
  const shown: string[] = [];
  const nothing = page.getByText(
    /^(Nothing waits here|Nothing matches the filters|Others have all that waits here)$/,
  );
  for (;;) {
    await decisionOf(page).or(nothing).first().waitFor();
    const open = await readOpen(page);
    if (!open) {
      // It may have come and gone while the next one was asked for.
      if ((await nothing.count()) > 0) return shown;
      continue;
    }
    shown.push(open.id);
    await approveShown(page, open.name);
  }
}

/** The submission that is open, if one is: its id and title are of one moment. */
async function readOpen(page: Page): Promise<{ id: string; name: string } | undefined> {
  return await page.evaluate(`(() => {
    const id = document.querySelector('[aria-label=Decision]')?.dataset.submission;
    const name = document.querySelector('main h2')?.textContent;
    return id && name ? { id, name } : undefined;
  })()`);
}
