import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteEmergency } from '../../../../src/access/operators/emergency/emergency-store.ts';
import { lockOperator } from '../../../../src/access/operators/operator-store.ts';
import { SIGN_IN_FIGURES } from '../../../../src/access/limits/limits.ts';
import { examine } from '../../../../src/doctor/examine.ts';
import { readConfig } from '../../../../src/platform/config.ts';
import { createTestAccounts } from '../../../support/callers/test-accounts.ts';
import { createAdminCaller, expectAdminError } from '../../../support/callers/test-admin.ts';
import { beginSession, insertOperator, OPERATOR_PASSWORD } from '../../../support/callers/test-operator.ts';
import { waitForBlocked } from '../../../support/database/blocked-statement.ts';
import { createTestDatabase, type TestDatabase } from '../../../support/database/test-database.ts';
import { createOidcBrowser, sessionOf } from '../../../support/oidc/oidc-browser.ts';
import { startOidcProvider, type TestProvider } from '../../../support/oidc/test-provider.ts';
import { listAudit } from '../../../support/review/test-submissions.ts';
import { runCommand } from '../../../support/servers/run-command.ts';
import { createTestApi, type TestApi } from '../../../support/test-api.ts';

const PUBLIC_URL = 'https://shelf.example';

let database: TestDatabase;
let provider: TestProvider;
let api: TestApi;
beforeAll(async () => {
  database = await createTestDatabase();
  provider = await startOidcProvider(PUBLIC_URL);
  api = createTestApi(database, { oidc: provider.client(), isPasswordOff: true });
});
afterAll(async () => {
  await provider.stop();
  await database.drop();
});

/** As `npm run operator -- …` does it. */
const operator = (args: string[]) =>
  runCommand('operator', database.url, args, '', { ...provider.settings, PASSWORD_SIGN_IN: 'off' });
const open = async (email: string, ...more: string[]) => {
  const { output } = await operator(['emergency', email, '--json', ...more]);
  return (JSON.parse(output) as { code: string }).code;
};
const signIn = (code: string) => createAdminCaller(api).post('/login/emergency', { code });
const findings = async () =>
  (await examine(readConfig({ ...provider.settings, PASSWORD_SIGN_IN: 'off' }), database.db)).filter(
    ({ check }) => check === 'sign-in',
  );

describe('an emergency', () => {
  it('lets one operator in while the provider is away, once and for its time; doctor and audit log show it', async () => {
    const ada = await insertOperator(database.db, 'admin');
    await provider.stop();
    try {
      const code = await open(ada.email, '--minutes', '30');
      expect(await findings()).toEqual([
        expect.objectContaining({
          is_wrong: true,
          says: expect.stringContaining(`emergency of ${ada.email} is open`),
        }),
        expect.objectContaining({ is_wrong: true, says: expect.stringContaining('does not answer') }),
      ]);
      const response = await signIn(code);
      expect(response.body).toMatchObject({ email: ada.email, session: { began_by: 'emergency' } });
      const { session } = response.body as { session: { expires_at: string } };
      expect(Date.parse(session.expires_at) - Date.now()).toBeLessThan(30 * 60_000);
      expectAdminError(await signIn(code), 401, 'invalid_credentials');
      const headers = await sessionOf(api, response);
      expect((await createAdminCaller(api, headers).get('/operators')).status).toBe(200);
      await database.db.execute(
        sql`update operator_sessions set ends_at = now() where operator_id = ${ada.id}`,
      );
      expectAdminError(await createAdminCaller(api, headers).get('/me'), 401, 'not_authenticated');
      expect((await listAudit(database.db, ada.id)).map(({ actor, action }) => [actor, action])).toEqual([
        ['cli', 'operator.emergency_opened'],
        [`operator:${ada.id}`, 'operator.signed_in'],
      ]);
    } finally {
      await provider.start();
    }
  });

  it('ends by its time, by command, and with another one', async () => {
    const ada = await insertOperator(database.db);
    const late = await open(ada.email);
    await database.db.execute(sql`update operator_emergencies set ends_at = now()`);
    expectAdminError(await signIn(late), 401, 'invalid_credentials');
    const replaced = await open(ada.email);
    const code = await open(ada.email);
    expectAdminError(await signIn(replaced), 401, 'invalid_credentials');
    const headers = await sessionOf(api, await signIn(code));
    expect((await operator(['emergency', ada.email, '--end'])).output).toBe(
      `The emergency of ${ada.email} has ended.\n`,
    );
    expectAdminError(await createAdminCaller(api, headers).get('/me'), 401, 'not_authenticated');
    expect((await operator(['emergency', ada.email, '--end'])).exitCode).toBe(1);
    expect((await findings()).map(({ is_wrong: isWrong }) => isWrong)).toEqual([false]);
  });

  it('lets in nobody else: not a disabled operator, not by another text', async () => {
    const ada = await insertOperator(database.db);
    const code = await open(ada.email);
    await database.db.execute(sql`update operators set disabled_at = now() where id = ${ada.id}`);
    for (const text of [code, '', `${code}x`, code.toUpperCase()])
      expectAdminError(await signIn(text), 401, 'invalid_credentials');
    expect((await operator(['emergency', ada.email])).errors).toContain('is disabled');
    await database.db.execute(sql`update operators set disabled_at = null where id = ${ada.id}`);
    expect((await signIn(code)).status).toBe(200);
    expect((await operator(['emergency', ada.email, '--minutes', '721'])).errors).toContain('from 1 to 720');
  });

  it('ends when its operator is disabled', async () => {
    const ada = await insertOperator(database.db);
    const code = await open(ada.email);
    for (const command of ['disable', 'enable'])
      expect((await operator([command, ada.email])).exitCode).toBe(0);
    expectAdminError(await signIn(code), 401, 'invalid_credentials');
  });

  it('and its end at the same time do not lock each other out', async () => {
    const ada = await insertOperator(database.db);
    const code = await open(ada.email);
    let signedIn: ReturnType<typeof signIn> | undefined;
    await database.db.transaction(async (tx) => {
      await lockOperator(tx, ada.id);
      signedIn = signIn(code);
      await waitForBlocked(database);
      await deleteEmergency(tx, ada.id);
    });
    expectAdminError(await signedIn!, 401, 'invalid_credentials');
  });

  it('is not locked by failures of other sign-ins from its address, but by its own', async () => {
    const accounts = createTestAccounts(database.db, {}, undefined, SIGN_IN_FIGURES);
    const strict = createTestApi(database, { accounts, oidc: provider.client() });
    const browser = createOidcBrowser(strict, provider);
    await browser.begin();
    const comeBack = () => browser.comeBack(`${PUBLIC_URL}/console/oidc/callback?code=x&state=x`);
    for (let tried = 0; tried < SIGN_IN_FIGURES.address.most; tried += 1)
      expectAdminError(await comeBack(), 401, 'invalid_credentials');
    expectAdminError(await comeBack(), 429, 'rate_limited');

    const give = (code: string) => createAdminCaller(strict).post('/login/emergency', { code });
    const ada = await insertOperator(database.db);
    expect((await give(await open(ada.email))).status).toBe(200);
    for (let tried = 0; tried < SIGN_IN_FIGURES.emergency.most; tried += 1)
      expectAdminError(await give('x'), 401, 'invalid_credentials');
    expectAdminError(await give('x'), 429, 'rate_limited');
  });

  it('is printed with the page that takes it', async () => {
    const ada = await insertOperator(database.db);
    const { output } = await operator(['emergency', ada.email]);
    expect(output).toMatch(
      /^.+ may sign in once, and is signed out at .+\.\nAt https:\/\/shelf\.example\/console choose “Emergency code”, and give:\n[\w-]{43}\n$/,
    );
  });
});

describe('where passwords are off', () => {
  it('their endpoints refuse, and say so', async () => {
    const ada = await insertOperator(database.db, 'admin');
    const credentials = { email: ada.email, password: OPERATOR_PASSWORD };
    expect((await createAdminCaller(api).get('/sign-in')).body).toEqual({
      password: false,
      provider: { name: 'Example ID', url: `${PUBLIC_URL}/console/oidc` },
    });
    const call = createAdminCaller(api, await beginSession(database.db, ada.id));
    const proof = { own_password: OPERATOR_PASSWORD };
    const attempts = [
      createAdminCaller(api).post('/login', credentials),
      call.post('/me/password', { current_password: OPERATOR_PASSWORD, new_password: 'eleven slow rivers' }),
      call.post('/me/totp'),
      call.post('/me/totp/confirm', { code: '123456' }),
      call.delete('/me/totp', { password: OPERATOR_PASSWORD }),
      call.post('/operators', {
        email: 'new@example.org',
        role: 'admin',
        password: 'eleven slow rivers',
        ...proof,
      }),
      call.put(`/operators/${ada.id}/password`, { password: 'eleven slow rivers', ...proof }),
      call.delete(`/operators/${ada.id}/totp`, proof),
    ];
    for (const refused of await Promise.all(attempts)) {
      expectAdminError(refused, 403, 'forbidden');
      expect(refused.text).toContain('Passwords are off here');
    }
  });

  it('by default they are on, without a provider', async () => {
    const plain = createTestApi(database);
    expect((await createAdminCaller(plain).get('/sign-in')).body).toEqual({ password: true, provider: null });
    const ada = await insertOperator(database.db);
    const taken = createAdminCaller(plain).post('/login', { email: ada.email, password: OPERATOR_PASSWORD });
    expect((await taken).status).toBe(200);
  });
});

describe('the commands link and unlink', () => {
  it('say which account is an operator’s', async () => {
    const ada = await insertOperator(database.db, 'editor');
    provider.people.set('ada', { email: ada.email, groups: ['shelf-editors'] });
    const browser = createOidcBrowser(api, provider);
    expect((await browser.signIn('ada')).status).toBe(403);
    const linked = await operator(['link', ada.email, 'ada']);
    expect(linked.output).toBe(`${ada.email} signs in as ada of ${provider.issuer}/.\n`);
    const headers = await sessionOf(api, await browser.signIn('ada'));
    expect((await createAdminCaller(api, headers).get('/me')).body).toMatchObject({ id: ada.id });
    expect((await operator(['link', ada.email, 'ada-2'])).errors).toContain('unlink first');
    const eve = await insertOperator(database.db);
    expect((await operator(['link', eve.email, 'ada'])).errors).toContain('linked to an operator already');
    expect((await operator(['unlink', ada.email])).exitCode).toBe(0);
    expectAdminError(await createAdminCaller(api, headers).get('/me'), 401, 'not_authenticated');
    expect((await browser.signIn('ada')).status).toBe(403);
    expect((await operator(['unlink', ada.email])).errors).toContain('is not linked');
  });
});
