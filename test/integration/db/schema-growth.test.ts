import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { migrateDatabase } from '../../../src/db/migrate.ts';
import { withSchemaOf } from '../../support/database/earlier-schema.ts';
import { findBreaks, readSchema, type Schema } from '../../support/database/schema-breaks.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';

/**
 * The last migration of the oldest release that may still run beside this one, or take its place again. While a
 * release is being rolled out both run on the new schema.
 */
const OLDEST_RELEASE = '0008_account_usage_days';

/** What breaks the rule all the same, with the reason why that release lives with it: `{ 'trigger a.b is new …': 'why' }`. */
const COUNTS =
  'it refuses nothing: it counts entries, also of the release before, and lets offers that wait take a place';
const NOTIFIES = 'it refuses nothing and changes nothing: it notifies, which every role may';
const ASSIGNS =
  'only the release that brings it assigns entries; an operator who is disabled frees his by it';
const RATES = 'fills a column that the older release neither reads nor writes, and refuses nothing';
const VIEW =
  'it is a view since 0025, which takes every statement of the release before: see earlier-provenance.test.ts';

const MARKS =
  'it refuses nothing: it marks products for the index or the change feed, which every role that writes them may';

const TELLS =
  'it refuses nothing: it adds deliveries for webhooks, which only accounts of the release that brings it have';

const AGREED: Record<string, string> = {
  'constraint field_provenance.field_provenance_pkey is gone': VIEW,
  'index field_provenance_pkey is gone': VIEW,
  'trigger field_provenance.field_provenance_write is new in an old table': VIEW,
  'constraint submissions.submissions_assigned_to_fkey is new in an old table': ASSIGNS,
  'trigger barcodes.barcodes_mark_changed_delete is new in an old table': MARKS,
  'trigger barcodes.barcodes_mark_changed_insert is new in an old table': MARKS,
  'trigger barcodes.barcodes_mark_changed_update is new in an old table': MARKS,
  'trigger brand_names.brand_names_mark_changed_delete is new in an old table': MARKS,
  'trigger brand_names.brand_names_mark_changed_insert is new in an old table': MARKS,
  'trigger brand_names.brand_names_mark_changed_update is new in an old table': MARKS,
  'trigger brands.brands_mark_changed_update is new in an old table': MARKS,
  'trigger categories.categories_mark_changed_update is new in an old table': MARKS,
  'trigger food_details.food_details_mark_changed_delete is new in an old table': MARKS,
  'trigger food_details.food_details_mark_changed_insert is new in an old table': MARKS,
  'trigger food_details.food_details_mark_changed_update is new in an old table': MARKS,
  'trigger food_details.food_details_mark_dirty_delete is new in an old table': MARKS,
  'trigger food_details.food_details_mark_dirty_insert is new in an old table': MARKS,
  'trigger food_details.food_details_mark_dirty_update is new in an old table': MARKS,
  'trigger index_rebuilds.index_rebuilds_notify is new in an old table': NOTIFIES,
  'trigger index_reconciles.index_reconciles_notify is new in an old table': NOTIFIES,
  'trigger kind_fields.kind_fields_mark_changed_delete is new in an old table': MARKS,
  'trigger kind_fields.kind_fields_mark_changed_insert is new in an old table': MARKS,
  'trigger kind_fields.kind_fields_mark_changed_update is new in an old table': MARKS,
  'trigger msrp_snapshots.msrp_snapshots_mark_changed_delete is new in an old table': MARKS,
  'trigger msrp_snapshots.msrp_snapshots_mark_changed_insert is new in an old table': MARKS,
  'trigger msrp_snapshots.msrp_snapshots_mark_changed_update is new in an old table': MARKS,
  'trigger operators.operators_free_submissions is new in an old table': ASSIGNS,
  'trigger products.products_mark_changed_delete is new in an old table': MARKS,
  'trigger products.products_mark_changed_insert is new in an old table': MARKS,
  'trigger products.products_mark_changed_update is new in an old table': MARKS,
  'trigger sources.sources_mark_changed_update is new in an old table': MARKS,
  'trigger submissions.submissions_count_delete is new in an old table': COUNTS,
  'trigger submissions.submissions_count_insert is new in an old table': COUNTS,
  'trigger submissions.submissions_count_truncate is new in an old table': COUNTS,
  'trigger submissions.submissions_count_update is new in an old table': COUNTS,
  'trigger submissions.submissions_notify_delete is new in an old table': NOTIFIES,
  'trigger submissions.submissions_notify_insert is new in an old table': NOTIFIES,
  'trigger submissions.submissions_notify_update is new in an old table': NOTIFIES,
  'trigger submissions.submissions_rate is new in an old table': RATES,
  'trigger submissions.submissions_tell_account is new in an old table': TELLS,
};

it('since the oldest release in use the schema has only grown', async () => {
  await withSchemaOf(OLDEST_RELEASE, inject('postgresUrl'), async (url) => {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      const before = await readSchema(client);
      await migrateDatabase(url);
      const breaks = findBreaks(before, await readSchema(client));
      expect(breaks).toEqual(Object.keys(AGREED).toSorted());
    } finally {
      await client.end();
    }
  });
});

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
