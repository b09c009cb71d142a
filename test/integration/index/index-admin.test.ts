import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parkMark } from '../../../src/search/index/outbox-store.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { listenForChanges } from '../../support/changes/change-listener.ts';
import { createAdminCaller } from '../../support/callers/test-admin.ts';
import { createTestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { signInTestOperator } from '../../support/callers/test-operator.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const signIn = async (role: 'editor' | 'admin', overrides: Parameters<typeof createTestApi>[1] = {}) => {
  const { headers, id } = await signInTestOperator(database.db, role);
  return { ...createAdminCaller(createTestApi(database, overrides), headers), id };
};

const listActions = async (actor: string) => {
  const { rows } = await database.db.execute<{ action: string }>(
    sql`select action from audit_log where actor = ${actor} order by seq`,
  );
  return rows.map(({ action }) => action);
};

describe('the state of the index', () => {
  it('says what is dirty and parked, and that nothing is heard of an indexer', async () => {
    const product = await insertProduct(database.db, { name: 'Refused' });
    const { rows } = await database.db.execute<{ version: number }>(
      sql`select version::int from search_outbox where product_id = ${product}`,
    );
    await parkMark(
      database.db,
      { productId: product, version: rows[0]?.version ?? 0 },
      'invalid_document_id',
    );
    await insertProduct(database.db, { name: 'Waiting' });
    const admin = await signIn('editor');
    const { body } = await admin.get('/index/status');
    expect(body).toMatchObject({
      engine: { name: 'postgres', is_available: true, breakers_open: [] },
      indexer: { is_running: false, last_seen_at: null },
      dirty: 1,
      parked: 1,
      drift: null,
    });
    expect((await admin.get('/index/parked')).body).toMatchObject({
      total: 1,
      items: [{ product_id: product, name: 'Refused', error: 'invalid_document_id' }],
    });
  });

  it('names an engine that does not answer', async () => {
    const admin = await signIn('editor', {
      searchIndex: { name: 'opensearch', check: () => Promise.reject(new Error('away')) },
    });
    const { body } = await admin.get('/index/status');
    expect(body).toMatchObject({ engine: { name: 'opensearch', is_available: false } });
  });

  it('gives what is parked another try, and says so in the audit log', async () => {
    const changes = await listenForChanges(database);
    const admin = await signIn('editor');
    const { body } = await admin.post('/index/parked/retry');
    expect(body).toMatchObject({ dirty: 2, parked: 0 });
    expect(await changes.count()).toBe(1);
    expect(await listActions(`operator:${admin.id}`)).toEqual(['index.parked_retried']);
  });
});

describe('a rebuild of the index', () => {
  it('is asked for once by an admin, and shown', async () => {
    const changes = await listenForChanges(database);
    const admin = await signIn('admin');
    const asked = await admin.post('/index/rebuilds');
    expect(asked.status).toBe(201);
    expect(asked.body).toMatchObject({ state: 'queued', requested_by: `operator:${admin.id}`, done: 0 });
    const again = await admin.post('/index/rebuilds');
    expect(again.status).toBe(409);
    expect(again.body).toMatchObject({ error: { code: 'invalid_state' } });
    expect((await admin.get('/index/status')).body).toMatchObject({ open_rebuild: { state: 'queued' } });
    expect((await admin.get('/index/rebuilds')).body).toMatchObject({ items: [{ state: 'queued' }] });
    expect(await listActions(`operator:${admin.id}`)).toEqual(['index.rebuild_requested']);
    expect(await changes.count()).toBe(1);
  });

  it('is not for editors', async () => {
    expect((await (await signIn('editor')).post('/index/rebuilds')).status).toBe(403);
  });
});

it('a comparison of the index is asked for', async () => {
  const changes = await listenForChanges(database);
  const admin = await signIn('editor');
  const { status, body } = await admin.post('/index/reconciles');
  expect(await changes.count()).toBe(1);
  expect(status).toBe(201);
  expect(body).toMatchObject({ started_at: null, missing: null });
  expect(await listActions(`operator:${admin.id}`)).toEqual(['index.reconcile_requested']);
});
