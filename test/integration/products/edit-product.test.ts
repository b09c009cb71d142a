import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AdminProduct } from '../../../src/catalog/products/administration/product-admin-contract.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { createProductDesk, type ProductDesk } from '../../support/catalogue/product-desk.ts';
import { editAtOnce } from '../../support/callers/race-requests.ts';
import { expectAdminError } from '../../support/callers/test-admin.ts';

const NOWHERE = '00000000-0000-4000-8000-000000000000';

let desk: ProductDesk;
beforeAll(async () => {
  desk = await createProductDesk();
});
afterAll(() => desk.database.drop());

describe('an edit', () => {
  test('changes what it names, empties what is null and leaves the rest', async () => {
    const { id } = await desk.create({ name: 'Oats', brand: 'Dune', category: 'snacks', nutri_score: 'a' });
    const response = await desk.editor.patch(`/products/${id}`, {
      version: 1,
      name: 'Rolled oats',
      nutri_score: null,
    });
    expect(response.body).toMatchObject({
      version: 2,
      name: 'Rolled oats',
      brand: 'Dune',
      nutri_score: null,
    });
    expect((await desk.listHistory(id))[0]).toMatchObject({
      action: 'product.updated',
      before: { name: 'Oats', nutri_score: 'a' },
      after: { name: 'Rolled oats', nutri_score: null },
    });
  });

  test('verifies what others said: a value as it is gets the operator behind it', async () => {
    const id = await insertProduct(desk.database.db, {
      name: 'Oats',
      countryOfOrigin: 'Italy',
      provenance: { open_food_facts: ['name', 'country_of_origin'] },
    });
    const before = (await desk.editor.get(`/products/${id}/quality`)).body as { quality_score: number };
    const response = await desk.editor.patch(`/products/${id}`, {
      version: 1,
      name: 'Oats',
      country_of_origin: 'Spain',
    });
    const { provenance, quality_score } = response.body as AdminProduct;
    expect(provenance.map(({ field, source }) => [field, source.code])).toEqual([
      ['country_of_origin', 'operator'],
      ['name', 'operator'],
      ['name', 'open_food_facts'],
    ]);
    expect(quality_score).toBeGreaterThan(before.quality_score);
    expect((await desk.api.get(`/products/${id}`)).body).toMatchObject({
      sources: [
        { code: 'operator', fields: ['country_of_origin', 'name'] },
        { code: 'open_food_facts', fields: ['name'] },
      ],
    });
  });

  test('of an older version loses to the newer one, and says how the product is now', async () => {
    const { id } = await desk.create({ name: 'Oats' });
    const [winner, loser] = await editAtOnce(desk.editor, id);
    expect(winner?.status).toBe(200);
    if (!loser) throw new Error('there are two answers');
    expectAdminError(loser, 409, 'version_conflict');
    expect(loser.body).toMatchObject({ error: { details: { version: 2, product: { id, version: 2 } } } });
    expect((await desk.editor.get(`/products/${id}`)).body).toEqual(winner?.body);
  });

  test.each([
    ['no version', { name: 'n' }, 400, 'invalid_request'],
    ['a version in quotes', { version: '1', name: 'n' }, 400, 'invalid_request'],
    ['version 0', { version: 0 }, 400, 'validation_failed'],
    ['a version beyond all', { version: 9e15 }, 400, 'validation_failed'],
    ['a status', { version: 1, status: 'archived' }, 400, 'invalid_request'],
    ['no name', { version: 1, name: null }, 400, 'invalid_request'],
    ['facts of food without food', { version: 1, ingredients_text: 'Oats' }, 400, 'validation_failed'],
    ['an old version', { version: 7, name: 'n' }, 409, 'version_conflict'],
  ])('with %s is refused', async (_what, body, status, code) => {
    const { id } = await desk.create({ name: 'Oats' });
    expectAdminError(await desk.editor.patch(`/products/${id}`, body), status, code);
  });

  test('of what is not there, or not any more, is refused', async () => {
    expectAdminError(await desk.editor.patch(`/products/${NOWHERE}`, { version: 1 }), 404, 'not_found');
    expectAdminError(await desk.editor.patch('/products/abc', { version: 1 }), 404, 'not_found');
    const id = await insertProduct(desk.database.db, { status: 'archived' });
    expectAdminError(
      await desk.editor.patch(`/products/${id}`, { version: 1, name: 'n' }),
      409,
      'invalid_state',
    );
  });
});

describe('the status', () => {
  test('goes from draft to active to archived to draft, and each step needs the version', async () => {
    const { id } = await desk.create({ name: 'Oats', category: 'snacks' });
    const steps: [string, object, object][] = [
      ['activate', { version: 1 }, { status: 'active', is_public: true }],
      ['deactivate', { version: 2 }, { status: 'draft', is_public: false }],
      ['activate', { version: 3 }, { status: 'active' }],
      ['archive', { version: 4, reason: 'Gone' }, { status: 'archived', archive_reason: 'Gone' }],
      ['restore', { version: 5 }, { status: 'draft', archive_reason: null }],
    ];
    for (const [action, body, expected] of steps) {
      const response = await desk.editor.post(`/products/${id}/${action}`, body);
      expect(response.body, action).toMatchObject(expected);
    }
    expect((await desk.listHistory(id)).map(({ action }) => action)).toEqual([
      'product.restored',
      'product.archived',
      'product.activated',
      'product.deactivated',
      'product.activated',
      'product.created',
    ]);
    expectAdminError(
      await desk.editor.post(`/products/${id}/activate`, { version: 1 }),
      409,
      'version_conflict',
    );
  });

  test.each([
    ['draft', 'restore', {}],
    ['draft', 'deactivate', {}],
    ['active', 'activate', {}],
    ['active', 'restore', {}],
    ['archived', 'archive', { reason: 'Again' }],
    ['archived', 'activate', {}],
    ['archived', 'deactivate', {}],
  ] as const)('of a product that is %s does not allow to %s it', async (status, action, body) => {
    const id = await insertProduct(desk.database.db, { status });
    expectAdminError(
      await desk.editor.post(`/products/${id}/${action}`, { version: 1, ...body }),
      409,
      'invalid_state',
    );
  });

  test('is archived with a reason only', async () => {
    const id = await insertProduct(desk.database.db);
    expectAdminError(
      await desk.editor.post(`/products/${id}/archive`, { version: 1 }),
      400,
      'invalid_request',
    );
    expectAdminError(
      await desk.editor.post(`/products/${id}/archive`, { version: 1, reason: ' ' }),
      400,
      'validation_failed',
    );
  });
});

test('only an archived product is deleted, by an admin, and its barcode is free and its history kept', async () => {
  const { id } = await desk.create({ name: 'Oats', category: 'snacks', gtin: '96385074' });
  expectAdminError(await desk.editor.delete(`/products/${id}`), 403, 'forbidden');
  expectAdminError(await desk.admin.delete(`/products/${id}`), 409, 'invalid_state');
  await desk.editor.post(`/products/${id}/archive`, { version: 1, reason: 'Gone' });
  expect((await desk.admin.delete(`/products/${id}`)).body).toEqual({ id });
  expectAdminError(await desk.editor.get(`/products/${id}`), 404, 'not_found');
  expect((await desk.listHistory(id))[0]).toMatchObject({
    action: 'product.deleted',
    before: { name: 'Oats', barcodes: ['96385074'] },
  });
  await desk.create({ name: 'Other', gtin: '96385074' });
});

describe('prices', () => {
  test('are added and deleted; an amount of 0 is kept and never shown', async () => {
    const { id } = await desk.create({ name: 'Oats', category: 'snacks', status: 'active' });
    const [first] = (
      (await desk.editor.post(`/products/${id}/msrp`, { amount: 0, currency: 'EUR', region: 'FR' })).body as {
        items: { id: string }[];
      }
    ).items;
    const added = await desk.editor.post(`/products/${id}/msrp`, {
      amount: 2.99,
      currency: 'EUR',
      effective_date: '2026-01-31',
    });
    expect(added.status).toBe(201);
    expect(added.body).toMatchObject({
      items: [
        { amount: 2.99, is_public: true },
        { amount: 0, is_public: false },
      ],
    });
    expect((await desk.api.get(`/products/${id}/msrp`)).body).toMatchObject({ items: [{ amount: 2.99 }] });
    expect((await desk.editor.get(`/products/${id}`)).body).toMatchObject({ version: 3 });
    const left = await desk.editor.delete(`/products/${id}/msrp/${first?.id}`);
    expect(left.body).toMatchObject({ items: [{ amount: 2.99 }] });
    expectAdminError(await desk.editor.delete(`/products/${id}/msrp/${first?.id}`), 404, 'not_found');
    const { items } = left.body as { items: { id: string }[] };
    await desk.editor.delete(`/products/${id}/msrp/${items[0]?.id}`);
    const { provenance } = (await desk.editor.get(`/products/${id}`)).body as AdminProduct;
    expect(provenance.map(({ field }) => field)).not.toContain('msrp');
    expect((await desk.listHistory(id))[0]).toMatchObject({
      action: 'msrp.deleted',
      before: { amount: 2.99 },
    });
  });
});
