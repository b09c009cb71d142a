import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startConsoleStack, type ConsoleStack } from '../support/browser/console-stack.ts';
import {
  decisionOf,
  insertSubmissions,
  readStatus,
  recordDecisions,
  waitForStatus,
} from '../support/review/review-page.ts';
import { waitFor } from '../support/wait-for.ts';

describe('an approval that is pressed before its preview is there', () => {
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

  it('decides 25 of 25 on a slow server, with one press each', async () => {
    const ids = await submit('Keptkey', 25);
    const { page } = await stack.openSignedIn('reviewer');
    const pressed: string[] = [];
    await answerLate(page, pressed, ids.length);
    const { approved } = recordDecisions(page);
    await page.goto('/console/review?q=Keptkey');
    for (const _ of ids) {
      const id = await waitForNew(page, pressed.at(-1));
      await page.keyboard.press('a');
      pressed.push(id);
    }
    for (const id of ids) await waitForStatus(stack.db, id, 'approved');
    expect(approved).toEqual(pressed);
    expect(new Set(approved)).toEqual(new Set(ids));
  });

  it('is shown on the button, and Escape or a change of mind takes it back', async () => {
    const [id = ''] = await submit('Changedmind', 2);
    const { page } = await stack.openSignedIn('reviewer');
    const pressed: string[] = [];
    await answerLate(page, pressed, 2);
    const { approved } = recordDecisions(page);
    await page.goto('/console/review?q=Changedmind');
    await waitForNew(page, undefined);
    const waits = decisionOf(page).getByRole('button', { name: 'Approves once you see what it does' });
    await page.keyboard.press('a');
    await waits.waitFor();
    await page.keyboard.press('Escape');
    await decisionOf(page).getByRole('button', { name: 'Approve', exact: true }).waitFor();
    await page.keyboard.press('a');
    await waits.waitFor();
    await page.keyboard.press('s');
    await decisionOf(page).getByText('Changedmind 1 is not approved').waitFor();
    pressed.push(id);
    await waitForNew(page, id);
    expect(approved).toEqual([]);
    expect(await readStatus(stack.db, id)).toBe('pending');
  });
});

/** Holds each preview until its approval was pressed, and each decision until the next approval was pressed. */
async function answerLate(page: Page, pressed: readonly string[], count: number): Promise<void> {
  await page.route(/submissions\/[0-9a-f-]{36}\/(?:preview|approve)$/, async (route) => {
    const [, id = '', verb] = /submissions\/(.{36})\/(.*)$/.exec(route.request().url()) ?? [];
    await waitFor('a press', () => {
      const place = pressed.indexOf(id);
      return place >= 0 && (verb === 'preview' || place + 1 < pressed.length || pressed.length === count);
    });
    await route.continue();
  });
}

/** Waits until another submission than the last one can be decided. */
async function waitForNew(page: Page, lastId: string | undefined): Promise<string> {
  const bar = page.locator(`[aria-label=Decision][aria-busy=false]:not([data-submission="${lastId}"])`);
  return (await bar.getAttribute('data-submission')) ?? '';
}
