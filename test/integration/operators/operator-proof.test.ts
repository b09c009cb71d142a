import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SIGN_IN_FIGURES } from '../../../src/access/limits/limits.ts';
import { createAdminCaller, expectAdminError, type AdminCaller } from '../../support/callers/test-admin.ts';
import { createTestAccounts } from '../../support/callers/test-accounts.ts';
import { createTestApi, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { beginSession, insertOperator, OPERATOR_PASSWORD } from '../../support/callers/test-operator.ts';

const NEW_PASSWORD = 'eleven slow rivers';
const PROOF = { own_password: OPERATOR_PASSWORD };

let database: TestDatabase;
let api: TestApi;
let admin: AdminCaller;
let adminId: string;
beforeAll(async () => {
  database = await createTestDatabase();
  api = createTestApi(database);
  ({ id: adminId } = await insertOperator(database.db, 'admin'));
  admin = createAdminCaller(api, await beginSession(database.db, adminId));
});
afterAll(() => database.drop());

const logIn = (email: string, password: string) => createAdminCaller(api).post('/login', { email, password });

describe('what gives another operator access', () => {
  it('asks for the password of the admin who does it, which an open session does not know', async () => {
    const ada = await insertOperator(database.db, 'reviewer', {
      totpSecret: Buffer.alloc(20, 1),
      totpConfirmedAt: new Date(),
    });
    const out = await insertOperator(database.db, 'editor', { disabledAt: new Date() });
    const made = { email: 'thief@example.org', role: 'admin', password: NEW_PASSWORD };
    const attempts = (proof: object) => [
      admin.post('/operators', { ...made, ...proof }),
      admin.patch(`/operators/${ada.id}`, { role: 'admin', ...proof }),
      admin.put(`/operators/${ada.id}/password`, { password: NEW_PASSWORD, ...proof }),
      admin.delete(`/operators/${ada.id}/totp`, proof),
      admin.post(`/operators/${out.id}/enable`, proof),
    ];
    for (const without of await Promise.all(attempts({}))) expectAdminError(without, 400, 'invalid_request');
    for (const wrong of await Promise.all(attempts({ own_password: 'guessed' })))
      expectAdminError(wrong, 401, 'invalid_credentials');
    expectAdminError(await logIn(made.email, NEW_PASSWORD), 401, 'invalid_credentials');
  });

  it('asks for a one-time code as well, where the admin has turned them on, and takes each once', async () => {
    const secret = Buffer.alloc(20, 7);
    const eve = await insertOperator(database.db, 'admin', {
      totpSecret: secret,
      totpConfirmedAt: new Date(),
    });
    const call = createAdminCaller(api, await beginSession(database.db, eve.id));
    const ada = await insertOperator(database.db);
    const reset = (more: object) =>
      call.put(`/operators/${ada.id}/password`, { password: NEW_PASSWORD, ...PROOF, ...more });
    const code = new TOTP({ secret: new Secret({ buffer: Uint8Array.from(secret).buffer }) }).generate();
    for (const more of [{}, { own_totp_code: String((Number(code) + 1) % 1_000_000).padStart(6, '0') }]) {
      const refused = await reset(more);
      expectAdminError(refused, 401, 'invalid_credentials');
      expect(refused.body).toMatchObject({ error: { details: { totp_required: true } } });
    }
    expect((await reset({ own_totp_code: code })).status).toBe(200);
    expectAdminError(await reset({ own_totp_code: code }), 401, 'invalid_credentials');
  });

  it('allows no guessing', async () => {
    const accounts = createTestAccounts(database.db, {}, undefined, SIGN_IN_FIGURES);
    const strict = createTestApi(database, { accounts });
    const call = createAdminCaller(strict, await beginSession(database.db, adminId));
    const ada = await insertOperator(database.db);
    const guess = () => call.patch(`/operators/${ada.id}`, { role: 'admin', own_password: 'guessed' });
    for (let guessed = 0; guessed < SIGN_IN_FIGURES.place.most; guessed += 1)
      expectAdminError(await guess(), 401, 'invalid_credentials');
    expectAdminError(await guess(), 429, 'rate_limited');
  });
});
