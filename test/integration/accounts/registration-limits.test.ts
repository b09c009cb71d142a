import { randomBytes } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import {
  createRegistrationLimits,
  type RegistrationFigures,
} from '../../../src/access/accounts/registration-limits.ts';
import type { Limits } from '../../../src/access/limits/create-limits.ts';
import { createLimits } from '../../../src/access/limits/create-limits.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { createMetrics } from '../../../src/platform/metrics.ts';
import { PLAIN_ADDRESSES, createTestAccounts } from '../../support/callers/test-accounts.ts';
import { createTestApi, expectError, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { figuresOf, insertKey, TEST_PATIENCE_MS } from '../../support/callers/test-limits.ts';
import { waitFor } from '../../support/wait-for.ts';

const redisUrl = inject('redisUrl');
const MANY = 100_000;
const FIGURES: RegistrationFigures = { perAddress: 3, perNetwork: 5, perSecond: MANY };
const PASSWORD = 'seven small islands';
/** A read that costs next to nothing: nobody has this code. */
const PATH = '/api/v1/products/barcode/9521000000018';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
const closing: (() => unknown)[] = [];
afterEach(async () => void (await Promise.all(closing.splice(0).map((close) => close()))));

const STORES = [
  { name: 'in the process', url: undefined },
  ...(redisUrl ? [{ name: 'in Redis', url: redisUrl }] : []),
];

describe.each(STORES)('registrations, counted $name', ({ url }) => {
  async function open(figures: Partial<RegistrationFigures> = {}): Promise<TestApi> {
    const keyPrefix = `test-${randomBytes(6).toString('hex')}:`;
    const redis = url ? new Redis(url, { keyPrefix, commandTimeout: 5_000 }) : undefined;
    closing.push(() => redis?.disconnect());
    if (redis) await waitFor('Redis', () => redis.status === 'ready');
    const registrationLimits = createRegistrationLimits(redis, PLAIN_ADDRESSES, { ...FIGURES, ...figures });
    const accounts = { ...createTestAccounts(database.db), registrationLimits };
    return createTestApi(database, { accounts, trustProxy: true });
  }
  let registered = 0;
  const send = (api: TestApi, address: string, email = `r${url ? 1 : 0}-${(registered += 1)}@example.org`) =>
    api
      .request()
      .post('/api/v1/register')
      .set({ 'X-Forwarded-For': address })
      .send({ email, password: PASSWORD });
  const sendMany = async (api: TestApi, addresses: string[]) =>
    (await Promise.all(addresses.map((address) => send(api, address)))).map(({ status }) => status);

  it('are so many from an address in a day, however many come at once', async () => {
    const api = await open();
    const statuses = await sendMany(
      api,
      Array.from({ length: 10 }, () => '203.0.113.1'),
    );
    expect(statuses.filter((status) => status === 201)).toHaveLength(3);
    expect(statuses.filter((status) => status === 429)).toHaveLength(7);
    const refused = await send(api, '203.0.113.1');
    expectError(refused, 429, 'rate_limited');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(86_000);
    expect((await send(api, '203.0.113.2')).status).toBe(201);
  });

  it('are so many from an IPv6 /48, whichever of its /64 they come from', async () => {
    const api = await open();
    const addresses = Array.from({ length: 12 }, (_, i) => `2001:db8:1:${i.toString(16)}::1`);
    const statuses = await sendMany(api, addresses);
    expect(statuses.filter((status) => status === 201)).toHaveLength(5);
    expect((await send(api, '2001:db8:2:1::1')).status).toBe(201);
  });

  it('do not count when they fail', async () => {
    const api = await open();
    for (let i = 0; i < 5; i += 1) expect((await send(api, '203.0.113.9', 'nobody')).status).toBe(400);
    expect((await send(api, '203.0.113.9')).status).toBe(201);
  });

  it('are so many in a second by all together', async () => {
    const api = await open({ perSecond: 2 });
    const addresses = Array.from({ length: 12 }, (_, i) => `198.51.100.${i}`);
    const statuses = await sendMany(api, addresses);
    // They may fall into two seconds.
    expect(statuses.filter((status) => status === 201).length).toBeLessThanOrEqual(4);
    expect(statuses).toContain(429);
    await waitFor('the next second', async () => (await send(api, '198.51.100.200')).status === 201);
  });
});

describe.each(STORES)('the keys of one address, counted $name', ({ url }) => {
  const PER_MINUTE = 20;
  beforeAll(async () => {
    await database.pool.query("UPDATE tiers SET per_minute = $1 WHERE code = 'registered'", [PER_MINUTE]);
  });
  async function open(): Promise<TestApi> {
    const limits: Limits = await createLimits({
      databaseUrl: database.url,
      redisUrl: url,
      redisPrefix: `test-${randomBytes(6).toString('hex')}:`,
      metrics: createMetrics(),
      logger: createLogger('test', 'silent'),
      patienceMs: TEST_PATIENCE_MS,
      ceilings: { address: 2, network: 3 },
      now: () => 0,
    });
    closing.push(() => limits.close());
    return createTestApi(database, { limits: limits.meter, trustProxy: true });
  }
  const read = (api: TestApi, apiKey: string, address: string) =>
    api.request().get(PATH).set({ 'X-API-Key': apiKey, 'X-Forwarded-For': address });
  /** How often each status came when every key calls so many times in turn, all keys at once. */
  async function callWithAll(api: TestApi, keys: { key: string }[], addressOf: (i: number) => string) {
    const answers = await Promise.all(
      keys.map(async ({ key }, i) => {
        const own = [];
        for (let n = 0; n < 15; n += 1) own.push(await read(api, key, addressOf(i)));
        return own;
      }),
    );
    const all = answers.flat();
    const count = (wanted: number) => all.filter(({ status }) => status === wanted).length;
    const [passed, refused] = [count(404), count(429)];
    return { counts: { passed, refused, other: all.length - passed - refused }, all };
  }
  /** The calls of a test belong to one minute, which Redis tells by a clock of its own. */
  const inOneMinute = async () => {
    if (url) await waitFor('a young minute', () => Date.now() % 60_000 < 40_000, 25_000);
  };
  const makeKeys = async (count: number, tier = 'registered') =>
    await Promise.all(Array.from({ length: count }, () => insertKey(database.db, tier)));
  const usedBy = async (accountIds: string[]) => {
    const { rows } = await database.pool.query<{ used: string }>(
      'SELECT coalesce(sum(used), 0) AS used FROM account_usage WHERE account_id = ANY($1)',
      [accountIds],
    );
    return Number(rows[0]?.used);
  };

  it('may do together no more than two keys, and a refused call uses no quota', async () => {
    await inOneMinute();
    const api = await open();
    const keys = await makeKeys(6);
    const { counts, all } = await callWithAll(api, keys, () => '203.0.113.1');
    expect(counts).toEqual({ passed: 2 * PER_MINUTE, refused: 90 - 2 * PER_MINUTE, other: 0 });
    const refused = all.find(({ status }) => status === 429);
    if (!refused) throw new Error('none was refused');
    expectError(refused, 429, 'rate_limited');
    expect(refused.text).toContain('all its keys together');
    expect(figuresOf(refused)).toMatchObject({ limit: 2 * PER_MINUTE, remaining: 0 });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    if (!url) expect(await usedBy(keys.map(({ accountId }) => accountId))).toBe(2 * PER_MINUTE);
    // Elsewhere each of them has its own limit, and what the address itself may do without a key is its own.
    expect((await read(api, keys[0]?.key ?? '', '203.0.113.2')).status).toBe(404);
    expect((await api.request().get(PATH).set({ 'X-Forwarded-For': '203.0.113.1' })).status).toBe(404);
  });

  it('may do together no more than three from all /64 of one IPv6 /48', async () => {
    await inOneMinute();
    const api = await open();
    const keys = await makeKeys(8);
    const { counts } = await callWithAll(api, keys, (i) => `2001:db8:7:${i}::1`);
    expect(counts).toEqual({ passed: 3 * PER_MINUTE, refused: 120 - 3 * PER_MINUTE, other: 0 });
  });

  it('take nothing from one another by calls beyond their own limit', async () => {
    await inOneMinute();
    const api = await open();
    const [loud, quiet] = await makeKeys(2);
    for (let i = 0; i < 3 * PER_MINUTE; i += 1) await read(api, loud?.key ?? '', '203.0.113.1');
    expect((await read(api, quiet?.key ?? '', '203.0.113.1')).status).toBe(404);
  });

  it('of a tier that an operator gave are not counted together', async () => {
    const api = await open();
    const keys = await makeKeys(4, 'partner');
    const { counts } = await callWithAll(api, keys, () => '203.0.113.1');
    expect(counts).toEqual({ passed: 60, refused: 0, other: 0 });
  });
});
