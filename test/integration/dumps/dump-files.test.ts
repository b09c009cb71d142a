import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Manifest } from '../../../src/publish/dumps/dump-contract.ts';
import { makeUnfinished } from '../../../src/publish/dumps/dump-folder.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { createDumpRoot, makeDump } from '../../support/changes/dump-reader.ts';
import { createTestApi, expectError, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';

let database: TestDatabase;
let api: TestApi;
let manifest: Manifest;
let file: string;
let content: Buffer;
const dumps = createDumpRoot();

beforeAll(async () => {
  database = await createTestDatabase();
  await insertProduct(database.db, { name: 'Spread', gtins: ['3017620422003'] });
  await makeDump(database.db, dumps.root);
  manifest = await makeDump(database.db, dumps.root);
  api = createTestApi(database, { dumpDir: dumps.root });
  file = `/dumps/${manifest.name}/products.parquet`;
  content = readFileSync(path.join(dumps.root, manifest.name, 'products.parquet'));
});
afterAll(async () => {
  dumps.remove();
  await database.drop();
});

const get = (address: string, headers: Record<string, string> = {}) =>
  api
    .request()
    .get(address)
    .set(headers)
    .buffer(true)
    .parse((response, done) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => done(null, Buffer.concat(chunks)));
    });

test('the list has the newest first, with where the feed goes on', async () => {
  const { status, body } = await api.get('/dumps');
  expect(status).toBe(200);
  const { sources: _sources, product_schema: _schema, tables, ...listed } = manifest;
  const { items } = body as { items: object[] };
  expect(items).toHaveLength(2);
  expect(items[0]).toEqual({
    ...listed,
    tables: tables.map(({ columns: _columns, ...table }) => table),
    address: `/dumps/${manifest.name}/`,
  });
  expect((await api.request().get('/dumps/')).headers['location']).toBe('/api/v1/dumps');
  expect((await createTestApi(database).get('/dumps')).body).toEqual({ items: [] });
});

describe('a file', () => {
  test('comes whole, uncompressed further, with a strong ETag, for every origin', async () => {
    const { status, headers, body } = await get(file, { 'Accept-Encoding': 'gzip' });
    expect(status).toBe(200);
    expect(body).toEqual(content);
    expect(headers).toMatchObject({
      'accept-ranges': 'bytes',
      'content-length': String(content.length),
      'cache-control': 'public, max-age=604800, immutable',
      'access-control-allow-origin': '*',
    });
    expect(headers['etag']).toMatch(/^"/);
    expect(headers['content-encoding']).toBeUndefined();
    expect((await get(file, { 'If-None-Match': String(headers['etag']) })).status).toBe(304);
    const head = await api.request().head(file);
    expect([head.status, head.headers['content-length']]).toEqual([200, String(content.length)]);
  });

  test('comes in parts, and whole when it is another one by now', async () => {
    const part = await get(file, { Range: 'bytes=4-99' });
    expect(part.status).toBe(206);
    expect(part.headers['content-range']).toBe(`bytes 4-99/${content.length}`);
    expect(part.body).toEqual(content.subarray(4, 100));
    expect((await get(file, { Range: 'bytes=-4' })).body).toEqual(Buffer.from('PAR1'));
    const etag = String(part.headers['etag']);
    expect((await get(file, { Range: 'bytes=0-3', 'If-Range': etag })).status).toBe(206);
    expect((await get(file, { Range: 'bytes=0-3', 'If-Range': '"another"' })).status).toBe(200);
    const beyond = await api.request().get(file).set('Range', `bytes=${content.length}-`);
    expectError(beyond, 416, 'range_not_satisfiable');
    expect(beyond.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(beyond.headers['content-range']).toBe(`bytes */${content.length}`);
    expect(beyond.headers['etag']).not.toBe(etag);
  });

  test('of the newest dump is led to', async () => {
    const { status, headers } = await get('/dumps/latest/products.parquet');
    expect([status, headers['location']]).toEqual([302, file]);
  });

  test('costs nothing of a quota', async () => {
    const { headers } = await get(file);
    for (const name of Object.keys(headers)) expect(name).not.toMatch(/ratelimit|quota/);
  });
});

test.each([
  '/dumps/latest/none.parquet%2F..%2F..',
  '/dumps/../package.json',
  '/dumps/%2e%2e/%2e%2e/etc/passwd',
  '/dumps/.unfinished-x/products.parquet',
  '/dumps/20990101T000000000Z/products.parquet',
  '/dumps/20990101T000000000Z',
])('%s is not found', async (address) => {
  await makeUnfinished(dumps.root, 'x');
  const { headers, status } = await api.request().get(address).redirects(1);
  expect([status, headers['content-type']]).toEqual([404, 'application/json; charset=utf-8']);
});

test('is read only', async () => {
  const response = await api.request().post(file);
  expectError(response, 405, 'method_not_allowed');
});

test('without a dump nothing is the newest', async () => {
  const empty = createDumpRoot();
  const response = await createTestApi(database, { dumpDir: empty.root })
    .request()
    .get('/dumps/latest/products.parquet');
  expectError(response, 404, 'not_found');
  empty.remove();
});
