import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startConsoleStack, type ConsoleStack } from '../support/browser/console-stack.ts';
import {
  approveShown,
  decisionOf,
  findProduct,
  insertSubmissions,
  recordDecisions,
  titleOf,
  waitForStatus,
  waitUntilReady,
  waitUntilSeen,
  type PendingSubmission,
} from '../support/review/review-page.ts';

describe('reviewing by keyboard', () => {
  let stack: ConsoleStack;

  beforeAll(async () => {
    stack = await startConsoleStack();
  });
  afterAll(() => stack.stop());

  const submit = (word: string, submissions: PendingSubmission[]) =>
    insertSubmissions(
      stack.db,
      submissions.map((one, index) => ({
        ...one,
        content: { name: `${word} ${index + 1}`, ...one.content },
      })),
    );
  const open = async (word: string, role: 'reviewer' | 'editor' = 'reviewer') => {
    const { page, complaints } = await stack.signIn(role, `/review?q=${word}`);
    await titleOf(page).waitFor();
    return { page, complaints };
  };
  /** A correction of a product that says something else than better sources do. */
  const correct = async (product: string): Promise<PendingSubmission> => ({
    gtin: (await findProduct(stack.db, product)).gtin,
    content: { net_content_value: 977, net_content_unit: 'g' },
  });

  it('goes on with its keys after a click on a choice and on a tick box', async () => {
    await submit('Clickthen', [await correct('nocciola'), { content: {} }, { content: {} }]);
    const { page } = await open('Clickthen');
    const { approved } = recordDecisions(page);
    await waitUntilSeen(page, 'Clickthen 1');
    for (const choice of await page.getByRole('radiogroup').all()) await choice.getByText('Keep').click();
    await decisionOf(page).getByText('confirms').or(decisionOf(page).getByText('changes nothing')).waitFor();
    await approveShown(page, 'Clickthen 1');
    await waitUntilSeen(page, 'Clickthen 2');
    await page.getByRole('checkbox', { name: 'Tick Clickthen 2' }).click();
    await page.keyboard.press('j');
    await waitUntilSeen(page, 'Clickthen 3');
    expect(approved).toHaveLength(1);
  });

  it('leaves what was decided while the next one was still asked for', async () => {
    const [, , third = ''] = await submit('Slownext', [{ content: {} }, { content: {} }, { content: {} }]);
    const { page } = await open('Slownext');
    await waitUntilSeen(page, 'Slownext 1');
    let answer = () => {};
    const isAnswered = new Promise<void>((resolve) => (answer = resolve));
    await page.route(
      '**/submissions/next*',
      async (route) => {
        await isAnswered;
        await route.continue();
      },
      { times: 1 },
    );
    const asked = page.waitForRequest('**/submissions/next*');
    await page.keyboard.press('s');
    await asked;
    await page.getByRole('button', { name: /^Slownext 3/ }).click();
    await waitUntilReady(page, 'Slownext 3');
    await page.keyboard.press('a');
    await waitForStatus(stack.db, third, 'approved');
    answer();
    await waitUntilSeen(page, 'Slownext 2');
  });

  it('decides conflicts with one key each, or all with one', async () => {
    const [first = '', second = ''] = await submit('Conflicting', [
      await correct('nocciola'),
      await correct('nocciola'),
    ]);
    const { page } = await open('Conflicting');
    await decisionOf(page).getByText('Decide first: Name, Net content.').waitFor();
    await page.keyboard.press('K');
    await decisionOf(page).getByText('changes nothing').waitFor();
    await approveShown(page, 'Conflicting 1');
    await waitForStatus(stack.db, first, 'approved');
    await decisionOf(page).getByText('Decide first').waitFor();
    await waitUntilSeen(page, 'Conflicting 2');
    await page.keyboard.press('K');
    await page.keyboard.press(await digitOf(page, 'Net content'));
    await decisionOf(page).getByText('changes 1 value').waitFor();
    await approveShown(page, 'Conflicting 2');
    await waitForStatus(stack.db, second, 'approved');
    const { rows } = await stack.db.execute(
      "SELECT name, net_content_value AS value FROM products WHERE name ILIKE '%nocciola%' ORDER BY name LIMIT 1",
    );
    expect(Number(rows[0]?.['value'])).toBe(977);
    expect(rows[0]?.['name']).not.toContain('Conflicting');
  });

  it('keeps what was decided and typed while a link of the submission is followed, and over a reload', async () => {
    await submit('Followed', [await correct('dark hazelnut')]);
    const { page } = await open('Followed');
    await decisionOf(page).getByText('Decide first: Name, Net content.').waitFor();
    await page.keyboard.press('T');
    await decisionOf(page).getByText('changes 2 values').waitFor();
    await page
      .getByRole('main')
      .getByRole('link', { name: /nocciola/i })
      .first()
      .click();
    await page.getByRole('heading', { level: 1, name: /nocciola/i }).waitFor();
    await page.goBack();
    await decisionOf(page).getByText('changes 2 values').waitFor();
    await page.reload();
    await decisionOf(page).getByText('changes 2 values').waitFor();
  });

  it('begins an edit where one types, and saves it with Ctrl and Enter', async () => {
    const [id = ''] = await submit('Edited', [{ content: {} }]);
    const { page } = await open('Edited');
    await waitUntilSeen(page, 'Edited 1');
    await page.keyboard.press('e');
    const name = page.getByRole('dialog').getByRole('textbox', { name: 'Name' });
    await name.and(page.locator(':focus')).waitFor();
    await name.fill('Edited by hand');
    await page.keyboard.press('Control+Enter');
    await decisionOf(page).getByText('Edited by hand').waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await approveShown(page, 'Edited 1');
    await waitForStatus(stack.db, id, 'approved');
  });

  it('leads over the end of a page, and back', async () => {
    await submit(
      'Paged',
      Array.from({ length: 52 }, () => ({ content: {} })),
    );
    const { page } = await open('Paged');
    await waitUntilSeen(page, 'Paged 1');
    await page.getByRole('button', { name: /^Paged 50/ }).click();
    await waitUntilSeen(page, 'Paged 50');
    await page.keyboard.press('j');
    await waitUntilSeen(page, 'Paged 51');
    await page.keyboard.press('k');
    await waitUntilSeen(page, 'Paged 50');
  });

  it('notices that another operator has taken the submission over', async () => {
    await submit('Claimed', [{ content: {} }, { content: {} }]);
    const { page } = await open('Claimed');
    await waitUntilSeen(page, 'Claimed 1');
    await decisionOf(page).getByRole('button', { name: 'Give back' }).waitFor();
    const { page: others } = await open('Claimed', 'editor');
    await others.getByRole('button', { name: /^Claimed 1/ }).click();
    await decisionOf(others).getByRole('button', { name: 'Take over' }).click();
    await decisionOf(others).getByRole('button', { name: 'Give back' }).waitFor();
    await decisionOf(page).getByText('editor@example.org has taken this submission over from you.').waitFor();
    expect(await decisionOf(page).getByRole('button', { name: 'Approve' }).isDisabled()).toBe(true);
  });
});

/** The key that stands before a fact. */
async function digitOf(page: Page, fact: string): Promise<string> {
  const cell = page
    .getByRole('table', { name: 'Submitted facts' })
    .getByRole('row')
    .filter({ hasText: fact });
  return (await cell.first().locator('kbd').first().textContent()) ?? '';
}
