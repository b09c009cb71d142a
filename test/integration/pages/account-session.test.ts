import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPasswordReset } from '../../../src/access/accounts/password-reset.ts';
import { takeCalls } from '../../../src/access/limits/usage-store.ts';
import { accounts, accountSessions } from '../../../src/platform/db/schema/accounts.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { createMailer } from '../../../src/platform/mail/mailer.ts';
import { cookieOf, signInAccount, withCookie } from '../../support/callers/test-account-session.ts';
import { createTestAccounts, register } from '../../support/callers/test-accounts.ts';
import { createAdminCaller } from '../../support/callers/test-admin.ts';
import { signInTestOperator } from '../../support/callers/test-operator.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { startSmtpCatcher } from '../../support/servers/smtp-catcher.ts';
import { createTestApi, type TestApi } from '../../support/test-api.ts';
import { waitFor } from '../../support/wait-for.ts';

const KEY = /pfk_[0-9A-Za-z]{36}/;

let database: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  database = await createTestDatabase();
  api = createTestApi(database);
});
afterAll(() => database.drop());

const mayRead = async (key: string) => (await api.get('/stats', { 'X-API-Key': key })).status === 200;
const idOf = async (email: string) => {
  const [row] = await database.db.select().from(accounts).where(eq(accounts.email, email));
  return row?.id ?? '';
};
const auditOf = async (action: string, actor: string) => {
  const { rows } = await database.pool.query<{ after: unknown }>(
    'SELECT after FROM audit_log WHERE action = $1 AND actor = $2',
    [action, actor],
  );
  return rows;
};
const SIGN_IN_FORM = 'autocomplete="current-password"';

describe('a session of an account', () => {
  it('has a cookie by the rules of the console, and shows the account until it is ended', async () => {
    const ada = await register(api);
    const signedIn = await api
      .request()
      .post('/account')
      .type('form')
      .send({ ...ada, next: '/account/key' });
    expect([signedIn.status, signedIn.headers['location']]).toEqual([303, '/account/key']);
    expect(signedIn.headers['cache-control']).toBe('no-store');
    const [ofSession = '', ofDevice = ''] = signedIn.headers['set-cookie'] as unknown as string[];
    expect(ofSession).toMatch(/^__Host-account=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure$/);
    expect(ofDevice).toMatch(
      /^__Host-account-device=[\w-]{22}\.[\da-f]{64}; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
    const session = withCookie(api, cookieOf(signedIn));
    const shown = await session.get('/account');
    expect([shown.status, shown.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(shown.text).toContain(ada.email);
    expect(shown.text).toContain(`${ada.apiKey.slice(0, 8)}…`);
    expect(shown.text).not.toMatch(KEY);
    const out = await session.send('/account/sign-out', {});
    expect([out.status, out.headers['location']]).toEqual([303, '/account']);
    expect(String(out.headers['set-cookie'])).toContain('Max-Age=0');
    expect((await session.get('/account')).text).toContain(SIGN_IN_FORM);
  });

  it('leads on to pages of the account alone', async () => {
    const ada = await register(api);
    for (const next of ['https://evil.example/', '//evil.example', '/account/sign-out']) {
      const signedIn = await api
        .request()
        .post('/account')
        .type('form')
        .send({ ...ada, next });
      expect(signedIn.headers['location'], next).toBe('/account');
    }
  });

  it('ends when it is not used, when it is old, and when another sign-in of the browser begins', async () => {
    const ada = await register(api);
    const isIn = async (session: { get: (path: string) => Promise<{ text: string }> }) =>
      (await session.get('/account')).text.includes(ada.email);
    const age = (session: { cookie: string }, column: 'createdAt' | 'lastSeenAt', interval: string) =>
      database.db
        .update(accountSessions)
        .set({ [column]: sql`now() - ${interval}::interval` })
        .where(sql`token_hash = sha256(${session.cookie.split('=')[1]}::bytea)`);
    const idle = await signInAccount(api, ada);
    const old = await signInAccount(api, ada);
    const replaced = await signInAccount(api, ada);
    expect([await isIn(idle), await isIn(old), await isIn(replaced)]).toEqual([true, true, true]);
    await age(idle, 'lastSeenAt', '31 minutes');
    await age(old, 'createdAt', '13 hours');
    const again = await replaced.send('/account', { email: ada.email, password: ada.password });
    expect([await isIn(idle), await isIn(old), await isIn(replaced)]).toEqual([false, false, false]);
    expect(await isIn(withCookie(api, cookieOf(again)))).toBe(true);
  });

  it('keeps five at most, and a form of an ended session says so', async () => {
    const ada = await register(api);
    const first = await signInAccount(api, ada);
    for (let place = 0; place < 5; place += 1) await signInAccount(api, ada);
    const late = await first.send('/account/key', { name: 'till', password: ada.password });
    expect(late.status).toBe(401);
    expect(late.text).toContain('You were signed out');
    expect(late.text).not.toContain(ada.password);
    expect(await mayRead(ada.apiKey)).toBe(true);
  });

  it('is refused to forms of other sites', async () => {
    const ada = await register(api);
    const session = await signInAccount(api, ada);
    const fields = { name: 'evil', password: ada.password };
    for (const path of ['/account', '/account/sign-out', '/account/key', '/account/key/name'])
      for (const [header, value] of [
        ['Origin', 'https://evil.example'],
        ['Sec-Fetch-Site', 'cross-site'],
      ] as const)
        expect((await session.send(path, fields, { [header]: value })).status, path).toBe(403);
    expect((await session.get('/account')).text).toContain(ada.email);
    expect(await mayRead(ada.apiKey)).toBe(true);
  });

  it('opens no endpoint of the API', async () => {
    const { cookie } = await signInAccount(api, await register(api));
    const ask = (path: string) => api.request().get(`/api/v1${path}`).set('Cookie', cookie);
    expect((await ask('/account/own')).status).toBe(404);
    expect((await ask('/webhooks')).status).toBe(401);
  });

  it('slows guesses of passwords down, at the sign-in and where the key is replaced, together', async () => {
    const figures = { emailFailures: { most: 2, seconds: 900 } };
    const guarded = createTestApi(database, { accounts: createTestAccounts(database.db, figures) });
    const ada = await register(guarded);
    const session = await signInAccount(guarded, ada);
    const guess = { email: ada.email, password: 'a guess, and not it', name: '' };
    expect((await session.send('/account', guess)).status).toBe(401);
    const wrong = await session.send('/account/key', guess);
    expect([wrong.status, wrong.text.includes('The password is wrong.')]).toEqual([401, true]);
    expect((await session.send('/account/key', guess)).status).toBe(429);
    expect((await session.send('/account', { ...guess, password: ada.password })).status).toBe(429);
    expect((await session.get('/account')).text).toContain(ada.email);
  });

  it('begins in a browser of before although strangers guessed, who gain nothing by a browser of their own', async () => {
    const figures = { emailFailures: { most: 2, seconds: 900 } };
    const guarded = createTestApi(database, { accounts: createTestAccounts(database.db, figures) });
    const [ada, eve] = [await register(guarded), await register(guarded)];
    const deviceOf = async (who: { email: string; password: string }) => {
      const answer = await withCookie(guarded, '').send('/account', {
        email: who.email,
        password: who.password,
      });
      const [, device = ''] = answer.headers['set-cookie'] as unknown as string[];
      return withCookie(guarded, device.split(';')[0] ?? '');
    };
    const [ofAda, ofEve] = [await deviceOf(ada), await deviceOf(eve)];
    const guess = { email: ada.email, password: 'a guess, and not it' };
    const right = { email: ada.email, password: ada.password };
    for (let i = 0; i < 2; i += 1) expect((await ofEve.send('/account', guess)).status).toBe(401);
    expect((await ofEve.send('/account', right)).status).toBe(429);
    expect((await withCookie(guarded, '').send('/account', right)).status).toBe(429);
    expect((await ofAda.send('/account', right)).status).toBe(303);
    for (let i = 0; i < 2; i += 1) expect((await ofAda.send('/account', guess)).status).toBe(401);
    expect((await ofAda.send('/account', right)).status).toBe(429);
  });

  it('is known in no browser of a former password', async () => {
    const figures = { emailFailures: { most: 2, seconds: 900 } };
    const guarded = createTestApi(database, { accounts: createTestAccounts(database.db, figures) });
    const [ada, eve] = [await register(guarded), await register(guarded)];
    const signIn = async (cookie: string, password: string, email = ada.email) =>
      await withCookie(guarded, cookie).send('/account', { email, password });
    const answer = await signIn('', ada.password);
    const [, device = ''] = answer.headers['set-cookie'] as unknown as string[];
    // The same hash as another account's: another password.
    await database.pool.query(
      `update accounts set password_hash = (select password_hash from accounts where email = $2) where email = $1`,
      [ada.email, eve.email],
    );
    for (let i = 0; i < 2; i += 1) expect((await signIn('', 'a guess, and not it')).status).toBe(401);
    expect((await signIn(device.split(';')[0] ?? '', ada.password)).status).toBe(429);
  });

  it('ends with the account when it is erased, and when it is handed over', async () => {
    const admin = createAdminCaller(api, (await signInTestOperator(database.db, 'admin')).headers);
    const erased = await register(api);
    const handed = await register(api);
    const sessions = [await signInAccount(api, erased), await signInAccount(api, handed)];
    await admin.post(`/accounts/${await idOf(erased.email)}/erase`, { reason: 'asked for' });
    await admin.post(`/accounts/${await idOf(handed.email)}/hand-over`, {});
    for (const session of sessions) expect((await session.get('/account')).text).toContain(SIGN_IN_FORM);
    const left = await database.db.select().from(accountSessions);
    expect(left.map(({ accountId }) => accountId)).not.toContain(await idOf(handed.email));
  });
});

describe('the page of an account', () => {
  it('draws the calls of each day, and has them as a table', async () => {
    const ada = await register(api);
    const id = await idOf(ada.email);
    await takeCalls(database.db, { kind: 'account', id }, { count: 1_234, limit: null });
    const { text } = await (await signInAccount(api, ada)).get('/account');
    expect(text).toContain('1,234 calls in 30 days');
    expect(text.match(/<rect/g)).toHaveLength(30);
    expect(text.match(/<rect class="none"/g)).toHaveLength(29);
    expect(text).toMatch(/<th scope="row">[^<]+<\/th><td>1,234<\/td>/);
    expect(text).toMatch(/<svg[^>]+role="img" aria-label="1,234 calls/);
  });

  it('names a key and replaces it, with a row of the audit log for each', async () => {
    const ada = await register(api);
    const actor = `account:${await idOf(ada.email)}`;
    const session = await signInAccount(api, ada);
    const named = await session.send('/account/key/name', { name: 'Till <1>' });
    expect([named.status, named.headers['location']]).toEqual([303, '/account']);
    expect((await session.get('/account')).text).toContain('Till &lt;1>');
    expect(await auditOf('key.named', actor)).toHaveLength(1);
    const long = await session.send('/account/key/name', { name: 'x'.repeat(61) });
    expect([long.status, long.text.includes('href="#field-name"')]).toEqual([400, true]);

    const refused = await session.send('/account/key', { name: 'web', password: 'not this one at all' });
    expect(refused.status).toBe(401);
    expect(refused.text).not.toContain('not this one at all');
    expect(await mayRead(ada.apiKey)).toBe(true);
    const replaced = await session.send('/account/key', { name: 'web', password: ada.password });
    const [another = ''] = KEY.exec(replaced.text) ?? [];
    expect([replaced.headers['cache-control'], await mayRead(ada.apiKey), await mayRead(another)]).toEqual([
      'no-store',
      false,
      true,
    ]);
    expect(replaced.text).toContain(`X-API-Key: ${another}`);
    expect(await auditOf('key.revoked', actor)).toHaveLength(1);
    const after = await session.get('/account');
    expect(after.text).not.toMatch(KEY);
    expect(after.text).toMatch(/Earlier keys.*Till &lt;1>/s);
    expect(after.text).toContain('value="web"');
    // Over the API the name goes on to the next key.
    await api.post('/account/regenerate', { email: ada.email, password: ada.password });
    expect((await session.get('/account')).text).toContain('value="web"');
  });

  it('says so where no key works, and gives another', async () => {
    const ada = await register(api);
    const session = await signInAccount(api, ada);
    const admin = createAdminCaller(api, (await signInTestOperator(database.db, 'admin')).headers);
    await admin.delete(`/keys/${ada.keyId}`);
    expect((await session.get('/account')).text).toContain('No key of this account works now.');
    expect((await session.get('/account/webhooks')).text).toContain('No key of this account works now.');
    const named = await session.send('/account/key/name', { name: 'none' });
    expect(named.status).toBe(409);
    const given = await session.send('/account/key', { name: '', password: ada.password });
    expect(await mayRead(KEY.exec(given.text)?.[0] ?? '')).toBe(true);
  });
});

describe('a forgotten password', () => {
  it('is replaced with the code of a mail, which ends all sessions', async () => {
    const smtp = await startSmtpCatcher();
    const mailer = createMailer({ url: smtp.url, from: 'Factshelf <facts@example.org>', patienceMs: 1_000 });
    const passwordReset = createPasswordReset({
      db: database.db,
      mailer,
      publicUrl: 'https://facts.example.org/',
      admitMail: () => Promise.resolve(),
      logger: createLogger('test', 'silent'),
    });
    const mailing = createTestApi(database, {
      accounts: { ...createTestAccounts(database.db), passwordReset },
    });
    const ada = await register(mailing);
    const session = await signInAccount(mailing, ada);
    const stranger = withCookie(mailing, '');
    const asked = await stranger.send('/account/forgotten', { email: ada.email.toUpperCase() });
    const nobody = await stranger.send('/account/forgotten', { email: 'nobody@example.org' });
    const same = (text: string, email: string) => text.replaceAll(email, 'X').replaceAll(/\?v=\w+/g, '');
    expect(same(nobody.text, 'nobody@example.org')).toBe(same(asked.text, ada.email));
    await waitFor('the mail', () => smtp.mails.length > 0);
    expect(smtp.mails[0]?.text).toContain('https://facts.example.org/account/password and enter');
    const code = /enter ([\w-]{43})/.exec(smtp.mails[0]?.text ?? '')?.[1] ?? '';
    const password = 'nine other islands';
    expect((await stranger.send('/account/password', { code, password })).status).toBe(200);
    expect((await stranger.send('/account/password', { code, password })).status).toBe(401);
    expect((await session.get('/account')).text).toContain(SIGN_IN_FORM);
    expect((await stranger.send('/account', { email: ada.email, password: ada.password })).status).toBe(401);
    await signInAccount(mailing, { email: ada.email, password });
    expect(smtp.mails).toHaveLength(1);
    mailer.close();
    await smtp.close();
  });

  it('is for the operator where the service sends no mails', async () => {
    const asked = await withCookie(api, '').send('/account/forgotten', { email: 'ada@example.org' });
    expect([asked.status, asked.text.includes('This service sends no mails.')]).toEqual([409, true]);
  });
});
