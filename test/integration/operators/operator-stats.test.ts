import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { v7 as uuidV7 } from 'uuid';
import { submissions } from '../../../src/platform/db/schema/submissions.ts';
import type { CoverageField, OperatorStats } from '../../../src/review/statistics/operator-stats-contract.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { createAdminCaller } from '../../support/callers/test-admin.ts';
import { createTestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { signInTestOperator, type TestOperator } from '../../support/callers/test-operator.ts';

const HOUR_MS = 3_600_000;

let database: TestDatabase;
let reviewer: TestOperator;
let admin: TestOperator;
beforeAll(async () => {
  database = await createTestDatabase();
  reviewer = await signInTestOperator(database.db, 'reviewer');
  admin = await signInTestOperator(database.db, 'admin');
});
afterAll(() => database.drop());

/** From an application of its own, which has nothing in its cache yet. */
const readStats = async () =>
  (await createAdminCaller(createTestApi(database), reviewer.headers).get('/stats')).body as OperatorStats;

const submit = async (hoursAgo: number, facts: Partial<typeof submissions.$inferInsert> = {}) => {
  await database.db.insert(submissions).values({
    id: uuidV7(),
    source: 'public',
    content: {},
    contentHash: randomBytes(32),
    createdAt: new Date(Date.now() - hoursAgo * HOUR_MS),
    ...facts,
  });
};
const decide = async (hoursAgo: number, status: 'approved' | 'rejected', reviewedBy: string) => {
  const reviewedAt = new Date(Date.now() - hoursAgo * HOUR_MS);
  await submit(hoursAgo + 1, { status, reviewedAt, reviewedBy, reason: status === 'rejected' ? 'no' : null });
};

describe('without anything', () => {
  it('there are no rates of nothing', async () => {
    const stats = await readStats();
    expect(stats.queue).toEqual({ by_state: [], pending_by_age: [], oldest_pending_at: null });
    expect(stats.quality).toEqual([]);
    expect(stats.coverage).toContainEqual({
      field: 'brand',
      applies_to: 'all',
      products: 0,
      filled: 0,
      share: null,
    });
  });
});

describe('the queue', () => {
  beforeAll(async () => {
    for (const hoursAgo of [0, 0.9, 1.1, 23, 25, 8 * 24, 31 * 24]) await submit(hoursAgo);
    await submit(2, { source: 'backflow', gtin14: '04006381333931' });
    await decide(0, 'approved', reviewer.id);
    await decide(0, 'approved', reviewer.id);
    await decide(0, 'rejected', reviewer.id);
    await decide(5 * 24, 'rejected', admin.id);
    await decide(40 * 24, 'approved', reviewer.id);
  });

  it('is counted by state, source and age', async () => {
    const { queue } = await readStats();
    expect(queue.by_state).toEqual([
      { status: 'approved', source: 'public', entries: 3 },
      { status: 'pending', source: 'backflow', entries: 1 },
      { status: 'pending', source: 'public', entries: 7 },
      { status: 'rejected', source: 'public', entries: 2 },
    ]);
    const none = { under_1_hour: 0, under_1_day: 0, under_7_days: 0, under_30_days: 0, older: 0 };
    expect(queue.pending_by_age).toEqual([
      { ...none, source: 'backflow', under_1_day: 1 },
      { source: 'public', under_1_hour: 2, under_1_day: 2, under_7_days: 1, under_30_days: 1, older: 1 },
    ]);
    expect(Date.now() - Date.parse(queue.oldest_pending_at ?? '')).toBeGreaterThan(31 * 24 * HOUR_MS);
  });

  it('shows in the public statistics', async () => {
    const { body } = await createTestApi(database).get('/stats');
    expect(body).toMatchObject({ submissions_pending: 8 });
  });
});

describe('the catalogue', () => {
  beforeAll(async () => {
    const { db } = database;
    await insertProduct(db, {
      category: 'food/beverages/juices',
      brand: 'Old Mill',
      gtins: ['4006381333931', '3017620422003'],
      netContentValue: 1,
      netContentUnit: 'l',
      countryOfOrigin: 'France',
      images: ['https://example.org/1.jpg', 'https://example.org/2.jpg'],
      qualityScore: 1,
      msrp: [{ amount: 2 }, { amount: 3 }],
      food: {
        nutriments: { fat_g: 1 },
        nutritionBasis: '100ml',
        ingredientsText: 'Apples',
        nutriScore: 'b',
      },
    });
    await insertProduct(db, {
      category: 'food',
      netContentValue: 5,
      qualityScore: 0.1,
      msrp: [{ amount: 0 }],
      food: {},
    });
    const url = `/images/${'a'.repeat(64)}/1200.webp`;
    const picture = { role: 'front', lang: null, url, width: 800, height: 600 } as const;
    await insertProduct(db, {
      category: 'food/uncategorized',
      qualityScore: 0.099,
      facts: { contributed_pictures: { ['a'.repeat(64)]: picture } },
    });
    await insertProduct(db, {
      category: 'gadgets',
      kind: 'electronics',
      attributes: { colour: 'red' },
      qualityScore: 0.6,
    });
    await insertProduct(db, { category: 'food', status: 'draft', brand: 'Nobody sees' });
    await insertProduct(db, { category: 'food', status: 'archived', brand: 'Nobody sees' });
  });

  it('has its quality counted in tenths, by kind', async () => {
    const { quality } = await readStats();
    expect(quality).toEqual([
      { kind: 'electronics', products: 1, average: 0.6, buckets: [0, 0, 0, 0, 0, 0, 1, 0, 0, 0] },
      { kind: 'food', products: 3, average: 0.3997, buckets: [1, 1, 0, 0, 0, 0, 0, 0, 0, 1] },
    ]);
  });

  it('has the presence of each field counted among the products it applies to', async () => {
    const { coverage } = await readStats();
    const figures = (list: OperatorStats['coverage']) =>
      Object.fromEntries(list.map(({ field, filled, products }) => [field, `${filled}/${products}`]));
    const expected: Record<CoverageField, string> = {
      brand: '1/4',
      category: '3/4',
      barcode: '1/4',
      net_content: '1/4',
      country_of_origin: '1/4',
      nutriments: '1/3',
      nutrition_basis: '1/3',
      ingredients_text: '1/3',
      nutri_score: '1/3',
      attributes: '1/1',
      image: '2/4',
      msrp: '1/4',
    };
    expect(figures(coverage)).toEqual(expected);
    expect(coverage.find(({ field }) => field === 'category')?.share).toBe(0.75);
  });
});

it('statistics are at most a minute old, and counted once for all who ask', async () => {
  const api = createTestApi(database);
  const call = createAdminCaller(api, reviewer.headers);
  const first = (await call.get('/stats')).body as OperatorStats;
  await submit(0);
  expect((await call.get('/stats')).body).toEqual(first);
  expect((await readStats()).queue.by_state).not.toEqual(first.queue.by_state);
});
