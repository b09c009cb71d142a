import { createHmac, randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addressUsage, installationSecrets } from '../../../src/platform/db/schema/accounts.ts';
import { createLimits, type Limits } from '../../../src/access/limits/create-limits.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { createMetrics } from '../../../src/platform/metrics.ts';
import { createTestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { figuresOf, TEST_PATIENCE_MS } from '../../support/callers/test-limits.ts';

let database: TestDatabase;
let limits: Limits;
let nextHost = 0;
beforeAll(async () => {
  database = await createTestDatabase();
  limits = await createLimits({
    databaseUrl: database.url,
    redisUrl: undefined,
    metrics: createMetrics(),
    logger: createLogger('test', 'silent'),
    patienceMs: TEST_PATIENCE_MS,
  });
});
afterAll(async () => {
  await limits.close();
  await database.drop();
});

const newAddress = () => `198.51.100.${(nextHost += 1)}`;

test('the addresses of one /64 are one caller, and so are both spellings of an IPv4 address', async () => {
  const { request } = createTestApi(database, { limits: limits.meter, trustProxy: 1 });
  const call = (address: string) => request().get('/api/v1/brands').set('X-Forwarded-For', address);
  const network = `2001:db8:${randomBytes(2).toString('hex')}:1`;
  let last = 0;
  for (let host = 1; host <= 40; host += 1) {
    const answer = await call(
      host % 2 ? `${network}::${host.toString(16)}` : `${network}:0:0:0:${host.toString(16)}`,
    );
    last = figuresOf(answer).used;
  }
  expect(last).toBe(40);
  const address = newAddress();
  await call(address);
  expect(figuresOf(await call(`::ffff:${address}`)).used).toBe(2);
  expect(figuresOf(await call(`${network.slice(0, -1)}2::1`)).used).toBe(1);
});

test('without a trusted proxy a forged X-Forwarded-For makes no new caller', async () => {
  const { request } = createTestApi(database, { limits: limits.meter, trustProxy: false });
  const used: number[] = [];
  for (let call = 0; call < 10; call += 1) {
    const answer = await request().get('/api/v1/brands').set('X-Forwarded-For', newAddress());
    used.push(figuresOf(answer).used);
  }
  expect(used).toEqual(used.map((_, index) => (used[0] ?? 0) + index));
});

test('of an address nothing is kept but a keyed hash', async () => {
  const { request } = createTestApi(database, { limits: limits.meter, trustProxy: 1 });
  const address = newAddress();
  await request().get('/api/v1/brands').set('X-Forwarded-For', address);
  const [secret] = await database.db.select().from(installationSecrets);
  const hash = createHmac('sha256', secret?.secret ?? '')
    .update(address)
    .digest();
  const [row] = await database.db.select().from(addressUsage).where(eq(addressUsage.addressHash, hash));
  expect(row?.used).toBe(1);
  const kept = await database.db.select({ hash: addressUsage.addressHash }).from(addressUsage);
  expect(new Set(kept.map((item) => item.hash.length))).toEqual(new Set([32]));
});
