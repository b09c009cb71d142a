import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BackflowResult } from '../../../src/review/submissions/backflow-contract.ts';
import { submissions } from '../../../src/platform/db/schema/submissions.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { gtinOf } from '../../support/imports/export-file.ts';
import { createTestApi, expectError, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { insertKey } from '../../support/callers/test-limits.ts';

const PARALLEL = 20;

let database: TestDatabase;
let api: TestApi;
let accountId: string;
let key: string;
beforeAll(async () => {
  database = await createTestDatabase();
  api = createTestApi(database);
  // Without caps: more is sent here than a shop that has just registered may send in a day.
  ({ accountId, key } = await insertKey(database.db, 'internal'));
});
beforeEach(() => database.db.delete(submissions));
afterAll(() => database.drop());

const post = (body: object, headers: Record<string, string> = { 'X-API-Key': key }) =>
  api.submit('/backflow', body, headers);

async function send(...items: unknown[]): Promise<BackflowResult> {
  const response = await post({ items });
  expect(response.status, response.text).toBe(200);
  return response.body as BackflowResult;
}

describe('a batch', () => {
  it('is judged item by item, in order: invalid, exists, duplicate, accepted', async () => {
    const known = await insertProduct(database.db, { name: 'Known', gtins: [gtinOf(1)] });
    const archived = await insertProduct(database.db, {
      name: 'Gone',
      status: 'archived',
      gtins: [gtinOf(2)],
    });
    const submitted = await api.submit('/submissions', { gtin: gtinOf(3), name: 'Submitted by a stranger' });
    const pendingId = (submitted.body as { id: string }).id;

    const { results, ...counts } = await send(
      { gtin: '3017620422004', name: 'Wrong check digit' },
      { gtin: gtinOf(1) },
      { gtin: `0${gtinOf(2)}` },
      { gtin: gtinOf(3) },
      { gtin: gtinOf(4), name: 'New', brand: 'Maker', category: 'food', nutriments: { fat_g: 1 } },
      { gtin: `0${gtinOf(4)}` },
      { gtin: gtinOf(5) },
      { gtin: gtinOf(1), name: '' },
    );
    expect(counts).toEqual({ received: 8, accepted: 2, exists: 2, duplicate: 2, invalid: 2 });
    expect(results.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    const nothing = { reason: null, message: null, submission_id: null, product_id: null };
    expect(results).toEqual([
      {
        ...nothing,
        index: 0,
        gtin: '3017620422004',
        result: 'invalid',
        reason: 'bad_check_digit',
        message: expect.stringContaining('3'),
      },
      { ...nothing, index: 1, gtin: gtinOf(1), result: 'exists', product_id: known },
      { ...nothing, index: 2, gtin: `0${gtinOf(2)}`, result: 'exists', product_id: archived },
      { ...nothing, index: 3, gtin: gtinOf(3), result: 'duplicate', submission_id: pendingId },
      { ...nothing, index: 4, gtin: gtinOf(4), result: 'accepted', submission_id: expect.any(String) },
      {
        ...nothing,
        index: 5,
        gtin: `0${gtinOf(4)}`,
        result: 'duplicate',
        submission_id: results[4]?.submission_id,
      },
      { ...nothing, index: 6, gtin: gtinOf(5), result: 'accepted', submission_id: expect.any(String) },
      expect.objectContaining({ index: 7, result: 'invalid', reason: 'invalid_field' }),
    ]);
    const rows = await database.db.select().from(submissions);
    expect(rows.filter(({ source }) => source === 'backflow')).toEqual([
      expect.objectContaining({
        gtin14: `0${gtinOf(4)}`,
        accountId,
        content: expect.objectContaining({ name: 'New' }),
      }),
      expect.objectContaining({ gtin14: `0${gtinOf(5)}`, content: {} }),
    ]);
  });

  it.each([
    ['null', null],
    ['a number', 5],
    ['a list', []],
    ['64 KB of text', 'x'.repeat(65_536)],
    ['an object without barcode', { name: 'Milk' }],
    ['a barcode that is a number', { gtin: 3017620422003 }],
    ['a barcode that is null', { gtin: null }],
    ['an unknown field', { gtin: gtinOf(1_000), price: 1 }],
    ['a name with NUL', { gtin: gtinOf(1_000), name: 'Mi\0lk' }],
    ['a name of half a surrogate pair', { gtin: gtinOf(1_000), name: '\ud800' }],
    ['an unknown category', { gtin: gtinOf(1_000), category: 'nowhere' }],
    ['an unknown nutriment', { gtin: gtinOf(1_000), nutriments: { gold_g: 1 } }],
    ['a barcode of 60,000 digits', { gtin: '4'.repeat(60_000) }],
  ])('with %s judges the other 99', async (_, bad) => {
    const items: unknown[] = Array.from({ length: 99 }, (__, i) => ({ gtin: gtinOf(2_000 + i) }));
    items.splice(50, 0, bad);
    const { received, accepted, invalid, results } = await send(...items);
    expect({ received, accepted, invalid }).toEqual({ received: 100, accepted: 99, invalid: 1 });
    expect(results[50]).toMatchObject({ index: 50, result: 'invalid', message: expect.stringMatching(/\w/) });
  });

  it('says in plain words what is wrong with an item', async () => {
    const { results } = await send({ name: 'Milk' }, { gtin: 5 }, { gtin: gtinOf(1_000), price: 1 });
    expect(results.map(({ message }) => message)).toEqual([
      'gtin is required',
      'gtin must be of type string',
      'no such field: price',
    ]);
  });

  it('of nothing is 400, of 101 items 413 with the limit', async () => {
    expectError(await post({ items: [] }), 400, 'invalid_request');
    const tooMany = await post({ items: Array.from({ length: 101 }, () => ({ gtin: gtinOf(1) })) });
    expectError(tooMany, 413, 'payload_too_large');
    expect(tooMany.body).toMatchObject({ error: { details: { limit: 100 } } });
    const tooLarge = await post({ items: [{ gtin: gtinOf(1), note: 'x'.repeat(262_144) }] });
    expectError(tooLarge, 413, 'payload_too_large');
    expect(tooLarge.body).toMatchObject({ error: { details: { limit: 262_144 } } });
  });

  it.each([{}, { items: null }, { items: {} }, { items: [], mode: 'fast' }, []])(
    'that is %j is 400',
    async (body) => {
      expectError(await post(body), 400, 'invalid_request');
    },
  );

  it(`with one barcode twice, sent ${PARALLEL} times at once, leaves one submission`, async () => {
    const gtin = gtinOf(7);
    const answers = await Promise.all(
      Array.from({ length: PARALLEL }, () =>
        send({ gtin, name: 'Same' }, { gtin: `0${gtin}`, name: 'Same again' }),
      ),
    );
    const results = answers.flatMap((answer) => answer.results);
    const accepted = results.filter(({ result }) => result === 'accepted');
    expect(accepted).toHaveLength(1);
    expect(results.filter(({ result }) => result === 'duplicate')).toHaveLength(2 * PARALLEL - 1);
    expect(new Set(results.map((item) => item.submission_id))).toEqual(new Set([accepted[0]?.submission_id]));
    expect(await database.db.select().from(submissions)).toHaveLength(1);
  });
});

describe('the key', () => {
  it.each([
    ['missing', {}],
    ['malformed', { 'X-API-Key': 'pfk_short' }],
    ['unknown', { Authorization: `Bearer pfk_${'0'.repeat(36)}` }],
  ])('%s is 401, before the body is read', async (_, headers) => {
    expectError(await post({ items: 5 }, headers), 401, 'invalid_api_key');
  });

  it('missing is not called malformed, unknown or revoked', async () => {
    const { body } = await post({ items: [] }, {});
    expect(body).toMatchObject({ error: { message: expect.stringMatching(/^This needs an API key/) } });
  });

  it('revoked is 401', async () => {
    const revoked = await insertKey(database.db);
    await database.pool.query('update api_keys set revoked_at = now() where account_id = $1', [
      revoked.accountId,
    ]);
    expectError(await post({ items: [] }, { 'X-API-Key': revoked.key }), 401, 'invalid_api_key');
  });
});
