import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startConsoleStack, type ConsoleStack } from '../support/browser/console-stack.ts';
import {
  approveShown,
  decisionOf,
  insertSubmissions,
  readStatus,
  recordDecisions,
  titleOf,
  waitForStatus,
  waitUntilReady,
} from '../support/review/review-page.ts';

describe('what nobody saw is not decided', () => {
  let stack: ConsoleStack;

  beforeAll(async () => {
    stack = await startConsoleStack();
  });
  afterAll(() => stack.stop());

  /** Submissions `<word> 1` and so on, the first of them open and seen. */
  async function open(word: string, count = 4): Promise<{ page: Page; ids: string[] }> {
    const names = Array.from({ length: count }, (_, index) => `${word} ${index + 1}`);
    const ids = await insertSubmissions(
      stack.db,
      names.map((name) => ({ content: { name, category: 'beverages' } })),
    );
    const { page } = await stack.signIn('reviewer', `/review?q=${word}`);
    await waitUntilReady(page, `${word} 1`);
    return { page, ids };
  }

  it('approves one submission however long the key is held', async () => {
    const { page, ids } = await open('Heldkey', 8);
    const { approved } = recordDecisions(page);
    for (let press = 0; press < 12; press += 1) await page.keyboard.down('a');
    await waitUntilReady(page, 'Heldkey 2');
    // The system repeats a key for as long as it is held, also when the submission has long been seen.
    for (let press = 0; press < 12; press += 1) await page.keyboard.down('a');
    await page.keyboard.up('a');
    await approveShown(page, 'Heldkey 2');
    await waitUntilReady(page, 'Heldkey 3');
    expect(approved).toEqual(ids.slice(0, 2));
  });

  it('does not approve with a second press what has only just appeared, and says so', async () => {
    const { page, ids } = await open('Twicekey');
    const { approved } = recordDecisions(page);
    await pressTwice(page);
    await decisionOf(page).getByText('Nothing was decided').waitFor();
    await approveShown(page, 'Twicekey 2');
    await waitUntilReady(page, 'Twicekey 3');
    expect(approved).toEqual(ids.slice(0, 2));
  });

  it('approves one submission with a double click, and with a button that Enter holds down', async () => {
    const { page, ids } = await open('Clicked', 6);
    const { approved } = recordDecisions(page);
    const button = decisionOf(page).getByRole('button', { name: 'Approve' });
    await button.dblclick();
    await waitUntilReady(page, 'Clicked 2');
    await button.focus();
    await page.keyboard.down('Enter');
    await waitUntilReady(page, 'Clicked 3');
    await button.focus();
    for (let press = 0; press < 5; press += 1) await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await approveShown(page, 'Clicked 3');
    await waitUntilReady(page, 'Clicked 4');
    expect(approved).toEqual(ids.slice(0, 3));
  });

  it('rejects the submission that is shown, however fast the reason is chosen', async () => {
    const { page, ids } = await open('Quickly');
    const { rejected } = recordDecisions(page);
    // Both keys before the dialog has been painted.
    await pressAtOnce(page, ['r', '2']);
    await waitUntilReady(page, 'Quickly 2');
    await waitForStatus(stack.db, ids[0] ?? '', 'rejected');
    expect(rejected).toEqual(ids.slice(0, 1));
  });

  it('takes the last decision back, and the one before, and shows the submission again', async () => {
    const { page, ids } = await open('Undone');
    const [first = '', second = ''] = ids;
    const before = await countProducts(stack);
    await approveShown(page, 'Undone 1');
    await waitUntilReady(page, 'Undone 2');
    await decisionOf(page).getByText('Approved Undone 1').waitFor();
    await page.keyboard.press('r');
    await page.getByRole('dialog').getByText('This is not a product.').waitFor();
    await page.keyboard.press('1');
    await waitUntilReady(page, 'Undone 3');
    await decisionOf(page).getByText('Rejected Undone 2').waitFor();
    await page.keyboard.press('z');
    await waitUntilReady(page, 'Undone 2');
    expect(await readStatus(stack.db, second)).toBe('pending');
    expect(await readStatus(stack.db, first)).toBe('approved');
    await page.keyboard.press('z');
    await waitUntilReady(page, 'Undone 1');
    expect(await readStatus(stack.db, first)).toBe('pending');
    expect(await countProducts(stack)).toBe(before);
    await approveShown(page, 'Undone 1');
    await waitUntilReady(page, 'Undone 2');
    await waitForStatus(stack.db, first, 'approved');
    expect(await titleOf(page).textContent()).toBe('Undone 2');
  });
});

async function countProducts({ db }: ConsoleStack): Promise<unknown> {
  const { rows } = await db.execute("SELECT count(*)::int AS n FROM products WHERE status = 'active'");
  return rows[0]?.['n'];
}

/** The second press comes when the next submission has been painted, and no eye has had time for it. */
async function pressTwice(page: Page): Promise<void> {
  await page.evaluate(`new Promise((resolve) => {
    const press = () => {
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true, cancelable: true }));
      document.body.dispatchEvent(new KeyboardEvent('keyup', { key: 'a', bubbles: true }));
    };
    press();
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(press())));
  })`);
}

/** One after the other, as events of the keyboard come, and nothing waits for a frame. */
async function pressAtOnce(page: Page, keys: string[]): Promise<void> {
  await page.evaluate(`(async () => {
    for (const key of ${JSON.stringify(keys)}) {
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
      await new Promise((resolve) => setTimeout(resolve));
    }
  })()`);
}
