import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditChoices, AuditListEntry } from '../../../../src/platform/audit/audit-contract.ts';
import { saveAuditEntry } from '../../../../src/platform/audit/audit-store.ts';
import { gtinOf } from '../../../support/imports/export-file.ts';
import { createProductDesk, type ProductDesk } from '../../../support/catalogue/product-desk.ts';
import { insertKey } from '../../../support/callers/test-limits.ts';
import { submitFacts, sendItem } from '../../../support/review/test-submissions.ts';

let desk: ProductDesk;
beforeAll(async () => {
  desk = await createProductDesk();
});
afterAll(() => desk.database.drop());

const list = async (filter: string) => {
  const response = await desk.reviewer.get(`/audit?size=100&${filter}`);
  expect(response.status, response.text).toBe(200);
  return response.body as { items: AuditListEntry[]; total: number };
};
const subjectOf = async (filter: string) => (await list(filter)).items[0]?.subject;
const emailOf = async (accountId: string) => {
  const { rows } = await desk.database.db.execute(sql`select email from accounts where id = ${accountId}`);
  return String(rows[0]?.['email']);
};

describe('a row of the log', () => {
  it('names its product as it is called now, and one that is gone as far as the row has its name', async () => {
    const { id } = await desk.create({ name: 'Oats', category: 'snacks' });
    await desk.editor.patch(`/products/${id}`, { version: 1, name: 'Rolled oats' });
    const names = (await list(`entity_id=${id}`)).items.map(({ subject }) => subject?.name);
    expect(names).toEqual(['Rolled oats', 'Rolled oats']);
    await desk.editor.post(`/products/${id}/archive`, { version: 2, reason: 'Gone' });
    expect((await desk.admin.delete(`/products/${id}`)).status).toBe(200);
    expect(await subjectOf(`entity_id=${id}&action=product.deleted`)).toEqual({
      name: 'Rolled oats',
      owner: null,
    });
    expect(await subjectOf(`entity_id=${id}&action=product.archived`)).toBeNull();
  });

  it('names brand, contribution with its shop, key with its account, and operator', async () => {
    const { key, accountId } = await insertKey(desk.database.db);
    const email = await emailOf(accountId);
    await desk.editor.post('/brands', { name: 'Dune' });
    const item = await sendItem(desk.api, key, { gtin: gtinOf(1), name: 'Oat drink' });
    const known = await desk.create({
      name: 'Oat flakes',
      category: 'snacks',
      gtin: gtinOf(2),
      status: 'active',
    });
    const submission = await submitFacts(desk.api, { gtin: gtinOf(2), ingredients_text: 'Oats' });
    for (const id of [item, submission])
      await desk.reviewer.post(`/submissions/${id}/reject`, { reason: 'No' });
    const other = { actor: 'test' };
    await saveAuditEntry(desk.database.db, other, {
      action: 'operator.signed_in',
      entity: 'operator',
      entityId: desk.operator.id,
    });
    await saveAuditEntry(desk.database.db, other, {
      action: 'queue.paused',
      entity: 'queue',
      entityId: 'index',
    });
    expect(await subjectOf('entity=brand')).toEqual({ name: 'Dune', owner: null });
    expect(await subjectOf(`entity_id=${item}`)).toEqual({ name: 'Oat drink', owner: email });
    expect(await subjectOf(`entity_id=${submission}`)).toEqual({ name: known.name, owner: null });
    expect(await subjectOf('entity=api_key')).toEqual({ name: `${key.slice(0, 8)}…`, owner: email });
    expect(await subjectOf(`entity_id=${desk.operator.id}`)).toMatchObject({
      name: expect.stringContaining('@'),
    });
    expect(await subjectOf('entity=queue')).toBeNull();
  });
});

describe('the filters of the log', () => {
  it('take parts of a text, and exactly what is there where it is there', async () => {
    const { db } = desk.database;
    for (const action of ['shelf.moved', 'shelf.moved_back', 'board.moved']) {
      await saveAuditEntry(db, { actor: 'test' }, { action, entity: action.slice(0, 5), entityId: action });
    }
    const actionsOf = async (filter: string) =>
      (await list(filter)).items.map(({ action }) => action).toReversed();
    expect(await actionsOf('action=shelf.moved')).toEqual(['shelf.moved']);
    expect(await actionsOf('action=MOVED')).toEqual(['shelf.moved', 'shelf.moved_back', 'board.moved']);
    expect(await actionsOf('action=shelf%20back')).toEqual(['shelf.moved_back']);
    expect(await actionsOf('entity=hel')).toEqual(['shelf.moved', 'shelf.moved_back']);
    expect(await actionsOf('action=nothing-of-this')).toEqual([]);
  });

  it('find operators and accounts by a part of their e-mail, taken to the letter', async () => {
    const { accountId } = await insertKey(desk.database.db);
    const email = await emailOf(accountId);
    await saveAuditEntry(
      desk.database.db,
      { actor: `account:${accountId}` },
      { action: 'key.looked_at', entity: 'api_key' },
    );
    const { rows } = await desk.database.db.execute<{ email: string }>(
      sql`select email from operators where id = ${desk.operator.id}`,
    );
    const part = String(rows[0]?.email).split('@')[0];
    const { items } = await list(`actor=${part}`);
    expect(items.length).toBeGreaterThan(0);
    expect(new Set(items.map(({ actor }) => actor))).toEqual(new Set([`operator:${desk.operator.id}`]));
    expect((await list(`actor=${email.slice(0, -2)}`)).items).toMatchObject([{ action: 'key.looked_at' }]);
    expect((await list('actor=%25')).total).toBe(0);
  });

  it('are offered as choices: operators, and what the log holds', async () => {
    const choices = (await desk.reviewer.get('/audit/choices')).body as AuditChoices;
    expect(choices.operators).toContainEqual({
      actor: `operator:${desk.operator.id}`,
      email: expect.stringContaining('@'),
    });
    const { rows } = await desk.database.db.execute(
      sql`select array_agg(distinct action) as actions, array_agg(distinct entity) as entities from audit_log`,
    );
    expect(new Set(choices.actions)).toEqual(new Set(rows[0]?.['actions'] as string[]));
    expect(new Set(choices.entities)).toEqual(new Set(rows[0]?.['entities'] as string[]));
  });
});
