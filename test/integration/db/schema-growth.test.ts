import { readdirSync } from 'node:fs';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { migrateTo, withSchemaOf } from '../../support/database/earlier-schema.ts';
import { findBreaks, readSchema, type Schema } from '../../support/database/schema-breaks.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';

/**
 * The last migration of the oldest release that may still run beside this one, or take its place again. While a
 * release is being rolled out both run on the new schema. `test:long -- upgrade` and `test:long -- chart` begin there, too.
 */
const OLDEST_RELEASE = '0000_version_1_0';

/** What breaks the rule all the same, with the reason why that release lives with it: `{ 'trigger a.b is new …': 'why' }`. */
const AGREED: Record<string, string> = {
  'constraint decision_records.decision_records_rule_id_fkey is new in an old table':
    'that release leaves its column empty',
  'constraint operator_sessions.operator_sessions_began_by_known is new in an old table':
    'that release leaves its column at the default',
  'trigger products.products_mark_read is new in an old table':
    'it only marks products for the index, whose readings of labels that release has made void',
  'trigger submissions.submissions_tell_account_again is new in an old table':
    'it only adds deliveries, and only for webhooks that name an event which that release does not offer',
  'trigger submissions.submissions_mark_for_rules is new in an old table':
    'it only adds marks, and only while a rule decides by itself, which that release does not offer',
};

it('since the oldest release in use the schema has only grown', async () => {
  await withSchemaOf(OLDEST_RELEASE, inject('postgresUrl'), async (url) => {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      // People run the commits between releases, too.
      const earlier: Schema[] = [];
      for (const migration of since(OLDEST_RELEASE)) {
        earlier.push(await readSchema(client));
        await migrateTo(migration, url);
      }
      const now = await readSchema(client);
      const breaks = new Set(earlier.flatMap((before) => findBreaks(before, now)));
      expect([...breaks].toSorted()).toEqual(Object.keys(AGREED).toSorted());
    } finally {
      await client.end();
    }
  });
});

/** The migrations after this one, in order. */
function since(migration: string): string[] {
  const files = readdirSync(new URL('../../../migrations', import.meta.url));
  const names = files.filter((file) => file.endsWith('.sql')).map((file) => file.slice(0, -'.sql'.length));
  return names.filter((name) => name > migration).toSorted();
}

describe('a migration', () => {
  let database: TestDatabase;
  let before: Schema;
  beforeAll(async () => {
    database = await createTestDatabase();
    before = await readSchema(database.pool);
  });
  afterAll(() => database.drop());

  const breaksOf = async (statement: string) => {
    const client = await database.pool.connect();
    try {
      await client.query('begin');
      await client.query(statement);
      return findBreaks(before, await readSchema(client));
    } finally {
      await client.query('rollback');
      client.release();
    }
  };

  it.each([
    'create table notes (id uuid primary key, product_id uuid not null references products (id), text text not null unique)',
    'alter table products add column note text',
    "alter table products add column note text not null default ''",
    'create index on products (created_at)',
    'alter table products alter column name drop not null',
    'alter table submissions drop constraint submissions_gtin14_form',
    'create function of_this_release() returns int language sql as $$ select 1 $$',
  ])('may say: %s', async (statement) => {
    expect(await breaksOf(statement)).toEqual([]);
  });

  it.each([
    ['drop table account_usage_days cascade', 'table account_usage_days is gone'],
    ['alter table products drop column country_of_origin', 'column products.country_of_origin is gone'],
    ['alter table products rename column name to title', 'column products.name is gone'],
    [
      'alter table products alter column name type varchar(300)',
      'column products.name is character varying(300)',
    ],
    [
      'alter table products alter column country_of_origin set not null',
      'products.country_of_origin needs a value',
    ],
    ['alter table products add column note text not null', 'column products.note is new and needs a value'],
    [
      'alter table submissions alter column status drop default',
      'column submissions.status has lost its default',
    ],
    [
      "alter table products add constraint named check (name <> 'x')",
      'products.named is new in an old table',
    ],
    ['create unique index one_name on products (name)', 'index one_name is new in an old table'],
    ['alter table operators drop constraint operators_email_key', 'operators.operators_email_key is gone'],
    ['drop function mark_products_dirty cascade', 'function mark_products_dirty(uuid[]) is gone'],
    ['drop trigger products_mark_dirty_update on products', 'products.products_mark_dirty_update is gone'],
  ])('may not say: %s', async (statement, reason) => {
    expect((await breaksOf(statement)).join('\n')).toContain(reason);
  });
});
