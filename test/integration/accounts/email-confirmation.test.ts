import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createEmailConfirmation } from '../../../src/access/accounts/email-confirmation.ts';
import { createCounter, take } from '../../../src/access/limits/counter.ts';
import { verifyAuditChain } from '../../../src/platform/audit/verify-audit.ts';
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
    expectError(refused, 401, 'invalid_api_key');
    expect(refused.text).toContain('waits for the confirmation');
    const { email, password } = ada;
    expectError(await api.post('/account', { email, password }), 401, 'invalid_credentials');

    const code = await codeOf(1);
    expect(smtp.mails[0]).toMatchObject({ to: [email], text: expect.stringContaining('facts@example.org') });
    expect(smtp.mails[0]?.text).toContain('https://facts.example.org/api/v1/account/confirm');
    const { rows } = await database.pool.query('SELECT * FROM account_tokens');
    expect(JSON.stringify(rows)).not.toContain(code);
    expectError(await api.post('/account/confirm', { code: `${code}x` }), 401, 'invalid_credentials');
    expect((await read(ada.apiKey)).status).toBe(401);

    expect((await api.post('/account/confirm', { code })).body).toEqual({ email, confirmed: true });
    expect((await read(ada.apiKey)).status).toBe(200);
    expect((await api.post('/account', { email, password })).body).not.toHaveProperty('awaits_confirmation');
    expectError(await api.post('/account/confirm', { code }), 401, 'invalid_credentials');
  });

  it('says so where it is given, and none is given in its place', async () => {
    const email = 'bob@example.org';
    const password = 'seven small islands';
    const { body } = await api.post('/register', { email, password });
    expect(body).toMatchObject({
      awaits_confirmation: true,
      notice: expect.stringMatching(/once your e-mail/),
    });
    expectError(await api.post('/account/regenerate', { email, password }), 401, 'invalid_credentials');
  });

  it('gets another code when asked for, a few times, and the one before is of no use then', async () => {
    const { email, password, apiKey } = await register(api, 'eve@example.org');
    const first = await codeOf(1);
    for (const given of ['wrong password', ...Array<string>(MAILS + 1).fill(password)]) {
      const sent = await api.post('/account/confirmation', { email, password: given });
      expect([sent.status, sent.body]).toEqual([200, { email, expires_at: expect.any(String) as string }]);
    }
    expectError(await api.post('/account/confirm', { code: first }), 401, 'invalid_credentials');
    expect((await api.post('/account/confirm', { code: await codeOf(1 + MAILS) })).status).toBe(200);
    expect(smtp.mails).toHaveLength(1 + MAILS);
    expect((await read(apiKey)).status).toBe(200);
  });

  it('lapses with its code: then anyone who reads that mail may register', async () => {
    const stranger = await register(api, 'joe@example.org');
    await database.pool.query("UPDATE account_tokens SET expires_at = now() WHERE kind = 'confirmation'");
    expectError(await api.post('/account/confirm', { code: await codeOf(1) }), 401, 'invalid_credentials');
    const owner = await register(api, stranger.email);
    await api.post('/account/confirm', { code: await codeOf(2) });
    expect((await read(owner.apiKey)).status).toBe(200);
    expectError(await read(stranger.apiKey), 401, 'invalid_api_key');
    // Confirmed, it does not lapse.
    await database.pool.query('DELETE FROM account_tokens');
    const late = await register(api, stranger.email);
    expect(await codeOf(3)).toBe('');
    expect((await read(owner.apiKey)).status).toBe(200);
    expectError(await read(late.apiKey), 401, 'invalid_api_key');
  });
});

describe('where e-mails are confirmed, a registration', () => {
  /** All that a stranger can see of an e-mail: by registering it, and by using what the answer gives. */
  const probe = async (email: string) => {
    const password = 'nine quiet harbours';
    const first = await api.post('/register', { email, password });
    const { api_key: key, ...told } = first.body as Record<string, unknown> & { api_key: string };
    const answers = [
      first,
      await api.post('/register', { email, password: 'ten loud harbours' }),
      await read(key),
      await api.post('/account', { email, password }),
      await api.post('/account/regenerate', { email, password }),
      await api.post('/account/confirmation', { email, password }),
      await api.post('/account/confirmation', { email, password }),
      await api.post('/account/confirmation', { email, password }),
      await api.post('/account/confirmation', { email, password }),
    ];
    const seen = answers.map(({ status, body, headers }) => [
      status,
      Object.keys(body as object),
      Object.keys(headers),
    ]);
    const withoutTimes = JSON.stringify(told).replaceAll(/[0-9a-f-]{36}|pfk_\w+|\d{4}-\d\d-[^"]+/g, '*');
    return [withoutTimes.replaceAll(email, '*'), seen];
  };

  it('does not tell whether the e-mail has an account; the mail does', async () => {
    const owner = await register(api, 'mia@example.org');
    await api.post('/account/confirm', { code: await codeOf(1) });
    await register(api, 'lea@example.org');
    await codeOf(2);
    const free = await probe('new@example.org');
    expect(await probe('mia@example.org')).toEqual(free);
    expect(await probe('lea@example.org')).toEqual(free);
    expect((await read(owner.apiKey)).status).toBe(200);
    const told = await waitFor('the mail to the owner', () =>
      smtp.mails.find(({ to, text }) => to.includes('mia@example.org') && text.includes('again')),
    );
    expect(told.text).toContain('Somebody registered this e-mail');
    expect(told.text).not.toContain('"code"');
    const { rows } = await database.pool.query('SELECT email FROM accounts ORDER BY email');
    expect(rows.filter(({ email }: { email: string }) => /^(mia|lea|new)@/.test(email))).toHaveLength(3);
    expect((await verifyAuditChain(database.db)).problems).toEqual([]);
  });
});

describe('while the mail server', () => {
  it('refuses, mails are tried three times, the failure is logged, and another one may be asked for', async () => {
    smtp.mood = 'refuses';
    const { email, password } = await register(api, 'ann@example.org');
    await waitFor('three attempts', () => smtp.offered === 3);
    await waitFor('the failure in the log', () => lines.some((line) => line.includes('was not sent')));
    smtp.mood = 'takes';
    expect((await api.post('/account/confirmation', { email, password })).status).toBe(200);
    expect((await api.post('/account/confirm', { code: await codeOf(1) })).status).toBe(200);
  });

  it('hangs, keys are given at once all the same', async () => {
    smtp.mood = 'hangs';
    const { email, password } = await register(api, 'kim@example.org');
    await waitFor('the mail to hang', () => smtp.offered > 0);
    expect((await api.post('/account/confirmation', { email, password })).status).toBe(200);
  });
});
