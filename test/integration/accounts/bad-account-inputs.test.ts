import { createHash } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Response } from 'supertest';
import argon2 from 'argon2';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createKeyText } from '../../../src/access/accounts/keys/key-text.ts';
import { createLimits } from '../../../src/access/limits/create-limits.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { createMetrics } from '../../../src/platform/metrics.ts';
import { createTestAccounts, register, SERVICE_HASHES } from '../../support/callers/test-accounts.ts';
import { createTestApi, expectError, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';

const PATHS = ['/register', '/account', '/account/regenerate'];
const JSON_TYPE = 'application/json';
const PASSWORD = 'seven small islands';

let database: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  database = await createTestDatabase();
  api = createTestApi(database);
});
afterAll(() => database.drop());

const sendTo = (path: string, headers: Record<string, string>, body: string | Buffer): Promise<Response> =>
  new Promise((resolve, reject) => {
    const request = api.request().post(`/api/v1${path}`).set(headers);
    // Bytes as they are: given to `send`, a Buffer would become JSON.
    if (body.length > 0) request.write(body);
    void request.end((error, response) => (error ? reject(error) : resolve(response)));
  });

const good = JSON.stringify({ email: 'ada@example.org', password: PASSWORD });

interface BadBody {
  name: string;
  type?: string;
  headers?: Record<string, string>;
  body: string | Buffer;
  status: number;
  code: string;
}

const BAD_BODIES: BadBody[] = [
  { name: 'broken JSON', body: '{', status: 400, code: 'invalid_request' },
  { name: 'nothing', body: '', status: 400, code: 'invalid_request' },
  { name: 'null', body: 'null', status: 400, code: 'invalid_request' },
  { name: 'a text', body: '"x"', status: 400, code: 'invalid_request' },
  { name: 'a list', body: '[]', status: 400, code: 'invalid_request' },
  { name: 'an empty object', body: '{}', status: 400, code: 'invalid_request' },
  { name: 'no Content-Type', type: '', body: good, status: 415, code: 'unsupported_media_type' },
  { name: 'text/plain', type: 'text/plain', body: good, status: 415, code: 'unsupported_media_type' },
  {
    name: 'a form',
    type: 'application/x-www-form-urlencoded',
    body: 'email=ada@example.org&password=seven+small+islands',
    status: 415,
    code: 'unsupported_media_type',
  },
  { name: 'text/json', type: 'text/json', body: good, status: 415, code: 'unsupported_media_type' },
  { name: 'a broken type', type: 'application/json;;=', body: '{', status: 400, code: 'invalid_request' },
  ...['utf-7', 'utf-16', 'iso-8859-1', ''].map((charset) => ({
    name: `charset "${charset}"`,
    type: `application/json; charset="${charset}"`,
    body: good,
    status: 415,
    code: 'unsupported_media_type',
  })),
  {
    name: 'bytes that are no UTF-8',
    body: Buffer.concat([Buffer.from('{"email":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]),
    status: 400,
    code: 'invalid_request',
  },
  {
    name: 'a surrogate in UTF-8',
    body: Buffer.concat([Buffer.from('{"email":"'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"}')]),
    status: 400,
    code: 'invalid_request',
  },
  ...[
    ['gzip', gzipSync(good)],
    ['br', brotliCompressSync(good)],
    ['zstd', Buffer.from(good)],
    ['gzip', gzipSync(Buffer.alloc(50_000_000, '{'))],
  ].map(([encoding, body]) => ({
    name: `${String(encoding)}, ${body?.length} bytes`,
    headers: { 'Content-Encoding': String(encoding) },
    body: body as Buffer,
    status: 415,
    code: 'unsupported_media_type',
  })),
  { name: '4,097 bytes', body: good.padEnd(4_097), status: 413, code: 'payload_too_large' },
  { name: '2,000 levels', body: '['.repeat(2_000) + ']'.repeat(2_000), status: 400, code: 'invalid_request' },
  {
    name: '9 levels in a field',
    body: `{"email":${'['.repeat(8)}${']'.repeat(8)},"password":"x"}`,
    status: 400,
    code: 'invalid_request',
  },
  {
    name: '__proto__',
    body: `{"__proto__":{"admin":true},${good.slice(1)}`,
    status: 400,
    code: 'invalid_request',
  },
  {
    name: 'constructor.prototype',
    body: `{"constructor":{"prototype":{"admin":true}},${good.slice(1)}`,
    status: 400,
    code: 'invalid_request',
  },
  ...['tier', 'quota', 'role', 'id', 'is_admin'].map((field) => ({
    name: `a field ${field}`,
    body: `{"${field}":"internal",${good.slice(1)}`,
    status: 400,
    code: 'invalid_request',
  })),
  ...['12345678', 'null', 'true', '["seven small islands"]', '{}'].map((password) => ({
    name: `a password that is ${password}`,
    body: `{"email":"ada@example.org","password":${password}}`,
    status: 400,
    code: 'invalid_request',
  })),
  ...['["ada@example.org"]', '7', 'null'].map((email) => ({
    name: `an e-mail that is ${email}`,
    body: `{"email":${email},"password":"seven small islands"}`,
    status: 400,
    code: 'invalid_request',
  })),
];

describe.each(PATHS)('POST %s', (path) => {
  it.each(BAD_BODIES)(
    'refuses $name: $status $code',
    async ({ type = JSON_TYPE, headers, body, status, code }) => {
      const response = await sendTo(path, { ...(type ? { 'Content-Type': type } : {}), ...headers }, body);
      expectError(response, status, code);
      expect(({} as { admin?: unknown }).admin).toBeUndefined();
      expect(response.text).not.toContain(PASSWORD);
    },
  );

  it('names the limit of a body that is too large, and takes one that is not', async () => {
    const tooLarge = await sendTo(path, { 'Content-Type': JSON_TYPE }, good.padEnd(4_097));
    expect(tooLarge.body).toMatchObject({ error: { details: { limit: 4_096 } } });
    const body = JSON.stringify({ email: 'nobody', password: 'short' }).padEnd(4_096);
    const largest = await sendTo(path, { 'Content-Type': JSON_TYPE }, body);
    expectError(
      largest,
      path === '/register' ? 400 : 401,
      path === '/register' ? 'invalid_email' : 'invalid_credentials',
    );
  });

  it('names the fields that are wrong', async () => {
    const response = await api.post(path, { password: 5, tier: 'internal' });
    const { error } = response.body as {
      error: { details: { fields: { field: string; message: string }[] } };
    };
    expect(error.details.fields).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ field: 'email', message: 'is required' }),
        expect.objectContaining({ field: 'password', message: 'must be of type string' }),
        expect.objectContaining({ code: 'unrecognized_keys', message: 'no such field: tier' }),
      ]),
    );
  });

  it.each(['get', 'put', 'delete'] as const)('is 405 for %s', async (method) => {
    const response = await api.request()[method](`/api/v1${path}`);
    expectError(response, 405, 'method_not_allowed');
    expect(response.headers['allow']).toBe('POST, OPTIONS');
  });
});

it.each([`${JSON_TYPE}; charset=utf-8`, `${JSON_TYPE};charset="UTF-8"`, 'Application/JSON', JSON_TYPE])(
  'takes JSON that is called %s',
  async (type) => {
    const body = JSON.stringify({ email: 'nobody@example.org', password: 'wrong' });
    expectError(await sendTo('/account', { 'Content-Type': type }, body), 401, 'invalid_credentials');
  },
);

describe('a registration', () => {
  it.each([
    ['a', 400],
    ['a@', 400],
    ['a@b', 400],
    [`${'a'.repeat(60)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.example.org`, 400],
    ['a\0@example.org', 400],
    ['ada@example.org\r\n', 400],
    ['a@b.org\r\nBcc:x@example.org', 400],
    ['\u0430da@example.org', 400],
    ['ada@ex\u0430mple.org', 400],
    ['a@a.'.repeat(900), 400],
    ['grace@b\u00fccher.example', 201],
  ])('of %j is %i', async (email, status) => {
    const response = await api.post('/register', { email, password: PASSWORD });
    if (status === 400) expectError(response, 400, 'invalid_email');
    else expect(response.body).toMatchObject({ email: 'grace@xn--bcher-kva.example' });
  });

  it('of an e-mail of 100 KB is 413', async () => {
    const response = await api.post('/register', { email: 'a@a.'.repeat(25_000), password: PASSWORD });
    expectError(response, 413, 'payload_too_large');
  });

  it.each([
    ['7 characters', 'abcd efg'.slice(0, 7), 400],
    ['7 emoji', '😀😁😂😃😄😅😆', 400],
    ['129 characters', 'x9'.repeat(64) + 'y', 400],
    ['the commonest', 'password', 400],
    ['the next', '12345678', 400],
    ['64 characters', 'x9'.repeat(32), 201],
    ['128 characters', 'x9'.repeat(64), 201],
    ['blanks only', '                ', 201],
    ['any script', 'пароль 密码 كلمة 😀', 201],
  ])('with a password of %s', async (name, password, status) => {
    const email = `${name.replaceAll(' ', '-')}@example.org`;
    const response = await api.post('/register', { email, password });
    if (status === 400) expectError(response, 400, 'weak_password');
    else {
      expect(response.status).toBe(201);
      expect((await api.post('/account', { email, password })).status).toBe(200);
    }
  });

  it('of the e-mail as password is refused', async () => {
    const response = await api.post('/register', { email: 'ada@example.org', password: 'ADA@example.org' });
    expectError(response, 400, 'weak_password');
  });

  it('of an e-mail in another case is 409, of one with other dots it is not', async () => {
    await api.post('/register', { email: 'alan.turing@example.org', password: PASSWORD });
    const again = await api.post('/register', { email: 'Alan.Turing@EXAMPLE.org', password: PASSWORD });
    expectError(again, 409, 'email_taken');
    const other = await api.post('/register', { email: 'alanturing@example.org', password: PASSWORD });
    expect(other.status).toBe(201);
  });
});

describe('wrong credentials', () => {
  it('are answered in the same bytes, whether there is an account or not', async () => {
    const { email } = await register(api);
    const digests = await Promise.all(
      [email, 'nobody@example.org', 'no e-mail at all', 'a\0b@example.org', '\ud800'].map(async (given) => {
        const response = await api.post('/account', { email: given, password: 'wrong password' });
        expectError(response, 401, 'invalid_credentials');
        const { error } = response.body as { error: { request_id: string } };
        return createHash('sha256').update(response.text.replace(error.request_id, '')).digest('hex');
      }),
    );
    expect(new Set(digests).size).toBe(1);
  });

  it('cost one hash of the same strength, whether there is an account or not', async () => {
    const accounts = createTestAccounts(database.db, {}, SERVICE_HASHES);
    const argon = vi.spyOn(argon2, 'verify');
    const watched = createTestApi(database, { accounts });
    const { email } = await register(watched);
    for (const given of [email, 'nobody@example.org', 'no e-mail at all']) {
      await watched.post('/account', { email: given, password: 'wrong password' });
    }
    expect(argon.mock.calls.map(([stored]) => stored.split('$').slice(0, 4).join('$'))).toEqual(
      Array.from({ length: 3 }, () => '$argon2id$v=19$m=19456,t=2,p=1'),
    );
    vi.restoreAllMocks();
  });

  it.each([
    ['200 NULs', '\0'.repeat(200)],
    ['nothing', ''],
    ['a lone surrogate', '\udfff'],
    ['3,000 characters', 'x'.repeat(3_000)],
  ])('may be %s', async (_, password) => {
    const { email } = await register(api);
    expectError(await api.post('/account', { email, password }), 401, 'invalid_credentials');
  });
});

it('bad keys are 401 until the limit of their address, then 429', async () => {
  const limits = await createLimits({
    databaseUrl: database.url,
    redisUrl: undefined,
    metrics: createMetrics(),
    logger: createLogger('test', 'silent'),
    patienceMs: 10_000,
  });
  const limited = createTestApi(database, { limits: limits.meter });
  const statuses: number[] = [];
  // A minute may end meanwhile: then they are twice as many.
  while (statuses.at(-1) !== 429 && statuses.length < 130) {
    statuses.push((await limited.get('/stats', { 'X-API-Key': createKeyText() })).status);
  }
  await limits.close();
  expect(statuses.filter((status) => status !== 401)).toEqual([429]);
  expect(statuses.length).toBeGreaterThan(60);
});
