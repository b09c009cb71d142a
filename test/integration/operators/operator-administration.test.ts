import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { v4 as uuidV4 } from 'uuid';
import { setDisabled, setRole } from '../../../src/access/operators/operate-operators.ts';
import { createAdminCaller, expectAdminError, type AdminCaller } from '../../support/callers/test-admin.ts';
import { createTestApi, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import {
  beginSession,
  insertOperator,
  OPERATOR_PASSWORD,
  sessionHeadersOf,
} from '../../support/callers/test-operator.ts';

const NEW_PASSWORD = 'eleven slow rivers';
const PROOF = { own_password: OPERATOR_PASSWORD };
const CLI = { actor: 'cli' };

let database: TestDatabase;
let api: TestApi;
let admin: AdminCaller;
let adminId: string;
beforeAll(async () => {
  database = await createTestDatabase();
  api = createTestApi(database);
  const { id } = await insertOperator(database.db, 'admin');
  admin = createAdminCaller(api, await beginSession(database.db, id));
  adminId = id;
});
afterAll(() => database.drop());

const logIn = (email: string, password = OPERATOR_PASSWORD) =>
  createAdminCaller(api).post('/login', { email, password });
/** An operator who is signed in, and whether he still is. */
async function insertSignedIn(role: 'reviewer' | 'editor' | 'admin' = 'reviewer', facts: object = {}) {
  const operator = await insertOperator(database.db, role);
  const session = createAdminCaller(api, sessionHeadersOf(await logIn(operator.email)));
  if (Object.keys(facts).length > 0) {
    await database.pool.query(
      'UPDATE operators SET totp_secret = $2, totp_confirmed_at = now() WHERE id = $1',
      [operator.id, Buffer.alloc(20, 1)],
    );
  }
  return { ...operator, isSignedIn: async () => (await session.get('/me')).status === 200 };
}
const lastAuditOf = async (id: string) => {
  const { rows } = await database.pool.query<Record<string, unknown>>(
    "SELECT actor, action, before, after FROM audit_log WHERE entity = 'operator' AND entity_id = $1 ORDER BY seq DESC LIMIT 1",
    [id],
  );
  return rows[0];
};
const actor = () => `operator:${adminId}`;

describe('an admin', () => {
  it('makes an operator who can sign in', async () => {
    const made = await admin.post('/operators', {
      email: ' Grace@Example.org',
      role: 'editor',
      password: NEW_PASSWORD,
      ...PROOF,
    });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      email: 'grace@example.org',
      role: 'editor',
      totp_enabled: false,
      disabled_at: null,
      last_login_at: null,
      sessions: 0,
    });
    const { id } = made.body as { id: string };
    expect((await logIn('grace@example.org', NEW_PASSWORD)).status).toBe(200);
    expect(await lastAuditOf(id)).toMatchObject({ action: 'operator.signed_in' });
    const taken = await admin.post('/operators', {
      email: 'GRACE@example.org',
      role: 'admin',
      password: NEW_PASSWORD,
      ...PROOF,
    });
    expectAdminError(taken, 409, 'already_exists');
    expect(taken.body).toMatchObject({ error: { details: { operator_id: id } } });
  });

  it('makes one of many that are asked for at once', async () => {
    const body = { email: 'many@example.org', role: 'reviewer', password: NEW_PASSWORD, ...PROOF };
    const answers = await Promise.all(Array.from({ length: 8 }, () => admin.post('/operators', body)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(7);
  });

  it.each([
    ['an invalid e-mail', { email: 'nobody' }, 'invalid_email'],
    ['a weak password', { password: 'password' }, 'weak_password'],
    ['an unknown role', { role: 'owner' }, 'validation_failed'],
    ['no role', { role: undefined }, 'validation_failed'],
    ['a field that is not his to set', { id: uuidV4() }, 'invalid_request'],
  ])('makes none with %s', async (_, fields, code) => {
    const body = { email: 'new@example.org', role: 'editor', password: NEW_PASSWORD, ...PROOF, ...fields };
    expectAdminError(await admin.post('/operators', body), 400, code);
  });

  it('lists everybody by e-mail, in pages, with where they are signed in', async () => {
    await insertOperator(database.db, 'reviewer', { email: 'aaa@example.org' });
    await logIn('aaa@example.org');
    await logIn('aaa@example.org');
    const { body } = await admin.get('/operators?size=1');
    const { items, total } = body as { items: object[]; total: number };
    expect(items).toEqual([expect.objectContaining({ email: 'aaa@example.org', sessions: 2 })]);
    expect(JSON.stringify(body)).not.toContain('argon2');
    const last = (await admin.get(`/operators?size=1&page=${total}`)).body as { items: object[] };
    expect(last.items).toHaveLength(1);
    expect(
      ((await admin.get(`/operators?size=1&page=${total + 1}`)).body as { items: object[] }).items,
    ).toEqual([]);
  });

  it('changes a role, which ends the sessions; the same role again changes nothing', async () => {
    const ada = await insertSignedIn();
    const changed = await admin.patch(`/operators/${ada.id}`, { role: 'editor', ...PROOF });
    expect(changed.body).toMatchObject({ id: ada.id, role: 'editor', sessions: 0 });
    expect(await ada.isSignedIn()).toBe(false);
    expect(await lastAuditOf(ada.id)).toEqual({
      actor: actor(),
      action: 'operator.role_changed',
      before: { role: 'reviewer' },
      after: { role: 'editor' },
    });
    await logIn(ada.email);
    const same = await admin.patch(`/operators/${ada.id}`, { role: 'editor', ...PROOF });
    expect(same.body).toMatchObject({ sessions: 1 });
    expect(await lastAuditOf(ada.id)).toMatchObject({ action: 'operator.signed_in' });
  });

  it('disables and enables an operator', async () => {
    const ada = await insertSignedIn();
    const disabled = await admin.post(`/operators/${ada.id}/disable`);
    expect(disabled.body).toMatchObject({ disabled_at: expect.any(String), sessions: 0 });
    expect(await ada.isSignedIn()).toBe(false);
    expectAdminError(await logIn(ada.email), 401, 'invalid_credentials');
    expectAdminError(await admin.post(`/operators/${ada.id}/disable`), 409, 'invalid_state');
    expect((await admin.post(`/operators/${ada.id}/enable`, PROOF)).body).toMatchObject({
      disabled_at: null,
    });
    expect((await logIn(ada.email)).status).toBe(200);
    expectAdminError(await admin.post(`/operators/${ada.id}/enable`, PROOF), 409, 'invalid_state');
  });

  it('ends sessions, resets passwords and one-time codes', async () => {
    const ada = await insertSignedIn('editor', { totp: true });
    expect((await admin.delete(`/operators/${ada.id}/sessions`)).body).toEqual({ ended: 1 });
    expect(await ada.isSignedIn()).toBe(false);
    expect(await lastAuditOf(ada.id)).toMatchObject({ action: 'operator.sessions_ended', actor: actor() });

    expect((await admin.delete(`/operators/${ada.id}/totp`, PROOF)).body).toMatchObject({
      totp_enabled: false,
    });
    expect(await lastAuditOf(ada.id)).toMatchObject({ action: 'operator.totp_reset', actor: actor() });
    expectAdminError(await admin.delete(`/operators/${ada.id}/totp`, PROOF), 409, 'invalid_state');

    const path = `/operators/${ada.id}/password`;
    expectAdminError(await admin.put(path, { password: 'short', ...PROOF }), 400, 'weak_password');
    expect((await admin.put(path, { password: NEW_PASSWORD, ...PROOF })).status).toBe(200);
    const audited = await lastAuditOf(ada.id);
    expect(audited).toMatchObject({ action: 'operator.password_reset', before: null, after: null });
    expect((await logIn(ada.email)).status).toBe(401);
    expect((await logIn(ada.email, NEW_PASSWORD)).status).toBe(200);
  });

  it.each(['patch', 'disable', 'enable', 'password', 'totp', 'sessions'])(
    'answers 404 for an unknown operator: %s',
    async (what) => {
      for (const id of [uuidV4(), 'no-uuid']) {
        const path = `/operators/${id}`;
        const answers = {
          patch: () => admin.patch(path, { role: 'editor', ...PROOF }),
          disable: () => admin.post(`${path}/disable`),
          enable: () => admin.post(`${path}/enable`, PROOF),
          password: () => admin.put(`${path}/password`, { password: NEW_PASSWORD, ...PROOF }),
          totp: () => admin.delete(`${path}/totp`, PROOF),
          sessions: () => admin.delete(`${path}/sessions`),
        };
        expectAdminError(await answers[what as keyof typeof answers](), 404, 'not_found');
      }
    },
  );
});

describe('an admin, of his own access', () => {
  it('changes neither password nor one-time codes here, where no current password is asked for', async () => {
    const ada = await insertOperator(database.db, 'admin');
    const own = createAdminCaller(api, sessionHeadersOf(await logIn(ada.email)));
    await database.pool.query(
      'UPDATE operators SET totp_secret = $2, totp_confirmed_at = now() WHERE id = $1',
      [ada.id, Buffer.alloc(20, 1)],
    );
    // However his id is spelt.
    for (const id of [ada.id, ada.id.toUpperCase()]) {
      for (const refused of [
        await own.put(`/operators/${id}/password`, { password: NEW_PASSWORD, ...PROOF }),
        await own.delete(`/operators/${id}/totp`, PROOF),
      ]) {
        expectAdminError(refused, 403, 'forbidden');
        expect(refused.text).toContain('/api/admin/me/');
      }
    }
    expect((await own.get('/me')).status).toBe(200);
    expect(await lastAuditOf(ada.id)).toMatchObject({ action: 'operator.signed_in' });
    // Another admin may, and so may anyone who has the command line.
    expect((await admin.delete(`/operators/${ada.id}/totp`, PROOF)).status).toBe(200);
    await database.pool.query('UPDATE operators SET disabled_at = now() WHERE id = $1', [ada.id]);
  });
});

describe('the last active admin', () => {
  const activeAdmins = async (own: TestDatabase) => {
    const { rows } = await own.pool.query<{ id: string }>(
      "SELECT id FROM operators WHERE role = 'admin' AND disabled_at IS NULL",
    );
    return rows.map(({ id }) => id);
  };

  it('can neither be disabled nor demoted, over HTTP as little as elsewhere', async () => {
    expect(await activeAdmins(database)).toEqual([adminId]);
    expectAdminError(await admin.post(`/operators/${adminId}/disable`), 409, 'invalid_state');
    expectAdminError(
      await admin.patch(`/operators/${adminId}`, { role: 'editor', ...PROOF }),
      409,
      'invalid_state',
    );
    expect((await admin.patch(`/operators/${adminId}`, { role: 'admin', ...PROOF })).status).toBe(200);
    // One who is disabled already is no help.
    const disabled = await insertOperator(database.db, 'admin', { disabledAt: new Date() });
    expectAdminError(await admin.post(`/operators/${adminId}/disable`), 409, 'invalid_state');
    expect((await admin.patch(`/operators/${disabled.id}`, { role: 'reviewer', ...PROOF })).status).toBe(200);
  });

  it('stays, however many admins are demoted and disabled at once', async () => {
    const own = await createTestDatabase();
    try {
      for (let round = 0; round < 20; round += 1) {
        await own.pool.query("UPDATE operators SET role = 'reviewer'");
        const admins = [];
        for (let i = 0; i < 4; i += 1) admins.push(await insertOperator(own.db, 'admin'));
        const outcomes = await Promise.allSettled(
          admins.map(({ id }, i) =>
            i % 2 === 0 ? setDisabled(own.db, id, true, CLI) : setRole(own.db, id, 'editor', CLI),
          ),
        );
        expect(await activeAdmins(own)).toHaveLength(1);
        const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
        expect(refused.map(({ reason }) => (reason as { code: unknown }).code)).toEqual(['invalid_state']);
      }
    } finally {
      await own.drop();
    }
  });
});
