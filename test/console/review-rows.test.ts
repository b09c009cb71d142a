import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startConsoleStack, type ConsoleStack } from '../support/browser/console-stack.ts';
import { listSeriousFaults } from '../support/browser/page-faults.ts';
import { drawJpeg } from '../support/pictures/test-pictures.ts';
import {
  approveShown,
  decisionOf,
  findProduct,
  insertSubmissions,
  readStatus,
  waitUntilReady,
  waitUntilSeen,
} from '../support/review/review-page.ts';
import { waitFor } from '../support/wait-for.ts';

describe('the queue before a submission is opened', () => {
  let stack: ConsoleStack;

  beforeAll(async () => {
    stack = await startConsoleStack();
  });
  afterAll(() => stack.stop());

  it('tells what each is, how many changes it makes, and cuts no chip', async () => {
    const { gtin, name } = await findProduct(stack.db, 'nocciola');
    await insertSubmissions(stack.db, [
      { content: { name: 'Telling new', brand: 'Somebody' } },
      { gtin, content: { name: 'Telling otherwise' } },
      { gtin, content: { name, note: 'Telling nothing' } },
      { content: { name: 'Telling new', category: 'beverages' } },
    ]);
    const { page, complaints } = await stack.signIn('reviewer', '/review?q=Telling');
    await waitUntilSeen(page, 'Telling new');
    const rows = page.getByRole('list', { name: 'Submissions' }).getByRole('listitem');
    const rowOf = (text: string, at = 0) => rows.filter({ hasText: text }).nth(at);
    await rowOf('Telling new').getByText('New', { exact: true }).waitFor();
    await rowOf('Telling new').getByText('2 facts').waitFor();
    await rowOf('Telling new').getByText('yours', { exact: true }).waitFor();
    await rowOf('Telling otherwise').getByText('Conflict', { exact: true }).waitFor();
    await rowOf('Telling otherwise').getByText('1 change', { exact: true }).waitFor();
    await rowOf('Telling otherwise').getByText('high risk').waitFor();
    await rowOf('Telling new', 1).getByText('Duplicate', { exact: true }).waitFor();
    const cut = await rows
      .locator('[class*=Badge-label]')
      .evaluateAll(
        (labels) =>
          (labels as unknown as { scrollWidth: number; clientWidth: number }[]).filter(
            (label) => label.scrollWidth > label.clientWidth,
          ).length,
      );
    expect(cut).toBe(0);
    // Before the check for faults, which makes style sheets of its own that the page's policy refuses.
    expect(complaints).toEqual([]);
    expect(await listSeriousFaults(page)).toEqual([]);
  });

  it('counts down to take a decision back, which is possible later too, and sums the session up', async () => {
    const ids = await insertSubmissions(stack.db, [
      { content: { name: 'Summedword 1' } },
      { content: { name: 'Summedword 2' } },
    ]);
    const { page } = await stack.signIn('reviewer', '/review?q=Summedword');
    await approveShown(page, 'Summedword 1');
    await waitUntilReady(page, 'Summedword 2');
    const undo = decisionOf(page).getByRole('button', { name: 'Take it back' });
    await page.locator('button[data-counting]').waitFor();
    await waitFor('the end of the countdown', () =>
      undo.evaluate((button) =>
        (button as unknown as { getAnimations: () => { playState: string }[] })
          .getAnimations()
          .every(({ playState }) => playState === 'finished'),
      ),
    );
    await undo.click();
    await decisionOf(page).getByText('Took Summedword 1 back').waitFor();
    expect(await readStatus(stack.db, ids[0] ?? '')).toBe('pending');
    await approveShown(page, 'Summedword 1');
    await approveShown(page, 'Summedword 2');
    const summary = page.getByRole('group', { name: 'Your session' });
    await summary.getByText(/^You decided 3 submissions, one every .+, and took 1 back\.$/).waitFor();
  });

  it('shows those with pictures as large as the window, and only those', async () => {
    await insertSubmissions(stack.db, [{ content: { name: 'Without a picture' } }]);
    const id = await submitWithPicture(stack.origin);
    const { page } = await stack.signIn('reviewer', '/review?has_pictures=true', {
      viewport: { width: 1440, height: 900 },
    });
    await waitUntilSeen(page, 'Photographed spread');
    const list = page.getByRole('list', { name: 'Submissions' });
    expect(await list.getByRole('listitem').count()).toBe(1);
    expect(await list.locator('img').getAttribute('src')).toContain(id);
    const picture = await page.getByRole('img', { name: 'Picture 1: front' }).boundingBox();
    expect(picture?.height).toBeGreaterThan(450);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(1440);
  });

  it('hides the hint of a key that was used ten times', async () => {
    await insertSubmissions(stack.db, [{ content: { name: 'Hinted' } }]);
    const { page } = await stack.signIn('reviewer', '/review?q=Hinted');
    await waitUntilSeen(page, 'Hinted');
    const hint = decisionOf(page)
      .locator('kbd')
      .filter({ hasText: /^w$/ })
      .or(page.locator('main kbd', { hasText: /^w$/ }));
    await hint.first().waitFor();
    for (let use = 0; use < 10; use += 1) {
      await page.keyboard.press('w');
      const dialog = page.getByRole('dialog');
      await dialog.waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    }
    await hint.first().waitFor({ state: 'hidden' });
    await page.reload();
    await waitUntilSeen(page, 'Hinted');
    expect(await hint.filter({ visible: true }).count()).toBe(0);
    await decisionOf(page).locator('kbd').filter({ hasText: /^a$/ }).waitFor();
  });
});

async function submitWithPicture(origin: string): Promise<string> {
  const json = { 'Content-Type': 'application/json' };
  const body = JSON.stringify({ name: 'Photographed spread' });
  const answer = await fetch(`${origin}/api/public/submissions`, { method: 'POST', headers: json, body });
  const { id, answer_token: token } = (await answer.json()) as { id: string; answer_token: string };
  const sent = await fetch(`${origin}/api/public/submissions/${id}/images?role=front`, {
    method: 'POST',
    headers: { 'X-Answer-Token': token },
    body: new Uint8Array(await drawJpeg(3)),
  });
  expect(sent.status).toBe(201);
  return id;
}
