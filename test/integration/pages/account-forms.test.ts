import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEmailConfirmation } from '../../../src/access/accounts/email-confirmation.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { createMailer } from '../../../src/platform/mail/mailer.ts';
import { startSmtpCatcher } from '../../support/servers/smtp-catcher.ts';
import { createTestAccounts, register } from '../../support/callers/test-accounts.ts';
import { createAdminCaller } from '../../support/callers/test-admin.ts';
import { createTestApi, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { signInTestOperator } from '../../support/callers/test-operator.ts';
import { waitFor } from '../../support/wait-for.ts';

const PASSWORD = 'seven small islands';
const KEY = /pfk_[0-9A-Za-z]{36}/;

let database: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  database = await createTestDatabase();
  api = createTestApi(database);
});
afterAll(() => database.drop());

const send = (address: string, fields: Record<string, string>, to = api) =>
  to.request().post(address).type('form').send(new URLSearchParams(fields).toString());
const mayRead = async (key: string) => (await api.get('/stats', { 'X-API-Key': key })).status === 200;

describe('the pages of an account', () => {
  it.each(['', '/register', '/key', '/confirm', '/confirmation', '/forgotten', '/password', '/webhooks'])(
    '/account%s is kept nowhere, and no search engine lists it',
    async (path) => {
      const page = await api.request().get(`/account${path}`);
      expect([page.status, page.headers['cache-control']]).toEqual([200, 'no-store']);
      expect(page.text).toContain('<meta name="robots" content="noindex"');
    },
  );

  it('give a key, with a call that uses it', async () => {
    const registered = await send('/account/register', { email: 'ada@example.org', password: PASSWORD });
    expect([registered.status, registered.headers['cache-control']]).toEqual([200, 'no-store']);
    const [key = ''] = KEY.exec(registered.text) ?? [];
    expect(await mayRead(key)).toBe(true);
    expect(registered.text).toContain(`X-API-Key: ${key}`);
  });

  it('say in the form what is wrong, and never write a password back', async () => {
    await register(api, 'bob@example.org');
    const wrong = await send('/account', { email: 'bob@example.org', password: 'not this one at all' });
    expect(wrong.status).toBe(401);
    expect(wrong.text).toContain('The e-mail or the password is wrong.');
    expect(wrong.text).toContain('value="bob@example.org"');
    expect(wrong.text).not.toContain('not this one at all');
    const taken = await send('/account/register', { email: 'bob@example.org', password: PASSWORD });
    expect(taken.status).toBe(409);
    expect(taken.text).toContain('href="#field-email"');
    const weak = await send('/account/register', { email: 'eve@example.org', password: 'password1' });
    expect(weak.status).toBe(400);
    expect(weak.text).toContain('href="#field-password"');
    const bad = await send('/account/register', { email: 'eve', password: PASSWORD });
    expect(bad.text).toContain('href="#field-email"');
    expect((await send('/account/register', {})).status).toBe(400);
  });

  it('have the limits of the API, together with it', async () => {
    const figures = { emailFailures: { most: 2, seconds: 900 } };
    const guarded = createTestApi(database, { accounts: createTestAccounts(database.db, figures) });
    const guess = { email: 'bob@example.org', password: 'a guess, and not it' };
    expect((await guarded.post('/account', guess)).status).toBe(401);
    expect((await send('/account', guess, guarded)).status).toBe(401);
    const refused = await send('/account', guess, guarded);
    expect(refused.status).toBe(429);
    expect(refused.text).toContain('send it again in 15 minutes');
  });

  it('set a password with the code of an operator', async () => {
    const { email } = await register(api, 'eve@example.org');
    const admin = createAdminCaller(api, (await signInTestOperator(database.db, 'admin')).headers);
    const { body: found } = await admin.get('/accounts?q=eve');
    const [{ id }] = (found as { items: [{ id: string }] }).items;
    const { body } = await admin.post(`/accounts/${id}/hand-over`, {});
    const fields = { code: (body as { code: string }).code, password: 'nine other islands' };
    const done = await send('/account/password', fields);
    expect(done.text).toContain(`The password of ${email} is set.`);
    expect((await send('/account', { email, password: fields.password })).status).toBe(303);
    const again = await send('/account/password', fields);
    expect([again.status, again.text]).toEqual([401, expect.stringContaining('href="#field-code"')]);
  });

  it('confirm an e-mail with the code of the mail, which names the page', async () => {
    const smtp = await startSmtpCatcher();
    const mailer = createMailer({
      url: smtp.url,
      from: 'Factshelf <facts@example.org>',
      patienceMs: 1_000,
      retryAfterMs: 50,
    });
    const confirmation = createEmailConfirmation({
      mailer,
      publicUrl: 'https://facts.example.org',
      admitMail: () => Promise.resolve(),
      logger: createLogger('test', 'silent'),
    });
    const mailing = createTestApi(database, {
      accounts: { ...createTestAccounts(database.db), confirmation },
    });
    const codeOf = async (count: number) => {
      await waitFor(`mail ${count}`, () => smtp.mails.length >= count);
      expect(smtp.mails[count - 1]?.text).toContain('https://facts.example.org/account/confirm');
      return /"code": "([\w-]{43})"/.exec(smtp.mails[count - 1]?.text ?? '')?.[1] ?? '';
    };
    const credentials = { email: 'mail@example.org', password: PASSWORD };
    const registered = await send('/account/register', credentials, mailing);
    expect(registered.text).toContain('The key works once the e-mail is confirmed.');
    const first = await codeOf(1);
    const mailed = await send('/account/confirmation', credentials, mailing);
    expect(mailed.text).toContain('If mail@example.org waits for its confirmation');
    const second = await codeOf(2);
    expect((await send('/account/confirm', { code: first }, mailing)).status).toBe(401);
    const confirmed = await send('/account/confirm', { code: second }, mailing);
    expect(confirmed.text).toContain('mail@example.org is confirmed');
    expect(await mayRead(KEY.exec(registered.text)?.[0] ?? '')).toBe(true);
    mailer.close();
    await smtp.close();
  });
});
