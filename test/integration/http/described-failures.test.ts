import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { describeFailure } from '../../../src/embedded/describe-failure.ts';
import { startProgram } from '../../support/servers/started-program.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function failureOf(statement: string, before: string[] = []): Promise<string> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    for (const text of before) await client.query(text);
    await client.query(statement);
    return 'it did not fail';
  } catch (error) {
    return describeFailure(new Error('Failed query: ...', { cause: error }));
  } finally {
    await client.end();
  }
}

it('an error of the database names its cause, in its own words', async () => {
  expect(await failureOf('select pg_sleep(5)', ['set statement_timeout = 20'])).toMatch(
    /took too long.*canceling statement due to statement timeout, 57014/,
  );
  const holder = await database.pool.connect();
  await holder.query('begin; lock table products');
  expect(await failureOf('select from products', ['set lock_timeout = 20'])).toMatch(
    /lock that another connection holds.*canceling statement due to lock timeout, 55P03/,
  );
  await holder.query('rollback');
  holder.release();
  expect(await failureOf('create table t ()', ['set default_transaction_read_only = on'])).toMatch(
    /takes no writes.*cannot execute CREATE TABLE in a read-only transaction, 25006/,
  );
  expect(
    await failureOf('select count(*) from (select generate_series(1, 1e6) order by 1) many', [
      'set work_mem = 64; set temp_file_limit = 64',
    ]),
  ).toMatch(/lacks resources.*temporary file size exceeds/);
  expect(await failureOf('select from nowhere')).toMatch(
    /refused this \(relation "nowhere" does not exist, 42P01\)/,
  );
});

it('a command whose role lacks the right to create says so', async () => {
  const name = `unprivileged_${randomBytes(4).toString('hex')}`;
  const server = new pg.Client({ connectionString: inject('postgresUrl') });
  await server.connect();
  await server.query(`create role ${name} login password 'secret'`);
  await server.query(`create database ${name}`);
  try {
    const url = new URL(database.url);
    Object.assign(url, { username: name, password: 'secret', pathname: `/${name}` });
    const command = startProgram('src/cli/migrate', { DATABASE_URL: url.href });
    expect(await command.ended).toBe(1);
    expect(command.errors()).toBe(
      `The role in DATABASE_URL may not do this: grant it the right, or use the role that owns the database (permission denied for database ${name}, 42501).\n`,
    );
  } finally {
    await server.query(`drop database ${name}`);
    await server.query(`drop role ${name}`);
    await server.end();
  }
});
