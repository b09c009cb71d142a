import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createEmailConfirmation } from '../../../src/access/accounts/email-confirmation.ts';
import { createCounter, take } from '../../../src/access/limits/counter.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { createMailer, type Mailer } from '../../../src/platform/mail/mailer.ts';
import { startSmtpCatcher, type SmtpCatcher } from '../../support/servers/smtp-catcher.ts';
import { createTestAccounts, register } from '../../support/callers/test-accounts.ts';
import { createTestApi, expectError, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { waitFor } from '../../support/wait-for.ts';

const MAILS = 3;

let database: TestDatabase;
let smtp: SmtpCatcher;
let mailer: Mailer;
let api: TestApi;
let lines: string[];
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  smtp = await startSmtpCatcher();
  mailer = createMailer({
    url: smtp.url,
    from: 'Factshelf <facts@example.org>',
    patienceMs: 1_000,
    retryAfterMs: 50,
  });
  const mails = createCounter(undefined, 'mails', { most: MAILS, seconds: 3_600 });
  lines = [];
  const logger = createLogger('test', 'info', { write: (line: string) => void lines.push(line) });
  const confirmation = createEmailConfirmation({
    mailer,
    publicUrl: 'https://facts.example.org/',
    admitMail: async (accountId) => void (await take(mails, accountId)),
    logger,
  });
  api = createTestApi(database, { accounts: { ...createTestAccounts(database.db), confirmation } });
});
afterEach(async () => {
  mailer.close();
  await smtp.close();
});

const read = (apiKey: string) => api.get('/stats', { 'X-API-Key': apiKey });
const codeOf = async (count: number) => {
  await waitFor(`mail ${count}`, () => smtp.mails.length >= count);
  return /"code": "([\w-]{43})"/.exec(smtp.mails[count - 1]?.text ?? '')?.[1] ?? '';
};

describe('where e-mails are confirmed, a new key', () => {
  it('is refused until the code of the mail is used, which is good once', async () => {
    const ada = await register(api, 'ada@example.org');
    const refused = await read(ada.apiKey);
    expectError(refused, 403, 'forbidden');
    expect(refused.text).toContain('/api/v1/account/confirm');
    const { email, password } = ada;
    expect((await api.post('/account', { email, password })).body).toMatchObject({
      awaits_confirmation: true,
    });

    const code = await codeOf(1);
    expect(smtp.mails[0]).toMatchObject({ to: [email], text: expect.stringContaining('facts@example.org') });
    expect(smtp.mails[0]?.text).toContain('https://facts.example.org/api/v1/account/confirm');
    const { rows } = await database.pool.query('SELECT * FROM account_tokens');
    expect(JSON.stringify(rows)).not.toContain(code);
    expectError(await api.post('/account/confirm', { code: `${code}x` }), 401, 'invalid_credentials');
    expect((await read(ada.apiKey)).status).toBe(403);

    expect((await api.post('/account/confirm', { code })).body).toEqual({ email, confirmed: true });
    expect((await read(ada.apiKey)).status).toBe(200);
    expect((await api.post('/account', { email, password })).body).not.toHaveProperty('awaits_confirmation');
    expectError(await api.post('/account/confirm', { code }), 401, 'invalid_credentials');
    expectError(await api.post('/account/confirmation', { email, password }), 409, 'invalid_state');
  });

  it('says so where it is given, and a regenerated one waits as well', async () => {
    const email = 'bob@example.org';
    const password = 'seven small islands';
    const { body } = await api.post('/register', { email, password });
    expect(body).toMatchObject({
      awaits_confirmation: true,
      notice: expect.stringMatching(/once your e-mail/),
    });
    const again = await api.post('/account/regenerate', { email, password });
    expectError(await read((again.body as { api_key: string }).api_key), 403, 'forbidden');
  });

  it('gets another code when asked for, a few times, and the one before is of no use then', async () => {
    const { email, password, apiKey } = await register(api, 'eve@example.org');
    const first = await codeOf(1);
    expectError(
      await api.post('/account/confirmation', { email, password: 'wrong password' }),
      401,
      'invalid_credentials',
    );
    for (let i = 0; i < MAILS; i += 1) {
      const sent = await api.post('/account/confirmation', { email, password });
      expect(sent.body).toEqual({ email, expires_at: expect.any(String) });
    }
    expectError(await api.post('/account/confirmation', { email, password }), 429, 'rate_limited');
    expectError(await api.post('/account/confirm', { code: first }), 401, 'invalid_credentials');
    expect((await api.post('/account/confirm', { code: await codeOf(1 + MAILS) })).status).toBe(200);
    expect((await read(apiKey)).status).toBe(200);
  });

  it('lapses with its code: then whoever reads that mail may register', async () => {
    const stranger = await register(api, 'joe@example.org');
    expectError(
      await api.post('/register', { email: stranger.email, password: 'nine quiet harbours' }),
      409,
      'email_taken',
    );
    await database.pool.query("UPDATE account_tokens SET expires_at = now() WHERE kind = 'confirmation'");
    expectError(await api.post('/account/confirm', { code: await codeOf(1) }), 401, 'invalid_credentials');
    const owner = await register(api, stranger.email);
    await api.post('/account/confirm', { code: await codeOf(2) });
    expect((await read(owner.apiKey)).status).toBe(200);
    expectError(await read(stranger.apiKey), 401, 'invalid_api_key');
    // Confirmed, it does not lapse.
    await database.pool.query('DELETE FROM account_tokens');
    const late = await api.post('/register', { email: stranger.email, password: 'nine quiet harbours' });
    expectError(late, 409, 'email_taken');
  });
});

describe('while the mail server', () => {
  it('refuses, mails are tried three times, the failure is logged, and another one may be asked for', async () => {
    smtp.mood = 'refuses';
    const { email, password } = await register(api, 'ann@example.org');
    await waitFor('three attempts', () => smtp.offered === 3);
    await waitFor('the failure in the log', () => lines.some((line) => line.includes('was not sent')));
    const asked = await api.post('/account/confirmation', { email, password });
    expectError(asked, 503, 'unavailable');
    expect(asked.headers['retry-after']).toBe('60');
    smtp.mood = 'takes';
    expect((await api.post('/account/confirmation', { email, password })).status).toBe(200);
    expect((await api.post('/account/confirm', { code: await codeOf(1) })).status).toBe(200);
  });

  it('hangs, keys are given at once all the same', async () => {
    smtp.mood = 'hangs';
    const { email, password } = await register(api, 'kim@example.org');
    await waitFor('the mail to hang', () => smtp.offered > 0);
    expect((await api.post('/account', { email, password })).status).toBe(200);
    expectError(await api.post('/account/confirmation', { email, password }), 503, 'unavailable');
  });
});
