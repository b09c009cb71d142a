import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operators } from '../../../src/platform/db/schema/operators.ts';
import { createAdminCaller, expectAdminError } from '../../support/callers/test-admin.ts';
import { createTestApi, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import {
  insertOperator,
  listSessions,
  OPERATOR_PASSWORD,
  sessionHeadersOf,
} from '../../support/callers/test-operator.ts';
import { findSubmission, listAudit, submitFacts } from '../../support/review/test-submissions.ts';

let database: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  database = await createTestDatabase();
  api = createTestApi(database);
});
afterAll(() => database.drop());

const signIn = (email: string) =>
  createAdminCaller(api).post('/login', { email, password: OPERATOR_PASSWORD });
const me = async (headers: Record<string, string>) =>
  (await createAdminCaller(api, headers).get('/me')).status;

describe('a session', () => {
  const moveBack = async (id: string, column: 'created_at' | 'last_seen_at', interval: string) =>
    await database.db.execute(sql`
      UPDATE operator_sessions SET ${sql.identifier(column)} = now() - ${interval}::interval WHERE operator_id = ${id}`);

  it.each([
    ['last_seen_at', '29 minutes 59 seconds', 200],
    ['last_seen_at', '30 minutes 1 second', 401],
    ['created_at', '11 hours 59 minutes', 200],
    ['created_at', '12 hours 1 second', 401],
  ] as const)('whose %s is %s ago is answered %i', async (column, interval, status) => {
    const ada = await insertOperator(database.db);
    const headers = sessionHeadersOf(await signIn(ada.email));
    await moveBack(ada.id, column, interval);
    const response = await createAdminCaller(api, headers).get('/me');
    if (status === 401) expectAdminError(response, 401, 'not_authenticated');
    else expect(response.status).toBe(200);
  });

  it('lives on while it is used', async () => {
    const ada = await insertOperator(database.db);
    const headers = sessionHeadersOf(await signIn(ada.email));
    await moveBack(ada.id, 'last_seen_at', '20 minutes');
    expect(await me(headers)).toBe(200);
    const [session] = await listSessions(database.db, ada.id);
    expect(Date.now() - (session?.lastSeenAt.getTime() ?? 0)).toBeLessThan(60_000);
  });

  it('ends with logout: the row is gone, the cookie is taken back, and it is audited', async () => {
    const ada = await insertOperator(database.db);
    const headers = sessionHeadersOf(await signIn(ada.email));
    const response = await createAdminCaller(api, headers).post('/logout');
    expect(response.body).toEqual({ signed_out: true, provider_url: null });
    expect(response.headers['set-cookie']).toEqual([expect.stringMatching(/^__Host-sid=; .*Max-Age=0$/)]);
    expect(await listSessions(database.db, ada.id)).toEqual([]);
    expect(await me(headers)).toBe(401);
    expect((await listAudit(database.db, ada.id)).at(-1)).toMatchObject({
      actor: `operator:${ada.id}`,
      action: 'operator.signed_out',
    });
  });

  it('is the last one of its operator: his claims end with it', async () => {
    const ada = await insertOperator(database.db);
    const id = await submitFacts(api, { name: 'Claimed' });
    const [here, elsewhere] = [
      sessionHeadersOf(await signIn(ada.email)),
      sessionHeadersOf(await signIn(ada.email)),
    ];
    await createAdminCaller(api, here).post(`/submissions/${id}/claim`, {});
    await createAdminCaller(api, here).post('/logout');
    expect((await findSubmission(database.db, id))?.claimedBy).toBe(ada.id);
    await createAdminCaller(api, elsewhere).post('/logout');
    expect((await findSubmission(database.db, id))?.claimedBy).toBeNull();
  });

  it('of a disabled operator ends at once', async () => {
    const ada = await insertOperator(database.db);
    const headers = sessionHeadersOf(await signIn(ada.email));
    await database.db.update(operators).set({ disabledAt: new Date() }).where(eq(operators.id, ada.id));
    expect(await me(headers)).toBe(401);
  });

  it('is not that of another operator by his CSRF token, nor by a cookie without the host binding', async () => {
    const ada = await insertOperator(database.db);
    const eve = await insertOperator(database.db);
    const adas = sessionHeadersOf(await signIn(ada.email));
    const eves = sessionHeadersOf(await signIn(eve.email));
    const mixed = { ...adas, 'X-CSRF-Token': eves['X-CSRF-Token'] };
    expectAdminError(await createAdminCaller(api, mixed).post('/logout'), 403, 'csrf_failed');
    expect(await me({ Cookie: adas.Cookie.replace('__Host-', '') })).toBe(401);
  });

  it('has a cookie without Secure only where the service is set up so', async () => {
    const ada = await insertOperator(database.db);
    const plain = createTestApi(database, { isCookieSecure: false });
    const response = await createAdminCaller(plain).post('/login', {
      email: ada.email,
      password: OPERATOR_PASSWORD,
    });
    expect(response.headers['set-cookie']).toEqual([
      expect.stringMatching(/^sid=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/),
      expect.stringMatching(/^device=[\w.-]+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Strict$/),
    ]);
    const headers = sessionHeadersOf(response);
    expect((await createAdminCaller(plain, headers).get('/me')).status).toBe(200);
    // As some proxies join the cookies of several headers.
    const joined = { ...headers, Cookie: `theme=dark;${headers.Cookie};lang="en"` };
    expect((await createAdminCaller(plain, joined).get('/me')).status).toBe(200);
  });
});
