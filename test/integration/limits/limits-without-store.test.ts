import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CheckedCaller } from '../../../src/platform/http/callers/caller.ts';
import { createLimits, type Limits } from '../../../src/access/limits/create-limits.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { createMetrics } from '../../../src/platform/metrics.ts';
import { createTcpProxy, type TcpProxy } from '../../support/servers/tcp-proxy.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { waitFor } from '../../support/wait-for.ts';

const STRANGER: CheckedCaller = { kind: 'anonymous' };
/** Of a caller without a key: docs/decisions/0004. */
const PER_MINUTE = 60;

let database: TestDatabase;
let proxy: TcpProxy;
let limits: Limits;

beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await createTcpProxy(database.url);
  limits = await createLimits({
    databaseUrl: proxy.url,
    redisUrl: undefined,
    metrics: createMetrics(),
    logger: createLogger('test', 'silent'),
    // Every call falls into one minute.
    now: () => 0,
  });
});
afterAll(async () => {
  await proxy.open();
  await limits.close();
  await proxy.close();
  await database.drop();
});

/** How many of so many calls at once pass, and how many are refused. */
async function flood(address: string, calls: number): Promise<{ passed: number; refused: number }> {
  const standings = await Promise.all(
    Array.from({ length: calls }, () => limits.meter(STRANGER, address, 'take')),
  );
  const refused = standings.filter((standing) => standing?.refusal === 'rate_limited');
  return { passed: calls - refused.length, refused: refused.length };
}

test('a flood is bounded when the store stops answering in its middle', async () => {
  expect(await flood('192.0.2.1', 30)).toEqual({ passed: 30, refused: 0 });
  proxy.hold();
  expect(await flood('192.0.2.1', 500)).toEqual({ passed: 30, refused: 470 });
  // The breaker is open by now: nothing is asked of the store.
  expect(await flood('192.0.2.1', 500)).toEqual({ passed: 0, refused: 500 });
});

test('meanwhile a caller who keeps to the limit passes, without headers', async () => {
  proxy.hold();
  for (let call = 1; call <= PER_MINUTE; call += 1) {
    expect(await limits.meter(STRANGER, '192.0.2.2', 'take'), `call ${call}`).toBeUndefined();
  }
  expect(await limits.meter(STRANGER, '192.0.2.2', 'take')).toMatchObject({
    refusal: 'rate_limited',
    minute: { limit: PER_MINUTE, remaining: 0 },
    quota: undefined,
  });
});

test('meanwhile all registered keys of one address share their ceiling', async () => {
  const KEYS = 4;
  const callers = Array.from({ length: KEYS }, (): CheckedCaller => ({
    kind: 'key',
    keyId: randomUUID(),
    accountId: randomUUID(),
    tier: 'registered',
  }));
  const call = (n: number) => limits.meter(callers[n % KEYS] ?? STRANGER, '192.0.2.4', 'look');
  await proxy.open();
  const standing = await waitFor('the tier to be read', () => call(0), 20_000);
  const perMinute = standing.minute?.limit ?? 0;
  proxy.hold();
  // Opens the breaker.
  await flood('192.0.2.5', 10);
  const standings = await Promise.all(Array.from({ length: KEYS * perMinute - 100 }, (_, n) => call(n)));
  const passed = standings.filter((one) => one?.refusal === undefined).length;
  expect(passed).toBeGreaterThan(2 * perMinute);
  expect(passed).toBeLessThan(3 * perMinute);
  expect(standings.at(-1)).toMatchObject({
    refusal: 'address_limited',
    minute: { limit: 3 * perMinute, remaining: 0 },
    quota: undefined,
  });
});

test('the store counts again when it is back', async () => {
  proxy.hold();
  await flood('192.0.2.3', 3);
  await proxy.open();
  const standing = await waitFor('it to count', () => limits.meter(STRANGER, '192.0.2.3', 'take'), 20_000);
  expect(standing.quota?.used).toBeGreaterThanOrEqual(1);
});
