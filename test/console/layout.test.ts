import type { Page } from 'playwright-core';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startConsoleStack, type ConsoleStack } from '../support/browser/console-stack.ts';
import { visit } from '../support/browser/console-pages.ts';
import { listSeriousFaults } from '../support/browser/page-faults.ts';
import { insertKey } from '../support/callers/test-limits.ts';
import { drawJpeg } from '../support/pictures/test-pictures.ts';
import { decisionOf, findProduct, insertSubmissions } from '../support/review/review-page.ts';

const DESK = { viewport: { width: 1440, height: 900 } } as const;
const PHONE = { viewport: { width: 390, height: 844 } } as const;
const UNBROKEN = 'Zwetschgen'.repeat(30);
const SPACED = 'Zwetschgen roester '.repeat(15).trim();

describe('pages of the console', () => {
  let stack: ConsoleStack;

  beforeAll(async () => {
    stack = await startConsoleStack();
  });
  afterAll(() => stack.stop());

  it('are no wider than the screen, whatever names they show', async () => {
    const [unbroken, spaced] = await Promise.all(
      ['nocciola', 'dark hazelnut'].map((name) => findProduct(stack.db, name)),
    );
    await stack.db.execute(sql`UPDATE products SET name = ${UNBROKEN} WHERE id = ${unbroken?.id}`);
    await stack.db.execute(sql`UPDATE products SET name = ${SPACED} WHERE id = ${spaced?.id}`);
    const words = { note: UNBROKEN, source_url: `https://example.org/${UNBROKEN}` };
    const [submission, correction] = await insertSubmissions(stack.db, [
      { content: { name: UNBROKEN, brand: UNBROKEN.slice(0, 120), ...words } },
      { productId: spaced?.id ?? '', content: { name: UNBROKEN.slice(0, 200), ...words } },
    ]);
    for (const size of [DESK, PHONE]) {
      const { page } = await stack.signIn('editor', `/products?q=${unbroken?.gtin}`, size);
      await page.getByText(UNBROKEN).first().waitFor();
      await expectToFit(page);
      for (const id of [submission, correction]) {
        await page.goto(`/console/review?id=${id}`);
        await decisionOf(page).and(page.locator('[data-seen]')).waitFor();
        await expectToFit(page);
      }
      for (const product of [unbroken, spaced]) {
        await page.goto(`/console/products/${product?.id}`);
        await page.getByRole('tab', { name: 'History' }).waitFor();
        await expectToFit(page);
      }
    }
  });

  it('do not move when the code of their charts has loaded', async () => {
    const { accountId } = await insertKey(stack.db);
    for (const [address, below] of [[`/keys/${accountId}`, 'Keys']] as const) {
      const { page } = await stack.openSignedIn('admin', DESK);
      const release = await holdCharts(page);
      await visit(page, address);
      const heading = page.getByRole('heading', { name: below, exact: true });
      await heading.waitFor();
      const before = await boxOf(heading);
      await release();
      await page.locator('.recharts-surface').first().waitFor();
      expect(await boxOf(heading), address).toEqual(before);
    }
  });

  it('of a submission show its picture, the facts, its words and the decision together', async () => {
    const id = await submitWithPicture(stack.origin);
    const { page, complaints } = await stack.signIn('reviewer', `/review?id=${id}`, DESK);
    await decisionOf(page).and(page.locator('[data-seen]')).waitFor();
    const picture = await boxOf(page.getByRole('img', { name: 'Picture 1: front' }));
    const facts = await boxOf(page.getByRole('table', { name: 'Submitted facts' }));
    const words = await boxOf(page.getByRole('group', { name: 'Words of the contributor' }));
    const decision = await boxOf(decisionOf(page));
    expect(decision.bottom).toBeLessThan(words.top);
    expect(words.bottom).toBeLessThan(facts.top);
    expect(picture.right).toBeLessThan(facts.left);
    for (const { bottom } of [picture, decision, words]) expect(bottom).toBeLessThan(DESK.viewport.height);
    expect(facts.top).toBeLessThan(DESK.viewport.height / 2);
    // Beside the facts, wherever they are read.
    await page.evaluate('scrollTo({ top: 200, behavior: "instant" })');
    const followed = await boxOf(page.getByRole('img', { name: 'Picture 1: front' }));
    expect(followed.top).toBeGreaterThan((await boxOf(decisionOf(page))).bottom);
    expect(await page.getByRole('heading', { name: 'Notes and questions' }).count()).toBe(0);
    const table = await page.getByRole('table', { name: 'Submitted facts' }).textContent();
    expect(table).not.toMatch(/[0-9a-f]{64}|lang:|\.webp/);
    await page.getByRole('table', { name: 'Submitted facts' }).getByRole('img', { name: 'front' }).waitFor();
    expect(await listSeriousFaults(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('of a product are text for who may not change it, with its pictures', async () => {
    const { id, name } = await findProduct(stack.db, 'granola');
    const pictures = [
      {
        role: 'front',
        lang: 'de',
        url: 'https://images.openfoodfacts.org/images/products/1/front_de.3.full.jpg',
        width: 8,
        height: 6,
      },
      { role: 'nutrition', lang: null, url: 'https://cdn.example.org/9.jpg', width: 8, height: 6 },
    ];
    await stack.db.execute(
      sql`UPDATE products SET facts = facts || ${JSON.stringify({ pictures })}::jsonb WHERE id = ${id}`,
    );
    const { page } = await stack.openSignedIn('reviewer', DESK);
    // Pictures of sources come from this service: no host learns of operators.
    await page.route('**/pictures/from/images.openfoodfacts.org/**', async (route) =>
      route.fulfill({ contentType: 'image/jpeg', body: await drawJpeg() }),
    );
    await page.goto(`/console/products/${id}`);
    const facts = page.getByRole('table', { name: 'Facts' });
    await facts.getByText(name).waitFor();
    expect(await page.getByRole('main').getByRole('textbox').count()).toBe(0);
    const picture = facts.getByRole('img', { name: 'front (de)' });
    await picture.scrollIntoViewIfNeeded();
    await expect
      .poll(() => picture.evaluate((one) => (one as unknown as { naturalWidth: number }).naturalWidth))
      .toBe(800);
    // Another host learns nothing of the operator.
    await facts.getByRole('link', { name: 'nutrition, cdn.example.org' }).waitFor();
    expect(await listSeriousFaults(page)).toEqual([]);
  });
});

async function expectToFit(page: Page): Promise<void> {
  const [needed, given] = (await page.evaluate('[document.documentElement.scrollWidth, innerWidth]')) as [
    number,
    number,
  ];
  expect(needed, page.url()).toBeLessThanOrEqual(given);
}

/** Holds the code of charts back; the function returned waits until the page asks for it, and lets it through. */
async function holdCharts(page: Page): Promise<() => Promise<void>> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  let noteAsked = () => {};
  const asked = new Promise<void>((resolve) => (noteAsked = resolve));
  await page.route('**/assets/*.js', async (route) => {
    const response = await route.fetch();
    if ((await response.text()).includes('recharts-surface')) {
      noteAsked();
      await released;
    }
    await route.fulfill({ response });
  });
  return async () => {
    await asked;
    release();
  };
}

async function boxOf(locator: ReturnType<Page['locator']>) {
  await locator.waitFor();
  const box = await locator.boundingBox();
  if (!box) throw new Error('it is not drawn');
  return { top: box.y, left: box.x, bottom: box.y + box.height, right: box.x + box.width };
}

async function submitWithPicture(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/api/public/submissions`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      name: 'Zwetschgenroester',
      category: 'beverages',
      ingredients_text: 'Plums, sugar, cinnamon',
      note: 'From the label of the jar.',
      source_url: 'https://example.org/jar',
    }),
  });
  const { id, answer_token: token } = (await answer.json()) as { id: string; answer_token: string };
  const sent = await fetch(`${origin}/api/public/submissions/${id}/images?role=front`, {
    method: 'POST',
    headers: { 'X-Answer-Token': token },
    body: new Uint8Array(await drawJpeg(1)),
  });
  expect(sent.status).toBe(201);
  return id;
}
