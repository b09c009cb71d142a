import { afterAll, beforeAll, expect, it } from 'vitest';
import { register } from '../../support/callers/test-accounts.ts';
import { createTestApi, expectError, type TestApi } from '../../support/test-api.ts';
import { runCommand } from '../../support/servers/run-command.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { waitFor } from '../../support/wait-for.ts';

const KEY = /pfk_[0-9A-Za-z]{36}/g;

let database: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  database = await createTestDatabase();
  api = createTestApi(database);
});
afterAll(() => database.drop());

/** As `npm run key -- …` does it. */
const key = (args: string[], input = '') => runCommand('key', database.url, args, input);

const read = (apiKey: string) => api.get('/stats', { 'X-API-Key': apiKey });
const auditOf = async (action: string, email: string) => {
  const { rows } = await database.pool.query<Record<string, unknown>>(
    `SELECT actor, before, after, request_id FROM audit_log
     WHERE action = $1 AND (entity_id IN (SELECT id::text FROM accounts WHERE email = $2)
       OR entity_id IN (SELECT k.id::text FROM api_keys k JOIN accounts a ON a.id = k.account_id WHERE a.email = $2))
     ORDER BY seq`,
    [action, email],
  );
  return rows;
};

it('create prints a key that works, once, for an account that nobody can log in to', async () => {
  const { exitCode, output, errors } = await key([
    'create',
    '--email',
    'Ops@example.org',
    '--tier',
    'internal',
  ]);
  expect([exitCode, errors]).toEqual([0, '']);
  expect(output).toContain('New account ops@example.org, tier internal');
  const [apiKey = '', ...others] = output.match(KEY) ?? [];
  expect(others).toEqual([]);
  expect((await read(apiKey)).status).toBe(200);
  for (const password of ['', 'none', 'seven small islands']) {
    const response = await api.post('/account', { email: 'ops@example.org', password });
    expectError(response, 401, 'invalid_credentials');
  }
  expect(await auditOf('account.created', 'ops@example.org')).toEqual([
    { actor: 'cli', before: null, after: { tier: 'internal' }, request_id: null },
  ]);
  expect(await auditOf('key.issued', 'ops@example.org')).toMatchObject([{ actor: 'cli' }]);
});

it('create replaces an active key only with the flag', async () => {
  const ada = await register(api);
  const refused = await key(['create', '--email', ada.email, '--tier', 'partner']);
  expect(refused).toMatchObject({ exitCode: 1, output: '', errors: expect.stringContaining('--replace') });
  expect((await read(ada.apiKey)).status).toBe(200);
  const { exitCode, output } = await key(['create', '--email', ada.email, '--tier', 'partner', '--replace']);
  expect(exitCode).toBe(0);
  expect(output).toContain(ada.keyId);
  // The API has just seen this key, and hears of the command only by looking again.
  await waitFor('the refusal', async () => (await read(ada.apiKey)).status === 401, 1_000);
  expect((await read(output.match(KEY)?.[0] ?? '')).status).toBe(200);
  const { body } = await admitted(output, ada.email);
  expect(body).toMatchObject({ key: { tier: 'partner' } });
});

/** What the account shows to anyone who got the code of this output. */
async function admitted(output: string, email: string) {
  const code = output.trim().split('\n').at(-1) ?? '';
  const set = await api.post('/account/password', { code, password: 'eleven slow rivers' });
  expect(set.body).toEqual({ email });
  return await api.post('/account', { email, password: 'eleven slow rivers' });
}

it('create and hand-over end the password of anyone who registered the e-mail before', async () => {
  const stranger = await register(api);
  const { email, password } = stranger;
  for (const args of [
    ['create', '--email', email, '--tier', 'partner', '--replace'],
    ['hand-over', email],
  ]) {
    const { exitCode, output } = await key(args);
    expect(exitCode).toBe(0);
    for (const path of ['/account', '/account/regenerate']) {
      expectError(await api.post(path, { email, password }), 401, 'invalid_credentials');
    }
    const { body } = await admitted(output, email);
    expect(body).toMatchObject({ email, key: { tier: 'partner' } });
  }
  expect((await auditOf('account.handed_over', email)).length).toBe(2);
});

it('tier gives nothing above registered to an account that a stranger may have registered', async () => {
  const stranger = await register(api);
  const refused = await key(['tier', stranger.email, 'partner']);
  expect(refused).toMatchObject({ exitCode: 1, errors: expect.stringContaining('--holder-known') });
  const { body } = await api.post('/account', { email: stranger.email, password: stranger.password });
  expect(body).toMatchObject({ key: { tier: 'registered' } });
  // Once it is known whose it is, nothing more has to be said.
  expect((await key(['hand-over', stranger.email])).exitCode).toBe(0);
  expect((await key(['tier', stranger.email, 'partner'])).exitCode).toBe(0);
});

it('list shows keys by account, and none in full', async () => {
  const ada = await register(api);
  const eve = await register(api);
  const { output } = await key(['list']);
  expect(output).toContain(ada.keyId);
  expect(output).toContain(eve.email);
  expect(output).not.toMatch(KEY);
  const one = await key(['list', '--email', ada.email.toUpperCase()]);
  expect(one.output.trim().split('\n')).toHaveLength(2);
  expect(one.output).toMatch(
    new RegExp(`${ada.keyId} +${ada.apiKey.slice(0, 8)}… +active +registered .* never +${ada.email}`),
  );
  expect((await key(['list', '--email', 'nobody@example.org'])).output).toBe('No keys.\n');
  expect((await key(['list', '--limit', '1'])).output.trim().split('\n')).toHaveLength(2);
});

it('revoke revokes by id', async () => {
  const ada = await register(api);
  expect(await key(['revoke', ada.keyId])).toMatchObject({
    exitCode: 0,
    output: expect.stringContaining(ada.keyId),
  });
  expectError(await read(ada.apiKey), 401, 'invalid_api_key');
  expect(await auditOf('key.revoked', ada.email)).toMatchObject([{ actor: 'cli' }]);
});

it.each([
  ['its argument', (apiKey: string) => [['revoke-leaked', apiKey], ''] as const],
  ['standard input', (apiKey: string) => [['revoke-leaked'], `${apiKey}\n`] as const],
])('revoke-leaked revokes the key that is %s, and does not repeat it', async (_, build) => {
  const ada = await register(api);
  const [args, input] = build(ada.apiKey);
  const { exitCode, output } = await key([...args], input);
  expect(exitCode).toBe(0);
  expect(output).toContain(ada.keyId);
  expect(output).not.toMatch(KEY);
  expectError(await read(ada.apiKey), 401, 'invalid_api_key');
});

it('tier sets what an account may do', async () => {
  const ada = await register(api);
  expect((await key(['tier', ada.email, 'partner', '--holder-known'])).exitCode).toBe(0);
  const { body } = await api.post('/account', { email: ada.email, password: ada.password });
  expect(body).toMatchObject({
    key: { id: ada.keyId, tier: 'partner', status: 'active' },
    rate_limit: { per_minute: 3_000 },
    quota: { limit: 5_000_000 },
  });
  expect(await auditOf('account.tier_changed', ada.email)).toEqual([
    { actor: 'cli', before: { tier: 'registered' }, after: { tier: 'partner' }, request_id: null },
  ]);
});

it('block takes an account its key and any new one, unblock gives that back', async () => {
  const ada = await register(api);
  const { email, password } = ada;
  expect((await key(['block', email])).exitCode).toBe(0);
  expectError(await read(ada.apiKey), 401, 'invalid_api_key');
  expectError(await api.post('/account/regenerate', { email, password }), 403, 'forbidden');
  expect((await key(['create', '--email', email])).errors).toContain('blocked');
  expect((await key(['list', '--email', email])).output).toContain(`${email} (blocked)`);
  expect((await key(['unblock', email])).exitCode).toBe(0);
  expect((await api.post('/account/regenerate', { email, password })).status).toBe(200);
});

it.each([
  [['create', '--email', 'nobody'], '"nobody" is not an e-mail address.'],
  [['create', '--email', 'a@example.org', '--tier', 'gold'], 'There is no tier gold'],
  [['tier', 'nobody@example.org', 'partner'], 'There is no account of nobody@example.org.'],
  [['block', 'nobody@example.org'], 'There is no account of nobody@example.org.'],
  [['revoke', 'bcaba19b-01cb-5bf9-b0ea-1247cb2ae953'], 'There is no key bcaba19b'],
  [['revoke', 'no-id'], 'There is no key no-id.'],
  [['revoke-leaked', 'pfk_x'], 'No account here has this key.'],
  [['list', '--limit', '0'], 'whole number from 1'],
])('says in one line why not: %j', async (args, message) => {
  const { exitCode, output, errors } = await key(args);
  expect([exitCode, output]).toEqual([1, '']);
  expect(errors).toContain(message);
  expect(errors.trim().split('\n')).toHaveLength(1);
});
