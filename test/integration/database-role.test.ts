import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDb, createPool, type Db } from '../../src/db/client.ts';
import { createLogger } from '../../src/logger.ts';
import { insertProduct } from '../support/catalogue.ts';
import { register } from '../support/test-accounts.ts';
import { createAdminCaller } from '../support/test-admin.ts';
import { createTestApi } from '../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';
import { insertOperator, OPERATOR_PASSWORD, sessionHeadersOf } from '../support/test-operator.ts';

const CHANGES = ["UPDATE audit_log SET actor = 'x'", 'DELETE FROM audit_log', 'TRUNCATE audit_log'];

let database: TestDatabase;
let role: string;
let app: { db: Db; query: (text: string) => Promise<string>; close: () => Promise<void> };

/** As docs/operators.md tells an operator to do it. */
beforeAll(async () => {
  database = await createTestDatabase();
  role = `factshelf_test_${randomBytes(6).toString('hex')}`;
  const guide = await readFile(fileURLToPath(new URL('../../docs/operators.md', import.meta.url)), 'utf8');
  const statements = /```sql\n([\s\S]+?)```/.exec(guide)?.[1] ?? '';
  await database.pool.query(statements.replaceAll('factshelf_app', role));
  const url = new URL(database.url);
  url.username = role;
  url.password = 'choose one';
  const logger = createLogger('test', 'warn');
  const pool = createPool({
    url: url.href,
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
  const signedIn = await createAdminCaller(api).post('/login', { email, password: OPERATOR_PASSWORD });
  const call = createAdminCaller(api, sessionHeadersOf(signedIn));
  expect((await call.get('/audit?action=operator.signed_in')).body).toMatchObject({ total: 1 });
  expect((await call.get('/audit/verify')).body).toMatchObject({ problems: [] });
  expect((await call.get('/stats')).status).toBe(200);
});

it('that role can neither change the audit log nor disable what keeps it', async () => {
  for (const statement of CHANGES) expect(await app.query(statement), statement).toMatch(/permission denied/);
  for (const statement of [
    'ALTER TABLE audit_log DISABLE TRIGGER USER',
    'DROP TRIGGER audit_log_chain ON audit_log',
    'DROP TABLE audit_log',
    "SET session_replication_role = 'replica'",
    'CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE sql AS $$ SELECT NULL $$',
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
