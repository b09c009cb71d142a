import { randomBytes } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { createLoginGuard, type LoginGuard } from '../../../src/access/accounts/passwords/login-guard.ts';
import { LOGIN_FIGURES, type LoginFigures } from '../../../src/access/limits/limits.ts';
import {
  PLAIN_ADDRESSES,
  createTestAccounts,
  NO_GUARD,
  register,
} from '../../support/callers/test-accounts.ts';
import { createTestApi, expectError, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { waitFor } from '../../support/wait-for.ts';

const redisUrl = inject('redisUrl');
const redisClients: Redis[] = [];
afterEach(() => redisClients.splice(0).forEach((client) => client.disconnect()));

const openRedis = async (url: string, keyPrefix: string): Promise<Redis> => {
  const client = new Redis(url, {
    keyPrefix,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: 5_000,
    retryStrategy: () => 200,
  });
  client.on('error', () => undefined);
  redisClients.push(client);
  return client;
};
const openReadyRedis = async (keyPrefix: string) => {
  const client = await openRedis(redisUrl ?? '', keyPrefix);
  await waitFor('Redis', () => client.status === 'ready');
  return client;
};

const PLACES: { name: string; open: (prefix: string) => Promise<Redis | undefined> }[] = [
  { name: 'in the process', open: async () => undefined },
  // Nothing listens there: as when Redis is down.
  { name: 'in the process while Redis is away', open: (prefix) => openRedis('redis://127.0.0.1:1', prefix) },
  ...(redisUrl ? [{ name: 'in Redis', open: openReadyRedis }] : []),
];

const wrong = async () => undefined;
const right = async () => 'an account';

/** `passed`, or what was thrown. */
async function outcomeOf(work: Promise<unknown>): Promise<unknown> {
  return await work.then(
    () => 'passed',
    (error: unknown) => (error as { code?: string }).code ?? error,
  );
}

describe.each(PLACES)('attempts to log in, counted $name', ({ open }) => {
  const openGuard = async (figures: LoginFigures = LOGIN_FIGURES): Promise<LoginGuard> =>
    createLoginGuard(await open(`test-${randomBytes(6).toString('hex')}:`), PLAIN_ADDRESSES, figures);

  it('end for an e-mail with five failures, however many try at once and from wherever', async () => {
    const guard = await openGuard();
    let checks = 0;
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        outcomeOf(
          guard.countFailures({ email: 'ada@example.org', address: `10.0.0.${i}` }, async () => {
            checks += 1;
            return await wrong();
          }),
        ),
      ),
    );
    expect(checks).toBe(5);
    expect(outcomes.filter((outcome) => outcome === 'rate_limited')).toHaveLength(15);
    // Another e-mail is not concerned, and neither are the addresses.
    expect(await guard.countFailures({ email: 'eve@example.org', address: '10.0.0.1' }, right)).toBe(
      'an account',
    );
  });

  it('have a lane of their own at a known place, which strangers do not close', async () => {
    const guard = await openGuard();
    const ada = { email: 'ada@example.org', address: '10.0.0.1' };
    const known = { ...ada, knownPlace: 'device one' };
    for (let i = 0; i < 5; i += 1) await guard.countFailures({ ...ada, address: `10.0.1.${i}` }, wrong);
    expect(await outcomeOf(guard.countFailures(ada, right))).toBe('rate_limited');
    expect(await guard.countFailures(known, right)).toBe('an account');
    for (let i = 0; i < 5; i += 1) expect(await outcomeOf(guard.countFailures(known, wrong))).toBe('passed');
    expect(await outcomeOf(guard.countFailures(known, right))).toBe('rate_limited');
    const other = { ...ada, knownPlace: 'device two' };
    expect(await guard.countFailures(other, right)).toBe('an account');
  });

  it('end for an address with twenty failures, whosever e-mails it tries', async () => {
    const guard = await openGuard();
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        outcomeOf(guard.countFailures({ email: `caller-${i}@example.org`, address: '10.0.0.1' }, wrong)),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'passed')).toHaveLength(20);
    expect(await outcomeOf(guard.countFailures({ email: 'x@example.org', address: '10.0.0.2' }, right))).toBe(
      'passed',
    );
  });

  it('are forgiven an e-mail by one success, and an address one by one', async () => {
    const guard = await openGuard({ ...LOGIN_FIGURES, addressFailures: { most: 9, seconds: 900 } });
    const ada = { email: 'ada@example.org', address: '10.0.0.1' };
    for (let i = 0; i < 4; i += 1) await guard.countFailures(ada, wrong);
    await guard.countFailures(ada, right);
    for (let i = 0; i < 5; i += 1) await guard.countFailures(ada, wrong);
    expect(await outcomeOf(guard.countFailures(ada, right))).toBe('rate_limited');
    expect(await outcomeOf(guard.countFailures({ ...ada, email: 'b@example.org' }, right))).toBe(
      'rate_limited',
    );
  });

  it('do not count when the check breaks off', async () => {
    const guard = await openGuard();
    const ada = { email: 'ada@example.org', address: '10.0.0.1' };
    for (let i = 0; i < 30; i += 1) {
      await expect(guard.countFailures(ada, () => Promise.reject(new Error('busy')))).rejects.toThrow('busy');
    }
    expect(await guard.countFailures(ada, right)).toBe('an account');
  });

  it('are possible again when the time is over that was given with the refusal', async () => {
    const guard = await openGuard({ ...NO_GUARD, emailFailures: { most: 2, seconds: 2 } });
    const ada = { email: 'ada@example.org', address: '10.0.0.1' };
    for (let i = 0; i < 2; i += 1) await guard.countFailures(ada, wrong);
    await expect(guard.countFailures(ada, right)).rejects.toMatchObject({
      code: 'rate_limited',
      headers: { 'Retry-After': expect.stringMatching(/^[12]$/) },
    });
    // Trying on does not put the end off.
    await waitFor(
      'the end of the lock',
      async () => (await outcomeOf(guard.countFailures(ada, right))) === 'passed',
    );
  });

  it('are ten requests a minute for an address', async () => {
    const guard = await openGuard();
    const outcomes = await Promise.all(
      Array.from({ length: 15 }, () => outcomeOf(guard.admitRequest('10.0.0.1'))),
    );
    expect(outcomes.filter((outcome) => outcome === 'passed')).toHaveLength(10);
    expect(await outcomeOf(guard.admitRequest('10.0.0.2'))).toBe('passed');
  });
});

describe('over HTTP', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());
  const open = (figures: Parameters<typeof createTestAccounts>[1]): TestApi =>
    createTestApi(database, { accounts: createTestAccounts(database.db, figures), trustProxy: true });

  it('the sixth wrong password is 429, the right one after the lock is 200, and reads go on meanwhile', async () => {
    const api = open({ emailFailures: { most: 5, seconds: 4 } });
    const { email, password, apiKey } = await register(api);
    for (let i = 0; i < 5; i += 1) {
      expectError(await api.post('/account', { email, password: `wrong ${i}` }), 401, 'invalid_credentials');
    }
    for (const path of ['/account', '/account/regenerate']) {
      const locked = await api.post(path, { email: email.toUpperCase(), password });
      expectError(locked, 429, 'rate_limited');
      expect(locked.headers['retry-after']).toMatch(/^[1-4]$/);
    }
    expect((await api.get('/stats', { 'X-API-Key': apiKey })).status).toBe(200);
    await waitFor(
      'the end of the lock',
      async () => (await api.post('/account', { email, password })).status === 200,
    );
  });

  it('an unknown e-mail is locked as a known one is', async () => {
    const api = open({ emailFailures: { most: 5, seconds: 900 } });
    const statuses = [];
    for (let i = 0; i < 6; i += 1) {
      statuses.push((await api.post('/account', { email: 'nobody@example.org', password: 'wrong' })).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it('an address has ten requests a minute for all three endpoints, and a /64 is one address', async () => {
    const api = open({ requests: LOGIN_FIGURES.requests });
    const send = (i: number) =>
      api
        .request()
        .post(`/api/v1/${['register', 'account', 'account/regenerate'][i % 3]}`)
        .set({ 'X-Forwarded-For': `2001:db8:0:1::${i.toString(16)}` })
        .send({ email: 'nobody', password: 'wrong' });
    const statuses = [];
    for (let i = 0; i < 12; i += 1) statuses.push((await send(i)).status);
    expect(statuses.slice(0, 10)).not.toContain(429);
    expect(statuses.slice(10)).toEqual([429, 429]);
    const other = await api
      .request()
      .post('/api/v1/account')
      .set({ 'X-Forwarded-For': '2001:db8:0:2::1' })
      .send({ email: 'nobody', password: 'wrong' });
    expectError(other, 401, 'invalid_credentials');
  });
});
