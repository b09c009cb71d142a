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
import { createWebhookDesk, type WebhookDesk } from '../../support/webhooks/webhook-desk.ts';

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
  it.each(['', '/register', '/key', '/confirm', '/confirmation', '/password', '/webhooks'])(
    '/account%s is kept nowhere, and no search engine lists it',
    async (path) => {
      const page = await api.request().get(`/account${path}`);
      expect([page.status, page.headers['cache-control']]).toEqual([200, 'no-store']);
      expect(page.text).toContain('<meta name="robots" content="noindex"');
    },
  );

  it('give a key, show what is used of it, and replace it', async () => {
    const credentials = { email: 'ada@example.org', password: PASSWORD };
    const registered = await send('/account/register', credentials);
    expect([registered.status, registered.headers['cache-control']]).toEqual([200, 'no-store']);
    const [key = ''] = KEY.exec(registered.text) ?? [];
    expect(await mayRead(key)).toBe(true);

    const shown = await send('/account', credentials);
    expect(shown.status).toBe(200);
    expect(shown.text).toContain(`${key.slice(0, 8)}…`);
    expect(shown.text).not.toMatch(KEY);
    expect(shown.text).toMatch(/Calls used<\/th><td>[\d,]+ of [\d,]+</);

    const replaced = await send('/account/key', credentials);
    const [another = ''] = KEY.exec(replaced.text) ?? [];
    expect(another).not.toBe(key);
    expect([await mayRead(key), await mayRead(another)]).toEqual([false, true]);
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
    expect((await send('/account', { email, password: fields.password })).status).toBe(200);
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

describe('the page of webhooks', () => {
  let desk: WebhookDesk;
  beforeAll(async () => {
    desk = await createWebhookDesk();
  });
  afterAll(() => desk.close());
  const press = (fields: Record<string, string>) => send('/account/webhooks', fields, desk.api);

  it('adds one, shows its secret once, delivers again, switches it off and removes it', async () => {
    const { apiKey: key } = await desk.newHolder();
    expect((await press({ key })).text).toContain('There are none yet.');
    const refused = await press({ key, action: 'add', url: 'http://nowhere', events: 'products.changed' });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('href="#field-url"');
    expect((await press({ key, action: 'add', url: 'https://hooks.test:8443/' })).text).toContain(
      'href="#field-events"',
    );

    const url = `https://hooks.test:${desk.receiver.port}/hook`;
    const made = await press({ key, action: 'add', url, events: 'products.changed' });
    expect(made.status, made.text).toBe(200);
    expect(made.text).toMatch(/whsec_[A-Za-z0-9+/]{43}=/);
    expect(made.text).toContain('Waits for the answer to the challenge');
    await desk.deliver();
    const active = await press({ key });
    expect(active.text).not.toContain('whsec_');
    expect(active.text).toMatch(/Active.*Delivered/s);

    const id = / name="id" value="([\w-]{36})"/.exec(active.text)?.[1] ?? '';
    const off = await press({ key, id, action: 'off' });
    expect(off.text).toContain('By its owner.');
    const on = await press({ key, id, action: 'on' });
    const delivery = / name="delivery" value="([\w-]{36})"/.exec(on.text)?.[1] ?? '';
    expect((await press({ key, id, delivery, action: 'again' })).status).toBe(200);
    const removed = await press({ key, id, action: 'remove' });
    expect(removed.text).toContain('There are none yet.');
    expect((await press({ key, id, action: 'remove' })).status).toBe(404);
  });

  it('is shown for a key alone, and for what is its', async () => {
    const refused = await press({ key: 'pfk_nobody' });
    expect(refused.status).toBe(401);
    expect(refused.text).toContain('This key is not valid');
    expect(refused.text).not.toContain('pfk_nobody');
    expect((await press({})).status).toBe(401);
    const owner = await desk.newHolder();
    const webhook = await desk.newWebhook(owner, ['products.changed']);
    const other = await desk.newHolder();
    const shown = await press({ key: other.apiKey, id: webhook.id, action: 'remove' });
    expect(shown.text).not.toContain(webhook.url);
    expect((await press({ key: owner.apiKey })).text).toContain(webhook.url);
  });
});
