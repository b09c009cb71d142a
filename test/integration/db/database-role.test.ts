import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDb, createPool, type Db } from '../../../src/platform/db/client.ts';
import { prepareDatabase, type DatabaseUrls } from '../../../src/platform/db/prepare-database.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { createWakeUpQueue, createWakeUpWorker } from '../../../src/platform/job-queue/wake-up-queue.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { stampAll } from '../../support/changes/change-reader.ts';
import { register } from '../../support/callers/test-accounts.ts';
import { createAdminCaller } from '../../support/callers/test-admin.ts';
import { createTestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { insertOperator, OPERATOR_PASSWORD, sessionHeadersOf } from '../../support/callers/test-operator.ts';
import { waitFor } from '../../support/wait-for.ts';

const CHANGES = ["UPDATE audit_log SET actor = 'x'", 'DELETE FROM audit_log', 'TRUNCATE audit_log'];

let database: TestDatabase;
let role: string;
let urls: DatabaseUrls;
let app: { db: Db; query: (text: string) => Promise<string>; close: () => Promise<void> };

beforeAll(async () => {
  database = await createTestDatabase();
  role = `factshelf_test_${randomBytes(6).toString('hex')}`;
  const url = new URL(database.url);
  url.username = role;
  url.password = randomBytes(12).toString('hex');
  urls = { databaseUrl: url.href, ownerUrl: database.url };
  await prepareDatabase(urls);
  const logger = createLogger('test', 'warn');
  const pool = createPool({
    url: urls.databaseUrl,
    applicationName: 'factshelf-app',
    statementTimeoutMs: 5_000,
    logger,
  });
  const query = (text: string) =>
    pool.query(text).then(
      () => 'done',
      (error: Error) => error.message,
    );
  app = { db: createDb(pool), query, close: () => pool.end() };
});
afterAll(async () => {
  await app.close();
  await database.pool.query(`DROP OWNED BY ${role}`);
  await database.pool.query(`DROP ROLE ${role}`);
  await database.drop();
});

it('the service runs as a role that owns nothing', async () => {
  await insertProduct(database.db, { name: 'Plain flour' });
  const { email } = await insertOperator(app.db, 'admin');
  const api = createTestApi(app);
  const { apiKey } = await register(api);
  expect((await api.get('/products/search?q=flour', { 'X-API-Key': apiKey })).body).toMatchObject({
    total: 1,
  });
  await stampAll(app.db);
  expect((await api.get('/changes', { 'X-API-Key': apiKey })).body).toMatchObject({
    items: [{ product: { name: 'Plain flour' } }],
  });
  const signedIn = await createAdminCaller(api).post('/login', { email, password: OPERATOR_PASSWORD });
  const call = createAdminCaller(api, sessionHeadersOf(signedIn));
  expect((await call.get('/audit?action=operator.signed_in')).body).toMatchObject({ total: 1 });
  expect((await call.get('/audit/verify')).body).toMatchObject({ problems: [] });
  expect((await call.get('/stats')).status).toBe(200);
});

it('owns nothing, and is nobody with rights of his own', async () => {
  const { rows } = await database.pool.query(
    `SELECT rolsuper OR rolcreaterole OR rolcreatedb OR rolreplication OR rolbypassrls AS has_rights,
            (SELECT count(*)::int FROM pg_shdepend WHERE refobjid = pg_roles.oid AND deptype = 'o') AS owned,
            (SELECT count(*)::int FROM pg_auth_members WHERE member = pg_roles.oid) AS member_of
     FROM pg_roles WHERE rolname = $1`,
    [role],
  );
  expect(rows).toEqual([{ has_rights: false, owned: 0, member_of: 0 }]);
});

it('has what it needs of a table that a later release adds, and a password that was changed', async () => {
  await database.pool.query('CREATE TABLE added_later (id int GENERATED ALWAYS AS IDENTITY, name text)');
  const url = new URL(urls.databaseUrl);
  url.password = randomBytes(12).toString('hex');
  await Promise.all([1, 2, 3].map(() => prepareDatabase({ ...urls, databaseUrl: url.href })));
  expect(await app.query("INSERT INTO added_later (name) VALUES ('x')")).toBe('done');
  expect(await app.query('TRUNCATE added_later')).toMatch(/permission denied/);
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.end();
  await prepareDatabase(urls);
});

it('a second role takes over beside the first one, which then cannot sign in (docs/secrets.md)', async () => {
  const next = new URL(urls.databaseUrl);
  next.username = `${role}_next`;
  const of = (url: string) => new pg.Client({ connectionString: url });
  const client = of(next.href);
  try {
    await prepareDatabase({ ...urls, databaseUrl: next.href });
    await client.connect();
    expect(await app.query("UPDATE products SET name = 'By the first role'")).toBe('done');
    await client.query("UPDATE products SET name = 'By the second role'");
    await expect(client.query('DELETE FROM audit_log')).rejects.toThrow('permission denied');
    await database.pool.query(`ALTER ROLE ${role} NOLOGIN`);
    await expect(of(urls.databaseUrl).connect()).rejects.toThrow('not permitted to log in');
    expect(await app.query('SELECT FROM products'), 'an open connection goes on').toBe('done');
  } finally {
    await client.end();
    await database.pool.query(`ALTER ROLE ${role} LOGIN`);
    await database.pool.query(`DROP OWNED BY ${role}_next; DROP ROLE ${role}_next`);
  }
});

it('wakes the indexer by a queue in Postgres, listens, and tidies the tables of an import', async () => {
  const logger = createLogger('test', 'silent');
  const queue = createWakeUpQueue({ redisUrl: undefined, databaseUrl: urls.databaseUrl, logger });
  let woken = 0;
  const worker = createWakeUpWorker(
    { redisUrl: undefined, databaseUrl: urls.databaseUrl, logger },
    () => (woken += 1),
  );
  await queue.wake();
  await waitFor('the wake-up', () => woken > 0);
  expect(await queue.ask((jobs) => jobs.pause())).toBeUndefined();
  await queue.ask((jobs) => jobs.resume());
  await worker.close();
  await queue.close();
  expect(await app.query('LISTEN anything')).toBe('done');
  expect(await app.query('SELECT pg_advisory_lock(1), pg_advisory_unlock(1)')).toBe('done');
  const notices: string[] = [];
  const client = new pg.Client({ connectionString: urls.databaseUrl });
  client.on('notice', ({ message }) => notices.push(message ?? ''));
  await client.connect();
  await client.query('VACUUM (ANALYZE) products, barcodes, brands, food_details, provenance');
  const { rows } = await client.query<{ version: number }>(
    "SELECT current_setting('server_version_num')::int AS version",
  );
  await client.end();
  // Before version 17 only an owner may: the server says so, and autovacuum does it later.
  expect(notices.length).toBe((rows[0]?.version ?? 0) >= 170_000 ? 0 : 5);
});

it('that role can neither change the audit log nor disable what keeps it', async () => {
  // The server warns, and grants nothing.
  expect(await app.query('GRANT ALL ON audit_log TO PUBLIC')).toBe('done');
  for (const statement of CHANGES) expect(await app.query(statement), statement).toMatch(/permission denied/);
  for (const statement of [
    'ALTER TABLE audit_log DISABLE TRIGGER USER',
    'DROP TRIGGER audit_log_chain ON audit_log',
    'DROP TABLE audit_log',
    "SET session_replication_role = 'replica'",
    'CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE sql AS $$ SELECT NULL $$',
    'ALTER TABLE products ADD COLUMN x int',
    'TRUNCATE products CASCADE',
    'CREATE TABLE x (id int)',
    'CREATE SCHEMA x',
    'CREATE ROLE x SUPERUSER',
    'SELECT * FROM drizzle.__drizzle_migrations',
    'SELECT pg_read_file($$PG_VERSION$$)',
    "COPY products TO PROGRAM 'true'",
    'ALTER SYSTEM SET log_statement = $$all$$',
  ]) {
    expect(await app.query(statement), statement).toMatch(/must be owner|permission denied/);
  }
});

it('the owner of the log is refused as everybody is', async () => {
  await database.pool.query("INSERT INTO audit_log (actor, action, entity) VALUES ('x', 'x', 'x')");
  for (const statement of CHANGES) {
    await expect(database.pool.query(statement), statement).rejects.toThrow('audit_log is append-only');
  }
});

it('nobody can choose a row’s number, its hash or the hash before it', async () => {
  const forged = "repeat('a', 32)::bytea";
  expect(
    await app.query(`INSERT INTO audit_log (seq, actor, action, entity, prev_hash, hash)
      VALUES (99999, 'x', 'forged', 'x', ${forged}, ${forged})`),
  ).toBe('done');
  const { rows } = await database.pool.query(`
    SELECT seq < 99999 AND hash = audit_entry_hash(audit_log) AND hash <> ${forged} AS is_ours
    FROM audit_log WHERE action = 'forged'`);
  expect(rows).toEqual([{ is_ours: true }]);
});
