import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { startApi, type StartedApi } from '../../support/servers/started-api.ts';
import { waitFor } from '../../support/wait-for.ts';

const LOCK = 54;

let database: TestDatabase;
let api: StartedApi | undefined;
beforeAll(async () => {
  database = await createTestDatabase();
  // Its commits of submissions wait while the test holds a lock.
  await database.pool.query(`
    create function wait_for_test() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock_shared(${LOCK}); return null; end $$;
    create constraint trigger waits after insert on submissions deferrable initially deferred
    for each row execute function wait_for_test()`);
});
afterAll(async () => {
  await api?.stop();
  await database.drop();
});

const start = async () => {
  const url = new URL(database.url);
  // Longer than the test takes on a busy machine.
  for (const name of ['statement_timeout', 'query_timeout', 'lock_timeout'])
    url.searchParams.set(name, '600000');
  api = await startApi({ DATABASE_URL: url.href });
  return api;
};
const submit = async ({ origin }: StartedApi, key: string) => {
  const response = await fetch(`${origin}/api/public/submissions`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
    body: JSON.stringify({ name: 'Quince jelly' }),
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as object };
};
const count = async (condition: string) =>
  Number((await database.pool.query<{ n: string }>(`select count(*) as n from ${condition}`)).rows[0]?.n);

test('a write whose process is killed after the commit, before the answer, is answered to the repeat', async () => {
  const first = await start();
  const holder = await database.pool.connect();
  await holder.query(`select pg_advisory_lock(${LOCK})`);
  const key = randomUUID();
  const lost = submit(first, key).catch(() => undefined);
  await waitFor(
    'the commit to be under way',
    async () =>
      (await count(`pg_locks where locktype = 'advisory'
    and objid = ${LOCK} and not granted`)) === 1,
  );
  first.program.kill('SIGKILL');
  await first.program.ended;
  expect(await lost).toBeUndefined();
  await holder.query(`select pg_advisory_unlock(${LOCK})`);
  holder.release();
  await waitFor('the commit', async () => (await count('submissions')) === 1);

  const next = await start();
  const repeat = await submit(next, key);
  expect(repeat.status).toBe(201);
  expect(repeat.headers.get('idempotent-replayed')).toBe('true');
  const { id, answer_token: token } = repeat.body as { id: string; answer_token: string };
  const own = await next.get(`/api/public/submissions/${id}`, { 'X-Answer-Token': token });
  expect(JSON.parse(own.text)).toMatchObject({ sent: { content: { name: 'Quince jelly' } } });
  expect(await count('submissions')).toBe(1);
});

test('a write whose process is killed before the commit is written by the repeat, once', async () => {
  const first = api ?? (await start());
  await database.pool.query('truncate submissions, idempotency_keys cascade');
  const holder = await database.pool.connect();
  await holder.query('begin');
  await holder.query('lock table submissions in share row exclusive mode');
  const key = randomUUID();
  const lost = submit(first, key).catch(() => undefined);
  await waitFor('the write to wait', async () => (await count('pg_locks where not granted')) > 0);
  first.program.kill('SIGKILL');
  await first.program.ended;
  await lost;
  // Postgres notices that the client is gone once the statement ends, and rolls back.
  await holder.query('rollback');
  holder.release();

  // The next process may start later than that.
  await database.pool.query(`update idempotency_keys set run_ends_at = now() + interval '1 hour'`);
  const next = await start();
  expect(await submit(next, key)).toMatchObject({
    status: 409,
    body: { error: { code: 'idempotency_key_in_use' } },
  });
  // The time of the killed run is over.
  await database.pool.query('update idempotency_keys set run_ends_at = now()');
  const repeat = await submit(next, key);
  expect(repeat.status).toBe(201);
  expect(repeat.headers.has('idempotent-replayed')).toBe(false);
  expect(await count('submissions')).toBe(1);
});
