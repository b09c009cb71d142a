import { sql } from 'drizzle-orm';
import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { computeCheckDigit } from '../../src/facts/values/gtin.ts';
import { fillSignIn } from '../support/browser/console-pages.ts';
import { startConsoleStack, type ConsoleStack } from '../support/browser/console-stack.ts';
import { emailOf, PASSWORD } from '../support/callers/console-operators.ts';
import { approveShown, waitUntilReady } from '../support/review/review-page.ts';
import { insertAccount } from '../support/callers/test-limits.ts';
import { waitFor } from '../support/wait-for.ts';

const NAMES = [
  'Oat drink',
  'Almond butter',
  'Lemon water',
  'Espresso',
  'Crispbread',
  'Crackers',
  'Nectar',
].concat(['Pesto', 'Green tea', 'Mustard', 'Coconut milk', 'Lentils']);

describe('reviewing in the console', () => {
  let stack: ConsoleStack;

  beforeAll(async () => {
    stack = await startConsoleStack();
    await submitAll(stack.origin);
  });
  afterAll(() => stack.stop());

  it('refuses a wrong password, and lets a right one in', async () => {
    const { page } = await stack.openPage();
    await page.goto('/console/review');
    await fillSignIn(page, 'reviewer', 'a wrong pass phrase');
    await page.getByText('The e-mail or the password is wrong.').waitFor();
    await fillSignIn(page, 'reviewer');
    await page.getByRole('heading', { name: 'Review', exact: true }).waitFor();
  });

  it('draws the barcode of a submission, and decides ten by keyboard alone; the next one is there each time', async () => {
    const { page, complaints } = await stack.signIn('reviewer', '/review');
    const drawing = page.getByRole('img', { name: /^Barcode \d{13}$/ });
    await drawing.locator('path').first().waitFor({ state: 'attached' });
    expect((await drawing.locator('svg').boundingBox())?.height).toBe(60);
    const title = page.getByRole('main').getByRole('heading', { level: 2 }).first();
    await page.getByRole('region', { name: 'Decision' }).waitFor();
    const seen: string[] = [];
    for (let decided = 0; decided < 10; decided += 1) {
      const name = (await title.textContent()) ?? '';
      await waitUntilReady(page, name);
      seen.push(name);
      if (decided % 2 === 0) await approveShown(page, name);
      else {
        await page.keyboard.press('r');
        await page.getByRole('dialog').getByText('This is not a product.').waitFor();
        await page.keyboard.press('1');
      }
      await waitFor('the next submission', async () => (await title.textContent()) !== name);
    }
    expect(new Set(seen).size).toBe(10);
    await waitFor('ten decisions', async () => {
      const counts = await countStates(stack);
      return counts['approved'] === 5 && counts['rejected'] === 5;
    });
    const kept = await stack.db.execute(
      sql`SELECT DISTINCT reason FROM submissions WHERE status = 'rejected'`,
    );
    expect(kept.rows).toEqual([{ reason: 'This is not a product.' }]);
    expect(complaints).toEqual([]);
  });

  it('rejects all of a sender, counted first, with one reason', async () => {
    const accountId = await flood(stack, 300);
    const { page, complaints } = await stack.signIn('reviewer', '/review');
    await page.getByRole('button', { name: 'Filters…' }).click();
    await page.getByRole('combobox', { name: 'Sender', exact: true }).click();
    await page.getByRole('option', { name: 'flood@example.org (300)' }).click();
    await page.waitForURL((url) => url.searchParams.get('account_id') === accountId);
    await page.getByRole('button', { name: 'Reject all 300 that match…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Reject all that match the filter' });
    await dialog.getByText('300 submissions match and would be rejected').waitFor();
    const rejectButton = dialog.getByRole('button', { name: 'Reject 300 submissions' });
    expect(await rejectButton.isDisabled()).toBe(true);
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('This is abuse.');
    await rejectButton.click();
    await dialog.getByText('300 submissions were rejected.').waitFor();
    const { rows } = await stack.db.execute(sql`
      SELECT status, reason, count(*)::int AS entries FROM submissions WHERE account_id = ${accountId} GROUP BY 1, 2`);
    expect(rows).toEqual([{ status: 'rejected', reason: 'This is abuse.', entries: 300 }]);
    expect(complaints).toEqual([]);
  });

  it('asks for a decision of every conflict before it approves', async () => {
    const product = await findProduct(stack.origin, 'nocciola');
    const answer = await fetch(`${stack.origin}/api/public/submissions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ gtin: product.gtin, name: 'Nocciola cream', country_of_origin: 'Italy' }),
    });
    const { id } = z.object({ id: z.uuid() }).parse(await answer.json());
    const { page } = await stack.signIn('reviewer', `/review?id=${id}`);
    const decision = page.getByRole('region', { name: 'Decision' });
    await decision.getByText('Decide first: name.').waitFor();
    await page.keyboard.press('a');
    // It leads to what is open, where the arrow keys choose.
    await page.keyboard.press('ArrowRight');
    await decision.getByText('confirms Barcode, Country of origin').waitFor();
    await waitUntilReady(page, 'Nocciola cream');
    await decision.getByRole('button', { name: 'Approve' }).click();
    await waitFor('the approval', async () => {
      const { rows } = await stack.db.execute(sql`SELECT status FROM submissions WHERE id = ${id}`);
      return rows[0]?.['status'] === 'approved';
    });
    expect((await findProduct(stack.origin, 'nocciola')).name).toBe(product.name);
  });

  it('keeps what was typed when the session ends, and goes on with it after signing in again', async () => {
    const { page } = await stack.signIn('editor', '/products/new');
    await page.getByRole('textbox', { name: 'Name' }).fill('Kept through a lost session');
    // Just then: else the page may find out before, by a question of its own.
    const endAndSend = async (route: Route) => {
      await endSessions(stack);
      await route.continue();
    };
    await page.route('**/api/admin/products', endAndSend, { times: 1 });
    await page.getByRole('button', { name: 'Make product' }).click();
    await signInAgain(page);
    await page.getByRole('heading', { name: 'Kept through a lost session' }).waitFor();
  });

  it('keeps what was typed when the page finds out by itself that the session has ended', async () => {
    const { page } = await stack.signIn('editor', '/products/new');
    const name = page.getByRole('textbox', { name: 'Name' });
    // At the question for suggestions: sooner, another one may open the dialog, which takes what is being typed.
    const endAndAsk = async (route: Route) => {
      await endSessions(stack);
      await route.continue();
    };
    await page.route('**/api/admin/suggestions', endAndAsk, { times: 1 });
    await name.fill('Typed as the session ended');
    await signInAgain(page);
    expect(await name.inputValue()).toBe('Typed as the session ended');
    await page.getByRole('button', { name: 'Make product' }).click();
    await page.getByRole('heading', { name: 'Typed as the session ended' }).waitFor();
  });

  it('offers a reviewer no page of admins, and refuses one that is opened all the same', async () => {
    const { page } = await stack.signIn('reviewer', '/operators');
    await page.getByText('This needs the role admin; you are reviewer.').waitFor();
    const areas = page.getByRole('navigation', { name: 'Areas' });
    await areas.getByText('Review', { exact: true }).waitFor();
    expect(await areas.getByText('Operators').count()).toBe(0);
    expect(await areas.getByText('API keys').count()).toBe(0);
  });
});

/** Of the editor, wherever he is signed in. */
async function endSessions({ db }: ConsoleStack): Promise<void> {
  await db.execute(sql`
    DELETE FROM operator_sessions WHERE operator_id = (SELECT id FROM operators WHERE email = ${emailOf('editor')})`);
}

/** In the dialog that a lost session opens. */
async function signInAgain(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await dialog.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await dialog.waitFor({ state: 'detached' });
}

async function countStates({ db }: ConsoleStack): Promise<Record<string, number>> {
  const { rows } = await db.execute<{ status: string; entries: number }>(
    sql`SELECT status, count(*)::int AS entries FROM submissions GROUP BY status`,
  );
  return Object.fromEntries(rows.map(({ status, entries }) => [status, entries]));
}

async function findProduct(origin: string, q: string): Promise<{ name: string; gtin: string }> {
  const answer = await fetch(`${origin}/api/v1/products/search?q=${q}&size=1`);
  const page = z.object({ items: z.array(z.object({ name: z.string(), gtin: z.string() })) });
  const [first] = page.parse(await answer.json()).items;
  if (!first) throw new Error(`no product for ${q}`);
  return first;
}

/** What somebody has sent who means no good; the id of his account. */
async function flood({ db }: ConsoleStack, submissions: number): Promise<string> {
  const id = await insertAccount(db);
  await db.execute(sql`UPDATE accounts SET email = 'flood@example.org' WHERE id = ${id}`);
  await db.execute(sql`
    INSERT INTO submissions (id, source, gtin14, content, content_hash, account_id)
    SELECT gen_random_uuid(), 'backflow', lpad(n::text, 14, '0'), '{"name":"Flood"}', sha256(n::text::bytea), ${id}
    FROM generate_series(1, ${submissions}::int) n`);
  return id;
}

/** As a shop does: one batch of back-flow. */
async function submitAll(origin: string): Promise<void> {
  const post = async (address: string, body: object, headers: Record<string, string> = {}) => {
    const answer = await fetch(origin + address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBeLessThan(300);
    return z.record(z.string(), z.unknown()).parse(await answer.json());
  };
  const account = { email: 'shop@example.org', password: 'seven small islands' };
  const { api_key: key } = await post('/api/v1/register', account);
  const items = NAMES.map((name, index) => {
    const digits = `40000011${String(index).padStart(4, '0')}`;
    return { gtin: digits + computeCheckDigit(digits), name, category: 'beverages' };
  });
  const result = await post('/api/public/backflow', { items }, { 'X-API-Key': String(key) });
  expect(result['accepted']).toBe(NAMES.length);
}
