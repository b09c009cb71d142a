import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { KEY_CHANGES } from '../../../src/access/accounts/keys/key-store.ts';
import { listenForNotifications } from '../../../src/platform/db/notifications/notification-listener.ts';
import { createKeyCheck } from '../../../src/access/accounts/keys/key-check.ts';
import { createKeyText } from '../../../src/access/accounts/keys/key-text.ts';
import { setTier } from '../../../src/access/accounts/operate-accounts.ts';
import { createDb, createPool } from '../../../src/platform/db/client.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { startRawServer, type RawServer } from '../../support/servers/raw-http.ts';
import { createTestAccounts, register, type Registered } from '../../support/callers/test-accounts.ts';
import { createTestApi, expectError, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { waitFor } from '../../support/wait-for.ts';

const logger = createLogger('test', 'silent');

let database: TestDatabase;
let api: TestApi;
let raw: RawServer;
let ada: Registered;
let eve: Registered;
beforeAll(async () => {
  database = await createTestDatabase();
  api = createTestApi(database);
  raw = await startRawServer(api.app);
  ada = await register(api);
  eve = await register(api);
});
afterAll(async () => {
  await raw.close();
  await database.drop();
});

const regenerate = async (who: Registered): Promise<string> => {
  const { email, password } = who;
  const response = await api.post('/account/regenerate', { email, password });
  return (response.body as { api_key: string }).api_key;
};

describe('a key', () => {
  it.each<[string, () => Record<string, string>]>([
    ['X-API-Key', () => ({ 'X-API-Key': ada.apiKey })],
    ['Bearer', () => ({ Authorization: `Bearer ${ada.apiKey}` })],
    ['bearer in lower case', () => ({ Authorization: `bearer ${ada.apiKey}` })],
    ['both, with the same key', () => ({ 'X-API-Key': ada.apiKey, Authorization: `Bearer ${ada.apiKey}` })],
  ])('is taken from %s', async (_, headers) => {
    expect((await api.get('/stats', headers())).status).toBe(200);
  });

  it('is not needed, and not read from the query', async () => {
    expect((await api.get('/stats')).status).toBe(200);
    expectError(await api.get(`/stats?api_key=${createKeyText()}`), 400, 'invalid_parameter');
  });

  it.each<[string, () => Record<string, string>]>([
    ['empty', () => ({ 'X-API-Key': '' })],
    ['unknown', () => ({ 'X-API-Key': createKeyText() })],
    ['with one wrong character', () => ({ 'X-API-Key': mistype(ada.apiKey) })],
    ['with a blank within', () => ({ 'X-API-Key': `${ada.apiKey} x` })],
    ['two in one', () => ({ 'X-API-Key': `${ada.apiKey}, ${ada.apiKey}` })],
    ['an empty Authorization', () => ({ Authorization: '' })],
    ['a Bearer without a key', () => ({ Authorization: 'Bearer' })],
    ['a Bearer with two blanks', () => ({ Authorization: `Bearer  ${ada.apiKey}` })],
    ['another scheme', () => ({ Authorization: `Basic ${btoa(`ada:${ada.apiKey}`)}` })],
    ['contradictory', () => ({ 'X-API-Key': ada.apiKey, Authorization: `Bearer ${eve.apiKey}` })],
    ['good in one header, bad in the other', () => ({ 'X-API-Key': ada.apiKey, Authorization: 'Basic x' })],
  ])('is refused, not passed over, when it is %s', async (_, headers) => {
    const response = await api.get('/stats', headers());
    expectError(response, 401, 'invalid_api_key');
    expect(response.headers['www-authenticate']).toBe('Bearer');
    expect(response.headers['cache-control']).toBe('no-store');
  });

  it.each(['X-API-Key', 'Authorization'])('is refused when %s is sent twice', async (name) => {
    const value = name === 'Authorization' ? `Bearer ${ada.apiKey}` : ada.apiKey;
    const answer = await raw.send(
      `GET /api/v1/stats HTTP/1.1\r\nHost: a\r\n${name}: ${value}\r\n${name}: ${value}\r\n\r\n`,
    );
    expect(answer.status).toBe(401);
    expect(JSON.parse(answer.body)).toMatchObject({ error: { code: 'invalid_api_key' } });
  });

  it('of 10 KB is 431, one with a line break 400, as Node has it', async () => {
    const send = (value: string) =>
      raw.send(`GET /api/v1/stats HTTP/1.1\r\nHost: a\r\nX-API-Key: ${value}\r\n\r\n`);
    expect((await send('x'.repeat(10_000))).status).toBe(431);
    expect((await send('pfk_\nx')).status).toBe(400);
  });

  it('that is unknown gets the words that a revoked one gets', async () => {
    const joe = await register(api);
    await regenerate(joe);
    const bodies = await Promise.all(
      [joe.apiKey, createKeyText(), mistype(joe.apiKey)].map(async (key) => {
        const { error } = (await api.get('/stats', { 'X-API-Key': key })).body as { error: object };
        return { ...error, request_id: '' };
      }),
    );
    expect(bodies[1]).toEqual(bodies[0]);
    expect(bodies[2]).toEqual(bodies[0]);
  });

  it('that is refused is refused for a path that is not there, too', async () => {
    const response = await api.request().get('/api/v1/nowhere').set({ 'X-API-Key': createKeyText() });
    expectError(response, 401, 'invalid_api_key');
  });

  it.each(['/healthz', '/readyz', '/api/v1/openapi.json'])('means nothing to %s', async (path) => {
    expect((await api.request().get(path).set({ 'X-API-Key': 'bad' })).status).toBe(200);
  });

  it('means nothing where e-mail and password are asked for: a revoked one can be replaced there', async () => {
    const { email, password } = ada;
    const response = await api
      .request()
      .post('/api/v1/account')
      .set({ 'X-API-Key': 'bad' })
      .send({ email, password });
    expect(response.status).toBe(200);
  });

  it('with a typo costs no query', async () => {
    const offline = createKeyCheck({ db: undefined as never, logger });
    expect(await offline.findCaller(mistype(ada.apiKey))).toBeUndefined();
    await expect(offline.findCaller(ada.apiKey)).rejects.toThrow();
  });

  it('lets nobody in while the database is away, and anybody without one may still ask', async () => {
    const pool = createPool({
      url: 'postgres://nobody@127.0.0.1:1/none',
      applicationName: 'test',
      statementTimeoutMs: 1_000,
      logger,
    });
    const deaf = createTestApi(database, { accounts: createTestAccounts(createDb(pool)) });
    expectError(await deaf.get('/stats', { 'X-API-Key': ada.apiKey }), 503, 'unavailable');
    expect((await deaf.get('/stats')).status).toBe(200);
    await pool.end();
  });
});

describe('in two processes', () => {
  /** The key check of another process: its own connections, and no messages except from the database. */
  const openCheck = (freshMs?: number) => {
    const pool = createPool({
      url: database.url,
      applicationName: 'other-process',
      statementTimeoutMs: 5_000,
      logger,
    });
    const check = createKeyCheck({ db: createDb(pool), logger, ...(freshMs ? { freshMs } : {}) });
    closers.push(() => pool.end());
    return check;
  };
  const listenersSql = `SELECT pid FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'factshelf-listener' AND query ILIKE 'LISTEN%'`;
  const listeners = async () =>
    (await database.pool.query<{ pid: number }>(listenersSql)).rows.map((row) => row.pid);
  const listen = async (onChange: () => void) => {
    const changes = listenForNotifications({
      databaseUrl: database.url,
      subscriptions: [{ channel: KEY_CHANGES, onChange, onGap: onChange }],
      logger,
    });
    closers.push(() => changes.close());
    await waitFor('a listener', async () => (await listeners()).length === 1);
    return changes;
  };
  const cut = async () => {
    const [pid] = await listeners();
    await database.pool.query('SELECT pg_terminate_backend($1)', [pid]);
    return pid;
  };
  let closers: (() => Promise<unknown>)[] = [];
  let joe: Registered;
  beforeEach(async () => {
    joe = await register(api);
  });
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });
  const isAccepted = async (check: ReturnType<typeof openCheck>, key: string) =>
    (await check.findCaller(key)) !== undefined;
  /** Asks without a pause until the key is refused, and returns how long after `since` it was last accepted. */
  const lastAcceptedMs = async (check: ReturnType<typeof openCheck>, key: string, since: number) => {
    let last = 0;
    for (;;) {
      const askedAt = performance.now();
      if (!(await isAccepted(check, key))) return last;
      last = askedAt - since;
      await new Promise(setImmediate);
    }
  };

  it('a revocation in one is felt in the other at once', async () => {
    // Its cache lasts a minute: only a notification can end it sooner.
    const other = openCheck(60_000);
    await listen(other.forget);
    expect(await isAccepted(other, joe.apiKey)).toBe(true);
    await regenerate(joe);
    await waitFor('the refusal', async () => !(await isAccepted(other, joe.apiKey)), 5_000);
  });

  it('a change of tier is felt in the other, too', async () => {
    const other = openCheck(60_000);
    await listen(other.forget);
    expect(await other.findCaller(joe.apiKey)).toMatchObject({ tier: 'registered' });
    await setTier(
      database.db,
      { email: joe.email },
      { tier: 'partner', isHolderKnown: true },
      { actor: 'cli' },
    );
    await waitFor(
      'the new tier',
      async () => ((await other.findCaller(joe.apiKey)) as { tier?: string })?.tier === 'partner',
    );
  });

  it('a revocation is felt within a second by one that nobody tells', async () => {
    const other = openCheck();
    for (let round = 0; round < 3; round += 1) {
      const key = round === 0 ? joe.apiKey : await regenerate(joe);
      expect(await isAccepted(other, key)).toBe(true);
      await regenerate(joe);
      expect(await lastAcceptedMs(other, key, performance.now())).toBeLessThan(1_000);
    }
  });

  it('a revocation is felt within a second while the connection for changes is cut', async () => {
    const other = openCheck();
    await listen(other.forget);
    expect(await isAccepted(other, joe.apiKey)).toBe(true);
    await cut();
    await regenerate(joe);
    expect(await lastAcceptedMs(other, joe.apiKey, performance.now())).toBeLessThan(1_000);
  });

  it('a cut connection is made again, and what was missed meanwhile is felt', async () => {
    const other = openCheck(60_000);
    await listen(other.forget);
    expect(await isAccepted(other, joe.apiKey)).toBe(true);
    const pid = await cut();
    const newKey = await regenerate(joe);
    await waitFor('the refusal', async () => !(await isAccepted(other, joe.apiKey)), 5_000);
    await waitFor('a new connection', async () => (await listeners()).some((found) => found !== pid));
    expect(await isAccepted(other, newKey)).toBe(true);
    await regenerate(joe);
    await waitFor('the next refusal', async () => !(await isAccepted(other, newKey)), 5_000);
  });
});

/** Another key text by one character, always a wrong one. */
function mistype(key: string): string {
  return key.slice(0, 10) + (key[10] === 'a' ? 'b' : 'a') + key.slice(11);
}
