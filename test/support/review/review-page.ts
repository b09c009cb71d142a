import { sql } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { v7 as uuidv7 } from 'uuid';
import { hashSubmission } from '../../../src/review/submissions/submission-content.ts';
import type { Db } from '../../../src/platform/db/client.ts';
import { submissions } from '../../../src/platform/db/schema/submissions.ts';
import { waitFor } from '../wait-for.ts';

export interface PendingSubmission {
  gtin?: string;
  productId?: string;
  content: Record<string, unknown>;
}

/** Puts public submissions into the review queue, in this order. Returns their ids. */
export async function insertSubmissions(db: Db, pending: PendingSubmission[]): Promise<string[]> {
  const rows = pending.map(({ gtin, productId = null, content }, index) => {
    const gtin14 = gtin?.padStart(14, '0') ?? null;
    return {
      id: uuidv7(),
      source: 'public' as const,
      gtin14,
      productId,
      content,
      contentHash: hashSubmission({ gtin14, productId, content }),
      // Submissions of one statement would have one time, and an order by chance.
      createdAt: new Date(Date.now() - 3_600_000 + index * 1_000),
    };
  });
  await db.insert(submissions).values(rows);
  return rows.map(({ id }) => id);
}

/** A product of the demonstration catalogue that the words of its name find. */
export async function findProduct(
  db: Db,
  name: string,
): Promise<{ id: string; name: string; gtin: string; country: string | null }> {
  const { rows } = await db.execute<{ id: string; name: string; gtin: string; country: string | null }>(sql`
    SELECT p.id, p.name, right(b.gtin14, 13) AS gtin, p.country_of_origin AS country
    FROM products p JOIN barcodes b ON b.product_id = p.id AND b.is_primary
    WHERE p.name ILIKE ${`%${name}%`} ORDER BY p.name LIMIT 1`);
  if (!rows[0]) throw new Error(`no product for ${name}`);
  return rows[0];
}

/** The title of the submission that is open. */
export const titleOf = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 }).first();

export const decisionOf = (page: Page) => page.getByRole('region', { name: 'Decision' });

/** Waits until a submission is on the screen, and has been for so long that it can be decided. */
export async function waitUntilSeen(page: Page, name: string): Promise<void> {
  await titleOf(page)
    .and(page.getByText(name, { exact: true }))
    .waitFor();
  await page.locator('[aria-label=Decision][data-seen]').waitFor();
}

/** Waits until the shown approval is ready. */
export async function waitUntilReady(page: Page, name: string): Promise<void> {
  await titleOf(page)
    .and(page.getByText(name, { exact: true }))
    .waitFor();
  await page.locator('[aria-label=Decision][data-seen=approval]').waitFor();
}

/**
 * Approves the submission by its key. What the service says of it may change just before the press, which then decides
 * nothing, as it has to: it is pressed again, as a reviewer does.
 */
export async function approveShown(page: Page, name: string): Promise<void> {
  await waitUntilReady(page, name);
  const bar = page.locator('[aria-label=Decision]');
  const id = await bar.getAttribute('data-submission');
  await waitFor('the decision', async () => {
    if ((await page.locator(`[data-submission="${id}"]`).count()) === 0) return true;
    if ((await page.locator(`[data-submission="${id}"][data-seen=approval]`).count()) === 0) return false;
    await page.keyboard.press('a');
    return false;
  });
}

/** Ids of the submissions that the page decides from now on, in order. */
export function recordDecisions(page: Page): { approved: string[]; rejected: string[] } {
  const found = { approved: [] as string[], rejected: [] as string[] };
  page.on('request', (request) => {
    const [, id, verb] = /submissions\/([0-9a-f-]{36})\/(approve|reject)$/.exec(request.url()) ?? [];
    if (id && request.method() === 'POST') (verb === 'approve' ? found.approved : found.rejected).push(id);
  });
  return found;
}

export async function readStatus(db: Db, id: string): Promise<unknown> {
  const { rows } = await db.execute(sql`SELECT status FROM submissions WHERE id = ${id}`);
  return rows[0]?.['status'];
}

export const waitForStatus = (db: Db, id: string, status: string) =>
  waitFor(`a submission that is ${status}`, async () => (await readStatus(db, id)) === status);
