import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { forgetTombstones } from '../../../src/publish/feed/change-stamp-store.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { createChangeReader, stampAll, type ChangesPage } from '../../support/changes/change-reader.ts';
import { createTestApi, expectError, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';

let database: TestDatabase;
let api: TestApi;
const readPage = async (query = '') => (await api.get(`/changes${query}`)).body as ChangesPage;

beforeAll(async () => {
  database = await createTestDatabase();
  api = createTestApi(database);
  await insertProduct(database.db);
  await stampAll(database.db);
});
afterAll(() => database.drop());

describe('a parameter of /changes that is not valid is named:', () => {
  const BAD: [parameter: string, value: string][] = [
    ...[
      '',
      'x',
      'NOW',
      'c1',
      'c1.',
      'c1.000000000000',
      'c1.000000000000.',
      'c1.000000000000.-1',
      '0',
      '1',
    ].map((value): [string, string] => ['since', value]),
    ['since', 'c2.000000000000.1'],
    ['since', 'c1.00000000000G.1'],
    ['since', `c1.000000000000.${'9'.repeat(16)}`],
    ['since', 'c1.000000000000.1.2.3'],
    ['since', "c1.000000000000.1' or 1=1"],
    ['since', 'a'.repeat(5_000)],
    ...['0', '1001', '-1', '1.5', 'ten', '', '1e2', '٣', '99999'].map((value): [string, string] => [
      'limit',
      value,
    ]),
    ...['-1', '21', '1.5', 'x', '', 'Infinity'].map((value): [string, string] => ['wait', value]),
  ];
  test.each(BAD)('%s=%s', async (parameter, value) => {
    const response = await api
      .request()
      .get('/api/v1/changes')
      .query({ [parameter]: value });
    expectError(response, 400, 'invalid_parameter');
    expect(response.body).toMatchObject({ error: { details: { parameter } } });
  });

  test('given twice', async () => {
    expectError(await api.request().get('/api/v1/changes?since=now&since=now'), 400, 'invalid_parameter');
  });
});

describe('a cursor', () => {
  const expectExpired = async (cursor: string) => {
    const response = await api.request().get('/api/v1/changes').query({ since: cursor });
    expectError(response, 410, 'cursor_expired');
    expect(response.body).toMatchObject({
      error: { details: { parameter: 'since', dumps: '/api/v1/dumps' } },
    });
  };

  test('of another history has expired', () => expectExpired('c1.000000000000.1'));

  test('that is ahead of the feed has expired: it was restored to before that', async () => {
    const { next } = await readPage('?since=now');
    await expectExpired(next.replace(/\d+$/, (position) => String(Number(position) + 1)));
  });

  test('has expired when the epoch was set again by hand', async () => {
    const { next } = await readPage('?since=now');
    await database.db.execute(sql`update change_feed set epoch = gen_random_uuid()`);
    await expectExpired(next);
    expect((await readPage()).items).toHaveLength(1);
  });

  test('of a database says nothing in a copy of it', async () => {
    const url = new URL(inject('postgresUrl'));
    const admin = new pg.Client({ connectionString: url.href });
    await admin.connect();
    const copy = `factshelf_test_${randomBytes(6).toString('hex')}`;
    const epochIn = async (name: string) => {
      url.pathname = `/${name}`;
      const client = new pg.Client({ connectionString: url.href });
      await client.connect();
      const { rows } = await client.query<{ epoch: string }>('select change_feed_epoch() as epoch');
      await client.end();
      return rows[0]?.epoch;
    };
    try {
      await admin.query(`create database ${copy} template factshelf_template`);
      const epochs = [await epochIn(copy), await epochIn('factshelf_template')];
      expect(new Set(epochs).size).toBe(2);
      expect(await epochIn(copy)).toBe(epochs[0]);
    } finally {
      await admin.query(`drop database ${copy} with (force)`);
      await admin.end();
    }
  });

  test('says nothing when the tables were restored in their place', async () => {
    const client = await database.pool.connect();
    const readEpoch = async () => {
      const { rows } = await client.query<{ epoch: string }>('select change_feed_epoch() as epoch');
      return rows[0]?.epoch;
    };
    try {
      await client.query('begin');
      const before = await readEpoch();
      await client.query('alter table product_changes rename to was');
      await client.query('create table product_changes (like was including all)');
      expect(await readEpoch()).not.toBe(before);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  test('from before a deletion that is forgotten has expired; one after it, and a reader at work, go on', async () => {
    const gone = await insertProduct(database.db);
    const others = [await insertProduct(database.db), await insertProduct(database.db)];
    await stampAll(database.db);
    const { next: before } = await readPage('?since=now');
    await database.db.execute(sql`delete from products where id = ${gone}`);
    await stampAll(database.db);
    const { next: after } = await readPage('?since=now');
    const reader = createChangeReader(api, (await readPage('?limit=1')).next, 1);

    await forgetTombstones(database.db);
    expect((await readPage(`?since=${before}`)).items).toMatchObject([{ id: gone, change: 'delete' }]);
    await database.db.execute(
      sql`update product_changes set stamped_at = now() - interval '181 days' where product_id = ${gone}`,
    );
    await forgetTombstones(database.db);
    await expectExpired(before);
    expect((await readPage(`?since=${after}`)).items).toEqual([]);
    expect((await reader.read()).map(({ id }) => id)).toEqual(expect.arrayContaining(others));
  });
});
