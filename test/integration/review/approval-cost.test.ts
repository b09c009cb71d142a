import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createReviewDesk, type ReviewDesk } from '../../support/review/review-desk.ts';
import { gtinOf } from '../../support/imports/export-file.ts';
import { submitFacts } from '../../support/review/test-submissions.ts';

let desk: ReviewDesk;
beforeAll(async () => {
  desk = await createReviewDesk();
});
afterAll(() => desk.database.drop());

/** The texts of the statements that are sent to Postgres while `run` runs. */
async function listStatements(run: () => Promise<unknown>): Promise<string[]> {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await run();
    return spy.mock.calls.map(([query]) => {
      const text = typeof query === 'string' ? query : (query as unknown as { text: string }).text;
      return text.trim().replaceAll(/\s+/g, ' ');
    });
  } finally {
    spy.mockRestore();
  }
}

const FACTS = {
  name: 'Hazelnut spread',
  brand: 'Dune',
  category: 'hazelnut-spreads',
  net_content_value: 0.4,
  net_content_unit: 'kg',
  country_of_origin: 'Italien',
  nutriments: { energy_kj: 2252, fat_g: 30.9 },
  nutrition_basis: '100g',
  msrp: { amount: 3.99, currency: 'EUR', region: 'FR' },
};

/** Of these the last only tells the test's own listener of changes. */
const isOwn = (text: string) => !text.includes("pg_notify('counted'");

/** With the checks before its transaction, and the transaction's own begin and commit. */
const MOST_STATEMENTS = 25;

test.each([
  ['that makes a product', 0],
  ['that changes a product and makes a brand', 1],
])('an approval %s reads the catalogue once, and takes few statements', async (_case, before) => {
  const gtin = gtinOf(before + 1);
  if (before) await desk.approved(await submitFacts(desk.api, { gtin, ...FACTS }));
  const brand = `Dune ${before}`;
  const id = await submitFacts(desk.api, { gtin, ...FACTS, name: `Hazelnut cream ${before}`, brand });
  const statements = (await listStatements(() => desk.approved(id))).filter(isOwn);
  const reads = statements.filter((text) => /\bas sources, \(select/i.test(text));
  expect(reads).toHaveLength(1);
  expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(MOST_STATEMENTS);
});
