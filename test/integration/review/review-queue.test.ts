import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SubmissionDetail } from '../../../src/review/decisions/review-contract.ts';
import type { QueueCounts, QueuedSubmission } from '../../../src/review/queue/queue-contract.ts';
import { submissions } from '../../../src/platform/db/schema/submissions.ts';
import { categories, products } from '../../../src/platform/db/schema/catalogue.ts';
import { clearCatalogue, ensureCategory, insertProduct } from '../../support/catalogue/catalogue.ts';
import { gtinOf } from '../../support/imports/export-file.ts';
import { createAdminCaller, expectAdminError, type AdminCaller } from '../../support/callers/test-admin.ts';
import { createTestApi, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { insertKey } from '../../support/callers/test-limits.ts';
import { signInTestOperator, type TestOperator } from '../../support/callers/test-operator.ts';
import { errorOf, findSubmission, submitFacts, sendItem } from '../../support/review/test-submissions.ts';

const UNKNOWN = '01890a5d-ac96-774b-bcce-b302099a8057';

let database: TestDatabase;
let api: TestApi;
let ada: TestOperator;
let grace: TestOperator;
let asAda: AdminCaller;
let asGrace: AdminCaller;
let key: string;
let accountId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  api = createTestApi(database);
  ada = await signInTestOperator(database.db, 'reviewer');
  grace = await signInTestOperator(database.db, 'reviewer');
  asAda = createAdminCaller(api, ada.headers);
  asGrace = createAdminCaller(api, grace.headers);
  ({ key, accountId } = await insertKey(database.db));
});
afterAll(() => database.drop());

const age = (id: string, hours: number) =>
  database.db
    .update(submissions)
    .set({ createdAt: sql`now() - make_interval(hours => ${hours})` })
    .where(eq(submissions.id, id));
const reject = (id: string) => asAda.post(`/submissions/${id}/reject`, { reason: 'No such product' });
async function namesOf(query: string, caller = asAda): Promise<(string | null)[]> {
  const response = await caller.get(`/submissions${query}`);
  expect(response.status, response.text).toBe(200);
  return (response.body as { items: QueuedSubmission[] }).items.map(({ name }) => name);
}
const detailOf = async (id: string) => (await asAda.get(`/submissions/${id}`)).body as SubmissionDetail;

describe('the queue', () => {
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    await database.db.delete(submissions);
    await ensureCategory(database.db, 'food/juices');
    await ensureCategory(database.db, 'electronics/phones', 'electronics');
    await insertProduct(database.db, {
      name: 'Lamp',
      category: 'household',
      kind: 'household',
      gtins: [gtinOf(4)],
    });
    ids['old'] = await submitFacts(api, { name: '100% old juice', category: 'juices', brand: 'Dune' });
    ids['phone'] = await submitFacts(api, { name: 'Phone', category: 'phones', gtin: gtinOf(1) });
    ids['shop'] = await sendItem(api, key, { gtin: gtinOf(2), name: 'From a shop' });
    ids['lamp'] = await submitFacts(api, { gtin: gtinOf(4), brand: 'Lampmaker' });
    ids['rejected'] = await submitFacts(api, { name: 'Nonsense' });
    await reject(ids['rejected']);
    await age(ids['old'], 200);
    await age(ids['phone'], 30);
  });

  it.each([
    ['', ['100% old juice', 'Phone', 'From a shop', null]],
    ['?sort=newest', [null, 'From a shop', 'Phone', '100% old juice']],
    ['?state=rejected', ['Nonsense']],
    ['?state=all&sort=newest&size=2', ['Nonsense', null]],
    ['?page=2&size=3', [null]],
    ['?source=backflow', ['From a shop']],
    ['?source=public&has_gtin=true', ['Phone', null]],
    ['?has_gtin=false', ['100% old juice']],
    ['?kind=food', ['100% old juice']],
    ['?kind=electronics', ['Phone']],
    ['?kind=household', [null]],
    ['?kind=none', ['From a shop']],
    ['?older_than=24h', ['100% old juice', 'Phone']],
    ['?older_than=7d', ['100% old juice']],
    ['?newer_than=2d', ['Phone', 'From a shop', null]],
    ['?q=OLD', ['100% old juice']],
    ['?q=dune', ['100% old juice']],
    ['?q=%25', ['100% old juice']],
    ['?q=_', []],
    [`?q=${gtinOf(2).slice(-4)}`, ['From a shop']],
    ['?claimed_by=me', []],
  ])('%s holds %j', async (query, names) => {
    expect(await namesOf(query)).toEqual(names);
  });

  it('counts what each filter has', async () => {
    const counts = (await asAda.get('/submissions/counts')).body as QueueCounts;
    expect(counts).toEqual({
      state: { pending: 4, approved: 0, rejected: 1 },
      source: { public: 3, backflow: 1 },
      kind: { food: 1, electronics: 1, household: 1, none: 1 },
      gtin: { with: 3, without: 1 },
      claim: { me: 0, others: 0, nobody: 4 },
      question: { waiting: 0, answered: 0 },
      assigned: expect.arrayContaining([{ operator_id: ada.id, email: ada.email, pending: 0 }]),
      age: { under_1d: 2, under_7d: 1, over_7d: 1 },
      sender: [{ account_id: accountId, email: expect.stringContaining('@'), pending: 1 }],
      at_least: [],
    });
    expect((await asAda.get('/submissions/counts?state=rejected')).body).toMatchObject({
      source: { public: 1, backflow: 0 },
    });
  });

  it.each([
    'older_than=week',
    'older_than=0d',
    'has_gtin=yes',
    'state=done',
    'claimed_by=nobodys',
    'sort=name',
    'q=%00',
    'account_id=me',
  ])('refuses %s', async (query) => {
    expectAdminError(await asAda.get(`/submissions?${query}`), 400, 'invalid_parameter');
  });

  it('goes on to the next submission, past those that others work on', async () => {
    const next = async (query: string) => {
      const { submission } = (await asAda.get(`/submissions/next${query}`)).body as {
        submission: SubmissionDetail | null;
      };
      return submission?.id ?? null;
    };
    expect(await next('')).toBe(ids['old']);
    expect(await next(`?after=${ids['old']}`)).toBe(ids['phone']);
    await asGrace.post(`/submissions/${ids['phone']}/claim`, {});
    expect(await next(`?after=${ids['old']}`)).toBe(ids['shop']);
    expect(await next(`?after=${ids['old']}&source=public`)).toBe(ids['lamp']);
    expect(await next(`?after=${ids['shop']}&sort=newest`)).toBe(ids['old']);
    expect(await next(`?after=${ids['lamp']}`)).toBe(null);
    await asGrace.post(`/submissions/${ids['phone']}/release`, {});
  });
});

describe('a claim', () => {
  let id: string;
  beforeEach(async () => {
    await database.db.delete(submissions);
    id = await submitFacts(api, { name: 'Claimed' });
  });
  const expire = () => database.db.update(submissions).set({ claimedAt: sql`now() - interval '16 minutes'` });

  it('is shown to others, who cannot claim or decide the submission meanwhile', async () => {
    const claimed = await asAda.post(`/submissions/${id}/claim`, {});
    expect(claimed.body).toMatchObject({ id, claim: { operator_id: ada.id, email: ada.email } });
    expect((await asAda.post(`/submissions/${id}/claim`, {})).status).toBe(200);
    for (const [path, body] of [
      ['claim', {}],
      ['approve', {}],
      ['reject', { reason: 'no' }],
    ] as const) {
      const refused = await asGrace.post(`/submissions/${id}/${path}`, body);
      expectAdminError(refused, 409, 'invalid_state');
      expect(errorOf(refused).details).toMatchObject({ status: 'pending', claim: { email: ada.email } });
    }
    expect(await namesOf('?claimed_by=me')).toEqual(['Claimed']);
    expect(await namesOf('?claimed_by=others')).toEqual([]);
    expect(await namesOf('?claimed_by=others', asGrace)).toEqual(['Claimed']);
    expect(await namesOf('?claimed_by=nobody', asGrace)).toEqual([]);
    expect(await namesOf(`?claimed_by=${ada.id}`, asGrace)).toEqual(['Claimed']);
    expect((await detailOf(id)).claim).toMatchObject({ email: ada.email });
  });

  it('can be taken by force, given up by its holder only, and lapses after 15 minutes', async () => {
    await asAda.post(`/submissions/${id}/claim`, {});
    const taken = await asGrace.post(`/submissions/${id}/claim`, { force: true });
    expect(taken.body).toMatchObject({ claim: { operator_id: grace.id } });
    const kept = await asAda.post(`/submissions/${id}/release`, {});
    expect(kept.body).toMatchObject({ claim: { operator_id: grace.id } });
    await expire();
    expect(await namesOf('?claimed_by=nobody')).toEqual(['Claimed']);
    expect((await asAda.post(`/submissions/${id}/claim`, {})).status).toBe(200);
    expect((await asAda.post(`/submissions/${id}/release`, {})).body).toEqual({ id, claim: null });
    expect((await asGrace.post(`/submissions/${id}/reject`, { reason: 'no' })).status).toBe(200);
    expectAdminError(await asAda.post(`/submissions/${id}/claim`, { force: true }), 409, 'invalid_state');
    expect((await findSubmission(database.db, id))?.claimedBy).toBeNull();
  });

  it('of a submission nobody has is 404', async () => {
    expectAdminError(await asAda.post(`/submissions/${UNKNOWN}/claim`, {}), 404, 'not_found');
    expectAdminError(await asAda.post(`/submissions/${UNKNOWN}/release`, {}), 404, 'not_found');
  });
});

describe('a submission', () => {
  beforeEach(async () => {
    await database.db.delete(submissions);
    await clearCatalogue(database.db);
    await ensureCategory(database.db, 'food/uncategorized-food');
    await ensureCategory(database.db, 'general/uncategorized-general', 'general');
    await ensureCategory(database.db, 'food/juices');
  });

  it('stands beside the product it would complete, with who says what', async () => {
    const productId = await insertProduct(database.db, {
      name: 'Orange juice',
      brand: 'Dune',
      category: 'food/juices',
      gtins: [gtinOf(1)],
      countryOfOrigin: 'Spain',
      provenance: { open_food_facts: ['name', 'brand'], operator: ['country_of_origin'] },
    });
    const id = await sendItem(api, key, { gtin: gtinOf(2), name: 'Held back' });
    await database.db.update(submissions).set({ productId }).where(eq(submissions.id, id));
    const submitted = {
      gtin: `0${gtinOf(1)}`,
      name: 'ORANGE JUICE',
      brand: 'Dune & Sons',
      country_of_origin: 'Italy',
      ingredients_text: 'Oranges',
      contact_email: 'contributor@example.org',
    };
    const detail = await detailOf(await submitFacts(api, submitted));
    expect(detail).toMatchObject({
      gtin: gtinOf(1),
      kind: 'food',
      contact_email: submitted.contact_email,
      barcode: {
        gtin: gtinOf(1),
        gtin14: `0${gtinOf(1)}`,
        type: 'gtin13',
        pack_level: 'each',
        verdict: 'ok',
      },
      target: { id: productId, name: 'Orange juice', brand: 'Dune', version: 1, matched_by: 'gtin' },
      account: null,
      history: [],
      other_entries: [],
    });
    const byField = Object.fromEntries(detail.comparison.map((fact) => [fact.field, fact]));
    expect(byField).toMatchObject({
      name: { outcome: 'confirmed', sources: [{ code: 'open_food_facts', trust: 0.6 }] },
      brand: { outcome: 'conflict', current: { brand: 'Dune' }, offered: { brand: 'Dune & Sons' } },
      country_of_origin: { outcome: 'conflict', sources: [{ code: 'operator' }] },
      ingredients_text: { outcome: 'taken', current: { ingredients_text: null }, sources: [] },
    });
    const shopSubmission = await detailOf(id);
    expect(shopSubmission.target).toMatchObject({ id: productId, matched_by: 'product_id' });
    expect(shopSubmission.account).toEqual({ id: accountId, email: expect.stringContaining('@') });
  });

  it('of a new product shows products of a similar name and other submissions of its barcode', async () => {
    const alike = await insertProduct(database.db, { name: 'Chocolate spread', gtins: [gtinOf(1)] });
    await insertProduct(database.db, { name: 'Washing powder' });
    const other = await sendItem(api, key, { gtin: '9521234567899', name: 'Choco spread' });
    const detail = await detailOf(await submitFacts(api, { gtin: '9521234567899', name: 'Chocolate sprea' }));
    expect(detail.target).toBeNull();
    expect(detail.barcode).toMatchObject({ verdict: 'warning', reason: 'demonstration' });
    expect(detail.possible_duplicates).toEqual([
      expect.objectContaining({ id: alike, name: 'Chocolate spread', gtin: gtinOf(1) }),
    ]);
    expect(detail.other_entries).toEqual([
      { id: other, source: 'backflow', name: 'Choco spread', created_at: expect.any(String) },
    ]);
    expect(detail.comparison).toEqual([expect.objectContaining({ field: 'name', outcome: 'taken' })]);
  });

  it('is shown though its category or product has gone', async () => {
    const productId = await insertProduct(database.db, { name: 'Gone' });
    await ensureCategory(database.db, 'food/soups');
    const id = await submitFacts(api, { product_id: productId, name: 'Soup', category: 'soups' });
    await database.db.delete(products).where(eq(products.id, productId));
    await database.db.delete(categories).where(eq(categories.code, 'soups'));
    const detail = await detailOf(id);
    expect(detail).toMatchObject({ target: null, product_id: null, category: 'soups', kind: null });
    expect(detail.comparison.map(({ field }) => field)).toEqual(['name']);
  });

  it('nobody has is 404', async () => {
    expectAdminError(await asAda.get(`/submissions/${UNKNOWN}`), 404, 'not_found');
    expectAdminError(await asAda.get('/submissions/12'), 404, 'not_found');
  });
});

it('nobody sees the queue without a session', async () => {
  expectAdminError(await createAdminCaller(api).get('/submissions'), 401, 'not_authenticated');
});
