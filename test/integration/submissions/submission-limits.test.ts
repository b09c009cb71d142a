import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { SUBMISSION_FIGURES } from '../../../src/access/limits/limits.ts';
import { createSubmissionLimits } from '../../../src/access/limits/submission-limits.ts';
import { bucketOf } from '../../../src/platform/http/callers/client-address.ts';
import { eraseOldContacts } from '../../../src/review/submissions/erase-old-contacts.ts';
import { createLimits } from '../../../src/access/limits/create-limits.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { createMetrics } from '../../../src/platform/metrics.ts';
import { gtinOf } from '../../support/imports/export-file.ts';
import { PLAIN_ADDRESSES, createTestAccounts } from '../../support/callers/test-accounts.ts';
import { createTestApi, expectError, type TestApi } from '../../support/test-api.ts';
import { createAdminCaller } from '../../support/callers/test-admin.ts';
import { signInTestOperator } from '../../support/callers/test-operator.ts';
import { ensureCategory } from '../../support/catalogue/catalogue.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { figuresOf, insertKey, TEST_PATIENCE_MS } from '../../support/callers/test-limits.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

let sent = 0;
const submit = (api: TestApi, address: string) =>
  api.submit('/submissions', { name: `Number ${(sent += 1)}` }, { 'X-Forwarded-For': address });

const open = (...limits: Parameters<typeof createSubmissionLimits>): TestApi =>
  createTestApi(database, {
    accounts: { ...createTestAccounts(database.db), submissionLimits: createSubmissionLimits(...limits) },
    trustProxy: true,
  });

describe.each([
  ['in memory', undefined],
  ['in Redis', inject('redisUrl')],
])('submissions counted %s', (store, redisUrl) => {
  it.runIf(store === 'in memory' || redisUrl)('are 10 a minute from one address', async () => {
    const redis = redisUrl ? new Redis(redisUrl, { keyPrefix: randomBytes(6).toString('hex') }) : undefined;
    if (redis) await once(redis, 'ready');
    const api = open(redis, PLAIN_ADDRESSES);
    const [address, other] = ['203.0.113.7', '203.0.113.8'];
    const answers = [];
    for (let i = 0; i < 11; i += 1) answers.push(await submit(api, address));
    expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 201), 429]);
    const refused = answers[10]!;
    expectError(refused, 429, 'rate_limited');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect(figuresOf(answers[0]!)).toMatchObject({ limit: 10, remaining: 9 });
    expect(figuresOf(refused)).toMatchObject({ limit: 10, remaining: 0 });
    expect((await submit(api, other)).status).toBe(201);
    // What the address reads is counted apart.
    const read = await api
      .request()
      .get('/api/public/submissions/01890a5d-ac96-774b-bcce-b302099a8057')
      .set('X-Forwarded-For', address);
    expectError(read, 404, 'not_found');
    redis?.disconnect();
  });
});

it('submissions are 200 a day from one address', async () => {
  const api = open(undefined, PLAIN_ADDRESSES, {
    ...SUBMISSION_FIGURES,
    minute: { most: 1_000, seconds: 60 },
  });
  const statuses: number[] = [];
  for (let i = 0; i < 200; i += 1) statuses.push((await submit(api, '2001:db8::1')).status);
  expect(statuses.every((status) => status === 201)).toBe(true);
  const refused = await submit(api, '2001:db8::2');
  expectError(refused, 429, 'rate_limited');
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(80_000);
});

it('an IPv6 /48 sends four times as many as an address, and holds up no address that has been good', async () => {
  const api = open(undefined, PLAIN_ADDRESSES);
  const good = '2001:db8:7:ffff::1';
  const goodly = open(undefined, {
    ...PLAIN_ADDRESSES,
    isGood: (address) => Promise.resolve(address === bucketOf(good)),
  });
  for (const one of [api, goodly]) {
    const statuses: number[] = [];
    for (let n = 0; n < 44; n += 1)
      statuses.push((await submit(one, `2001:db8:7:${(n % 11).toString(16)}::1`)).status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(40);
    const refused = await submit(one, '2001:db8:7:abcd::1');
    expectError(refused, 429, 'rate_limited');
    expect(refused.text).toContain('2001:db8:7::/48');
    expect((await submit(one, '2001:db8:8:1::1')).status).toBe(201);
  }
  expect((await submit(api, good)).status).toBe(429);
  expect((await submit(goodly, good)).status).toBe(201);
});

it('the last tenth of the queue is for addresses from which a submission was approved', async () => {
  const own = await createTestDatabase();
  try {
    const [good, other] = ['203.0.113.20', '203.0.113.21'];
    const api = createTestApi(own, { queueCaps: { public: 10, backflow: 10 }, trustProxy: true });
    await ensureCategory(own.db, 'food');
    const send = (address: string, name: string) =>
      api.submit('/submissions', { name, category: 'food' }, { 'X-Forwarded-For': address });
    const { id } = (await send(good, 'Number good')).body as { id: string };
    const { headers } = await signInTestOperator(own.db, 'editor');
    const approved = await createAdminCaller(api, headers).post(`/submissions/${id}/approve`, {});
    expect(approved.status, approved.text).toBe(200);
    for (let n = 0; n < 9; n += 1) expect((await send(other, `Number ${n}`)).status).toBe(201);
    expectError(await send(other, 'One more'), 429, 'rate_limited');
    expect((await send(good, 'One more')).status).toBe(201);
    expectError(await send(good, 'One too many'), 429, 'rate_limited');
    // An address is given to others in time.
    await own.pool.query("update good_addresses set last_good_at = now() - interval '181 days'");
    await own.pool.query('delete from submissions where status = $1 and content ->> $2 = $3', [
      'pending',
      'name',
      'One more',
    ]);
    expectError(await send(good, 'One more'), 429, 'rate_limited');
    await eraseOldContacts(own.db);
    expect((await own.pool.query('select from good_addresses')).rowCount).toBe(0);
  } finally {
    await own.drop();
  }
});

it('reads of a state are 60 a minute from one address', async () => {
  const api = open(undefined, PLAIN_ADDRESSES);
  const read = () => api.request().get('/api/public/submissions/01890a5d-ac96-774b-bcce-b302099a8057');
  for (let i = 0; i < 60; i += 1) expectError(await read(), 404, 'not_found');
  expectError(await read(), 429, 'rate_limited');
});

it('an invalid key is refused where none is needed', async () => {
  const response = await open(undefined, PLAIN_ADDRESSES).submit(
    '/submissions',
    { name: 'Milk' },
    { 'X-API-Key': 'pfk_1' },
  );
  expectError(response, 401, 'invalid_api_key');
});

it('back-flow counts for the limit per minute of the key, and uses no quota', async () => {
  const limits = await createLimits({
    databaseUrl: database.url,
    redisUrl: undefined,
    metrics: createMetrics(),
    logger: createLogger('test', 'silent'),
    patienceMs: TEST_PATIENCE_MS,
  });
  await database.pool.query("insert into tiers (code, per_minute, cumulative) values ('narrow', 3, 5)");
  const { key } = await insertKey(database.db, 'narrow');
  const api = createTestApi(database, { limits: limits.meter });
  const send = () => api.submit('/backflow', { items: [{ gtin: gtinOf(1) }] }, { 'X-API-Key': key });
  const statuses: number[] = [];
  // A minute may end meanwhile: then they are twice as many.
  while (statuses.at(-1) !== 429 && statuses.length < 8) {
    const response = await send();
    statuses.push(response.status);
    expect(figuresOf(response)).toMatchObject({ limit: 3, quota: 5, used: 0 });
  }
  await limits.close();
  expect(statuses.length).toBeGreaterThan(3);
  expect(statuses.filter((status) => status !== 200)).toEqual([429]);
});

it('contact addresses are erased 90 days after the review, or a year after they came in without one', async () => {
  const api = open(undefined, PLAIN_ADDRESSES, {
    ...SUBMISSION_FIGURES,
    minute: { most: 99, seconds: 60 },
    day: { most: 99, seconds: 86_400 },
    statusReads: { most: 99, seconds: 60 },
  });
  const submitAt = async (name: string, reviewedDaysAgo: number | undefined, cameInDaysAgo = 0) => {
    const response = await api.submit('/submissions', { name, contact_email: 'ada@example.org' });
    await database.pool.query(
      'update submissions set created_at = now() - make_interval(days => $2) where id = $1',
      [(response.body as { id: string }).id, cameInDaysAgo],
    );
    if (reviewedDaysAgo === undefined) return;
    await database.pool.query(
      `update submissions set status = 'rejected', reason = 'no', reviewed_at = now() - make_interval(days => $2)
       where id = $1`,
      [(response.body as { id: string }).id, reviewedDaysAgo],
    );
  };
  await submitAt('Never reviewed', undefined);
  await submitAt('Waits for long', undefined, 364);
  await submitAt('Waits for more than a year', undefined, 366);
  await submitAt('Reviewed lately', 89, 400);
  await submitAt('Reviewed long ago', 91);
  expect(await eraseOldContacts(database.db)).toBe(2);
  expect(await eraseOldContacts(database.db)).toBe(0);
  const { rows } = await database.pool.query(
    "select content->>'name' as name from submissions where contact_email is not null order by 1",
  );
  expect(rows.map(({ name }: { name: string }) => name)).toEqual([
    'Never reviewed',
    'Reviewed lately',
    'Waits for long',
  ]);
});
