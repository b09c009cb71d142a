import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { listenForChanges, type ChangeListener } from '../../support/changes/change-listener.ts';
import { addAtOnce, promoteAtOnce, SPELLINGS } from '../../support/callers/race-requests.ts';
import { createAdminCaller, expectAdminError, type AdminCaller } from '../../support/callers/test-admin.ts';
import { createTestApi, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { signInTestOperator } from '../../support/callers/test-operator.ts';

let database: TestDatabase;
let api: TestApi;
let editor: AdminCaller;
let changes: ChangeListener;

beforeAll(async () => {
  database = await createTestDatabase();
  changes = await listenForChanges(database);
  api = createTestApi(database);
  editor = createAdminCaller(api, (await signInTestOperator(database.db, 'editor')).headers);
});
afterAll(() => database.drop());

/** The 13-digit code of a number. */
function gtinOf(number: number): string {
  const body = String(400_000_000_000 + number);
  const sum = Array.from(body).reduce((total, digit, i) => total + Number(digit) * (i % 2 ? 3 : 1), 0);
  return body + String((10 - (sum % 10)) % 10);
}

const listBarcodes = async (id: string) => {
  const { rows } = await database.pool.query<{ gtin14: string; is_primary: boolean }>(
    'select gtin14, is_primary from barcodes where product_id = $1 order by gtin14',
    [id],
  );
  return rows;
};

const lastAudit = async (id: string) => {
  const { rows } = await database.pool.query(
    'select action, before, after from audit_log where entity_id = $1 order by seq desc limit 1',
    [id],
  );
  return rows[0] as Record<string, unknown>;
};

describe('a barcode that is added', () => {
  test('is the primary one when it is the first, and finds its product', async () => {
    const id = await insertProduct(database.db, { name: 'Oat biscuits' });
    const changesBefore = await changes.count();
    const response = await editor.post(`/products/${id}/barcodes`, { gtin: '00036000291452', region: 'FR' });
    expect(response.status).toBe(201);
    expect(response.body).toMatchObject({
      gtin: '036000291452',
      version: 2,
      barcodes: [
        { gtin: '036000291452', type: 'gtin12', pack_level: 'each', region: 'FR', is_primary: true },
      ],
      provenance: [{ field: 'barcode', source: { code: 'operator', trust: 0.9 } }],
    });
    expect(await changes.count()).toBe(changesBefore + 1);
    expect(await lastAudit(id)).toMatchObject({
      action: 'barcode.added',
      after: { gtin: '036000291452', pack_level: 'each', region: 'FR', is_primary: true },
    });
    expect((await api.get('/products/barcode/036000291452')).body).toMatchObject({ id });
  });

  test('takes the first place only when it is asked to', async () => {
    const id = await insertProduct(database.db, { gtins: [gtinOf(1)] });
    await editor.post(`/products/${id}/barcodes`, { gtin: gtinOf(2) });
    expect((await editor.get(`/products/${id}`)).body).toMatchObject({ gtin: gtinOf(1) });
    const response = await editor.post(`/products/${id}/barcodes`, { gtin: gtinOf(3), is_primary: true });
    expect(response.body).toMatchObject({ gtin: gtinOf(3) });
    expect((await listBarcodes(id)).filter(({ is_primary }) => is_primary)).toHaveLength(1);
  });

  test('belongs to one product: the conflict names it', async () => {
    const owner = await insertProduct(database.db, { name: 'Owner', gtins: ['4006381333931'] });
    const other = await insertProduct(database.db);
    for (const id of [other, owner]) {
      const response = await editor.post(`/products/${id}/barcodes`, { gtin: '04006381333931' });
      expectAdminError(response, 409, 'barcode_conflict');
      expect(response.body).toMatchObject({
        error: { details: { gtin: '4006381333931', product_id: owner, product_name: 'Owner' } },
      });
    }
    expect(await listBarcodes(other)).toEqual([]);
    expect(await lastAudit(other)).toBeUndefined();
  });

  test('cannot be added to an archived product', async () => {
    const id = await insertProduct(database.db, { status: 'archived' });
    expectAdminError(
      await editor.post(`/products/${id}/barcodes`, { gtin: gtinOf(9) }),
      409,
      'invalid_state',
    );
  });

  test.each([
    ['4006381333932', 'bad_check_digit'],
    ['400638133393', 'bad_check_digit'],
    ['12345', 'bad_length'],
    ['４００６３８１３３３９３１', 'bad_format'],
    ['4006381333931 a', 'bad_format'],
    ["4006381333931' OR '1'='1", 'bad_format'],
    ['', 'bad_format'],
    ['2000000000008', 'restricted_circulation'],
    ['0200000000004', 'restricted_circulation'],
    ['9810000000006', 'coupon'],
    ['9900000000004', 'coupon'],
    ['500000000005', 'coupon'],
    ['9800000000007', 'coupon'],
    ['200000000004', 'restricted_circulation'],
  ])('is refused when it is %j (%s)', async (gtin, reason) => {
    const id = await insertProduct(database.db);
    const response = await editor.post(`/products/${id}/barcodes`, { gtin });
    expectAdminError(response, 400, 'invalid_gtin');
    expect(response.body).toMatchObject({ error: { details: { reason } } });
  });

  test.each([
    [{}, 'invalid_request'],
    [{ gtin: 4006381333931 }, 'invalid_request'],
    [{ gtin: null }, 'invalid_request'],
    [{ gtin: gtinOf(10), product_id: 'x' }, 'invalid_request'],
    [{ gtin: gtinOf(10), is_primary: 'yes' }, 'invalid_request'],
    [{ gtin: gtinOf(10), pack_level: 'box' }, 'validation_failed'],
    [{ gtin: gtinOf(10), region: 'france' }, 'validation_failed'],
    [{ gtin: '0'.repeat(5_000) }, 'validation_failed'],
  ])('comes in a body as described: %j is refused', async (body, code) => {
    const id = await insertProduct(database.db);
    expectAdminError(await editor.post(`/products/${id}/barcodes`, body), 400, code);
  });
});

describe('a stored barcode', () => {
  test('is found by any spelling in the path', async () => {
    const id = await insertProduct(database.db, { gtins: ['96385074', gtinOf(20)] });
    const response = await editor.patch(`/products/${id}/barcodes/00000096385074`, { pack_level: 'inner' });
    expect(response.body).toMatchObject({
      barcodes: [{ gtin: '96385074', pack_level: 'inner', region: null, is_primary: true }, {}],
    });
    expect(await lastAudit(id)).toMatchObject({
      action: 'barcode.updated',
      before: { pack_level: 'each' },
      after: { pack_level: 'inner' },
    });
    await editor.patch(`/products/${id}/barcodes/96385074`, { region: 'EU' });
    expect((await editor.patch(`/products/${id}/barcodes/96385074`, { region: null })).body).toMatchObject({
      barcodes: [{ pack_level: 'inner', region: null }, {}],
    });
  });

  test('becomes the primary one', async () => {
    const id = await insertProduct(database.db, { gtins: [gtinOf(21), gtinOf(22)] });
    const response = await editor.post(`/products/${id}/barcodes/${gtinOf(22)}/primary`);
    expect(response.body).toMatchObject({ gtin: gtinOf(22), version: 2 });
    expect(await lastAudit(id)).toMatchObject({
      action: 'barcode.made_primary',
      before: { primary: gtinOf(21) },
      after: { primary: gtinOf(22) },
    });
    expect((await editor.post(`/products/${id}/barcodes/${gtinOf(22)}/primary`)).body).toMatchObject({
      version: 2,
    });
  });

  test('leaves the first place to the oldest single pack when it is removed', async () => {
    const id = await insertProduct(database.db, {
      gtins: [
        gtinOf(31),
        { gtin: gtinOf(32), createdAt: new Date('2024-01-03') },
        { gtin: gtinOf(33), createdAt: new Date('2024-01-02') },
        { gtin: gtinOf(34), createdAt: new Date('2024-01-01'), packLevel: 'case' },
      ],
    });
    expect((await editor.get(`/products/${id}`)).body).toMatchObject({ next_primary_gtin: gtinOf(33) });
    const response = await editor.delete(`/products/${id}/barcodes/${gtinOf(31)}`);
    expect(response.body).toMatchObject({ gtin: gtinOf(33), next_primary_gtin: gtinOf(32) });
    expect(await lastAudit(id)).toMatchObject({
      action: 'barcode.removed',
      before: { gtin: gtinOf(31), is_primary: true },
      after: { primary: gtinOf(33) },
    });
    await editor.delete(`/products/${id}/barcodes/${gtinOf(33)}`);
    await editor.delete(`/products/${id}/barcodes/${gtinOf(32)}`);
    expect((await editor.get(`/products/${id}`)).body).toMatchObject({
      gtin: null,
      next_primary_gtin: null,
      barcodes: [{ gtin: gtinOf(34), is_primary: false }],
    });
    const last = await editor.delete(`/products/${id}/barcodes/${gtinOf(34)}`);
    expect(last.body).toMatchObject({ barcodes: [], provenance: [] });
  });

  test('leaves the first place to the one that is chosen, or is not removed', async () => {
    const id = await insertProduct(database.db, {
      gtins: [gtinOf(35), gtinOf(36), { gtin: gtinOf(37), packLevel: 'case' }],
    });
    const remove = (gtin: string, successor: string) =>
      editor.delete(`/products/${id}/barcodes/${gtin}?successor=${successor}`);
    for (const none of [gtinOf(35), gtinOf(38), 'abc']) {
      expectAdminError(await remove(gtinOf(35), none), 404, 'not_found');
    }
    const response = await remove(gtinOf(35), gtinOf(37));
    expect(response.body).toMatchObject({ gtin: gtinOf(37), next_primary_gtin: gtinOf(36) });
    expect(await lastAudit(id)).toMatchObject({ after: { primary: gtinOf(37) } });
  });

  test('frees its code, also on an archived product', async () => {
    const archived = await insertProduct(database.db, { status: 'archived', gtins: [gtinOf(41)] });
    const id = await insertProduct(database.db);
    expectAdminError(
      await editor.post(`/products/${id}/barcodes`, { gtin: gtinOf(41) }),
      409,
      'barcode_conflict',
    );
    expect((await editor.delete(`/products/${archived}/barcodes/${gtinOf(41)}`)).status).toBe(200);
    expect((await editor.post(`/products/${id}/barcodes`, { gtin: gtinOf(41) })).status).toBe(201);
  });

  test('that is another product’s, malformed or unknown is not found', async () => {
    await insertProduct(database.db, { gtins: [gtinOf(51)] });
    const id = await insertProduct(database.db, { gtins: [gtinOf(52)] });
    for (const gtin of [gtinOf(51), gtinOf(53), '123', 'abc', '%00']) {
      expectAdminError(await editor.delete(`/products/${id}/barcodes/${gtin}`), 404, 'not_found');
      expectAdminError(await editor.post(`/products/${id}/barcodes/${gtin}/primary`), 404, 'not_found');
    }
    expectAdminError(
      await editor.patch(`/products/${id}/barcodes/${gtinOf(52)}`, {}),
      400,
      'validation_failed',
    );
  });
});

describe('many at once', () => {
  test('add one code in every spelling: one product gets it, the other answers name that product', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 50; n += 1) ids.push(await insertProduct(database.db, { name: `Racer ${n}` }));
    for (const spellings of SPELLINGS) {
      const responses = await addAtOnce(editor, ids, spellings);
      const winners = responses.filter(({ status }) => status === 201);
      expect(winners).toHaveLength(1);
      const winner = winners[0]?.body as { id: string; name: string };
      for (const response of responses) {
        if (response.status === 201) continue;
        expectAdminError(response, 409, 'barcode_conflict');
        expect(response.body).toMatchObject({
          error: { details: { gtin: spellings[0], product_id: winner.id, product_name: winner.name } },
        });
      }
    }
    const { rows } = await database.pool.query(
      "select count(*)::int as n from barcodes where gtin14 in ('00012345678905', '00000040170725')",
    );
    expect(rows).toEqual([{ n: 2 }]);
  });

  test('make a barcode primary while the primary one is removed: never two, and none fails', async () => {
    const gtins = Array.from({ length: 6 }, (_, n) => gtinOf(100 + n));
    const id = await insertProduct(database.db, { gtins });
    const responses = await promoteAtOnce(editor, id, gtins);
    for (const { status, body } of responses) {
      expect([200, 404]).toContain(status);
      if (status === 200) {
        const primary = (body as { barcodes: { is_primary: boolean }[] }).barcodes.filter(
          ({ is_primary }) => is_primary,
        );
        expect(primary).toHaveLength(1);
      }
    }
    const stored = await listBarcodes(id);
    expect(stored).toHaveLength(5);
    expect(stored.filter(({ is_primary }) => is_primary)).toHaveLength(1);
  });
});
