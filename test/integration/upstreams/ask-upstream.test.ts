import type { IncomingMessage, ServerResponse } from 'node:http';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createMetrics } from '../../../src/platform/metrics.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { readConfig } from '../../../src/platform/config.ts';
import { createResolver } from '../../../src/platform/outbound/guarded-agent.ts';
import { ASK_LOCK, describeTerms } from '../../../src/upstream/lookups/ask-store.ts';
import { createUpstreamAsker } from '../../../src/upstream/lookups/ask-upstream.ts';
import { saveMisses } from '../../../src/catalog/misses/miss-store.ts';
import { createAdminCaller, expectAdminError, type AdminCaller } from '../../support/callers/test-admin.ts';
import { signInTestOperator } from '../../support/callers/test-operator.ts';
import { gtinOf } from '../../support/imports/export-file.ts';
import { createImportCatalogue, type ImportCatalogue } from '../../support/imports/import-catalogue.ts';
import { createTestApi, type TestApi } from '../../support/test-api.ts';
import { startUpstreamServer, type UpstreamServer } from '../../support/upstreams/upstream-server.ts';
import { waitFor } from '../../support/wait-for.ts';

let catalogue: ImportCatalogue;
let server: UpstreamServer;
let asker: ReturnType<typeof createUpstreamAsker>;
let api: TestApi;
let editor: AdminCaller;
const metrics = createMetrics();

const openAsker = (permits = '127.0.0.0/8', patienceMs = 1_500, answerMs = 1_000) =>
  createUpstreamAsker({
    db: catalogue.database.consoleDb,
    address: server.address,
    sourceCode: 'open_food_facts',
    perMinute: 5,
    guard: {
      permitted: permits
        ? (readConfig({ SOURCES_ALLOWED_NETWORKS: permits }).SOURCES_ALLOWED_NETWORKS ?? [])
        : [],
      resolve: createResolver(),
    },
    metrics,
    logger: createLogger('test', 'silent'),
    patienceMs,
    answerMs,
    probeEveryMs: 20,
  });

beforeAll(async () => {
  catalogue = await createImportCatalogue();
  server = await startUpstreamServer();
});
beforeEach(async () => {
  await asker?.close();
  asker = openAsker();
  api = createTestApi(catalogue.database, { askUpstream: asker.ask });
  editor = createAdminCaller(api, (await signInTestOperator(catalogue.database.db, 'editor')).headers);
  await catalogue.empty();
  await catalogue.query('truncate upstream_asks, misses, ignored_misses');
  server.files.clear();
  server.requests.length = 0;
});
afterAll(async () => {
  await asker.close();
  await server.close();
  await catalogue.remove();
});

/** Where the probe asks: the address without its slash. */
const PROBED = '/data';
const pathOf = (gtin: string) => `api/v2/product/${gtin}.json`;
const know = (gtin: string, product: object) =>
  server.files.set(pathOf(gtin), (_request: IncomingMessage, response: ServerResponse) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ code: gtin, status: 1, product: { code: gtin, ...product } }));
  });
const look = (gtin: string) => api.get(`/products/barcode/${gtin}`);

it('an unknown barcode is asked for once, saved as an import would, answered with its source, and found then', async () => {
  const row = { product_name: 'Oat Biscuits', brands: 'Harbour', quantity: '250 g' };
  know(gtinOf(1), row);
  const { status, body } = await look(gtinOf(1));
  expect(status).toBe(200);
  expect(body).toMatchObject({ name: 'Oat Biscuits', sources: [{ code: 'open_food_facts' }] });
  expect((await look(gtinOf(1))).status).toBe(200);
  expect(server.requests).toEqual([pathOf(gtinOf(1))]);
  expect((await api.get('/products/search?q=oat%20biscuits')).body).toMatchObject({ total: 1 });
  const file = await catalogue.exports.writeJsonLines('one.jsonl.gz', [{ code: gtinOf(1), ...row }]);
  expect(await catalogue.run(file)).toMatchObject({ unchanged: 1, created: 0 });
});

it('a scan asks as well', async () => {
  know(gtinOf(2), { product_name: 'Apple Juice' });
  expect((await api.get(`/products/scan?data=${gtinOf(2)}`)).body).toMatchObject({
    product: { name: 'Apple Juice' },
    scan: { gtin: gtinOf(2) },
  });
});

it('what is not found is not asked for again in 30 days', async () => {
  expect((await look(gtinOf(3))).status).toBe(404);
  expect((await look(gtinOf(3))).status).toBe(404);
  expect(server.requests).toHaveLength(1);
  await catalogue.query(`update upstream_asks set asked_at = now() - interval '30 days 1 minute'`);
  expect((await look(gtinOf(3))).status).toBe(404);
  expect(server.requests).toHaveLength(2);
});

it('at once, many callers ask the upstream once, and all together so often a minute', async () => {
  await Promise.all(Array.from({ length: 8 }, () => look(gtinOf(4))));
  expect(server.requests).toHaveLength(1);
  await Promise.all([5, 6, 7, 8, 9, 10, 11, 12].map((number) => look(gtinOf(number))));
  expect(server.requests).toHaveLength(5);
});

it('a barcode that may not be asked for waits for no lock', async () => {
  const ask = (number: number) => asker.ask(gtinOf(number).padStart(14, '0'));
  for (const number of [30, 31, 32, 33]) expect(await ask(number)).toBe('not_found');
  // As by a process that stands still while it counts.
  const holder = await catalogue.database.pool.connect();
  await holder.query(`begin; select pg_advisory_xact_lock(${ASK_LOCK})`);
  try {
    expect(await ask(30)).toBe('not_asked');
    await catalogue.query(
      `insert into upstream_asks (gtin14, asked_at) values ('0', now()), ('1', now() - interval '31 days')`,
    );
    expect(await Promise.all([34, 35, 36].map(ask))).toEqual(['not_asked', 'not_asked', 'not_asked']);
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  await catalogue.query(`update upstream_asks set asked_at = now() - interval '1 minute'`);
  expect(await ask(34)).toBe('not_found');
});

it('millions of earlier asks are not read one by one', async () => {
  const { db, pool } = catalogue.database;
  await pool.query(`insert into upstream_asks (gtin14, asked_at)
    select lpad(n::text, 14, '0'), now() - n * interval '1 second' from generate_series(61, 200000) n`);
  await pool.query('analyze upstream_asks');
  const { rows } = await db.execute<{ 'QUERY PLAN': string }>(
    sql`explain (analyze, buffers, timing off, summary off)
      select ${describeTerms(gtinOf(40).padStart(14, '0'), { perMinute: 60, again: false })}`,
  );
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).not.toContain('Seq Scan on upstream_asks');
  // Blocks of 8 kB of four indexes, at most.
  const blocks = Number(/Buffers: shared hit=(\d+)/.exec(plan)?.[1]);
  expect(blocks, plan).toBeLessThan(30);
});

it('a catalogue that follows another asks nobody', async () => {
  await catalogue.query(`insert into follow (leader, started_at) values ('http://127.0.0.1:1', now())`);
  expect(await asker.ask(gtinOf(37).padStart(14, '0'))).toBe('not_asked');
  await catalogue.query('delete from follow');
  expect(server.requests).toEqual([]);
});

it('a code that no product can have is not asked for', async () => {
  for (const code of ['3017620422004', '2135040039753', 'x', '9800000000000'])
    expect([400, 404]).toContain((await look(code)).status);
  expect(server.requests).toEqual([]);
});

it.each([
  ['another barcode', { code: gtinOf(20), product_name: 'Other' }],
  ['no name', { product_name: '' }],
])('an answer with %s saves nothing', async (_what, product) => {
  know(gtinOf(13), product);
  expect((await look(gtinOf(13))).status).toBe(404);
  expect(await catalogue.countProducts()).toBe(0);
});

it.each([
  ['HTML', (response: ServerResponse) => void response.end('<html>Busy</html>')],
  [
    'a redirect to another host',
    (response: ServerResponse) => void response.writeHead(302, { location: 'http://127.0.0.2/x' }).end(),
  ],
])('%s is no answer', async (_what, answer) => {
  server.files.set(pathOf(gtinOf(14)), (_request, response) => answer(response));
  expect((await look(gtinOf(14))).status).toBe(404);
});

it('an upstream that is away opens the breaker: nobody waits for it, and it is asked when it is back', async () => {
  const hang = () => undefined;
  for (const number of [15, 16, 17, 18]) server.files.set(pathOf(gtinOf(number)), hang);
  server.files.set(PROBED, hang);
  await asker.close();
  asker = openAsker('127.0.0.0/8', 30);
  for (const number of [15, 16, 17]) expect(await asker.ask(gtinOf(number).padStart(14, '0'))).toBe('failed');
  const isOpen = async () =>
    (await metrics.registry.metrics()).includes('factshelf_breaker_open{breaker="lookup_upstream"} 1');
  await waitFor('the open breaker', isOpen);
  expect(await asker.ask(gtinOf(18).padStart(14, '0'))).toBe('not_asked');
  expect(server.requests).not.toContain(pathOf(gtinOf(18)));
  server.files.set(PROBED, Buffer.from(''));
  await waitFor('the closed breaker', async () => !(await isOpen()));
  know(gtinOf(18), { product_name: 'Back again' });
  expect((await look(gtinOf(18))).status).toBe(404);
  await waitFor('the answer', async () => (await asker.ask(gtinOf(18).padStart(14, '0'))) !== 'failed');
});

it('a call that waits for its turn while the breaker opens is not made', async () => {
  const held: ServerResponse[] = [];
  for (const number of [41, 42, 43, 44])
    server.files.set(pathOf(gtinOf(number)), (_request, response) => void held.push(response));
  server.files.set(PROBED, () => undefined);
  await asker.close();
  asker = openAsker('127.0.0.0/8', 60_000, 60_000);
  const ask = (number: number) => asker.ask(gtinOf(number).padStart(14, '0'));
  const failing = [41, 42, 43].map(ask);
  await waitFor('three calls', () => held.length === 3);
  const holder = await catalogue.database.pool.connect();
  await holder.query(`begin; select pg_advisory_xact_lock(${ASK_LOCK})`);
  const late = ask(44);
  await waitFor('the fourth at the lock', async () => {
    const waiting = await catalogue.query(`select from pg_locks where objid = ${ASK_LOCK} and not granted`);
    return waiting.length === 1;
  });
  for (const response of held) response.destroy();
  expect(await Promise.all(failing)).toEqual(['failed', 'failed', 'failed']);
  await holder.query('rollback');
  holder.release();
  expect(await late).toBe('not_asked');
  expect(server.requests).not.toContain(pathOf(gtinOf(44)));
  // None of them counts as asked.
  expect(await catalogue.query('select from upstream_asks')).toEqual([]);
});

it('an inner address is not reached unless its network is allowed', async () => {
  know(gtinOf(19), { product_name: 'Inner' });
  await asker.close();
  asker = openAsker('');
  expect(await asker.ask(gtinOf(19).padStart(14, '0'))).toBe('failed');
  expect(server.requests).toEqual([]);
});

it('an operator asks from the list of misses, also again, or ignores what is in it', async () => {
  const { db } = catalogue.database;
  await saveMisses(db, [
    { kind: 'barcode', value: gtinOf(21), count: 3, best_score: 0 },
    { kind: 'text', value: 'nonsense', count: 1, best_score: 0 },
  ]);
  const ask = () => editor.post(`/misses/barcode/${gtinOf(21)}/ask`, {});
  expect((await ask()).body).toEqual({ outcome: 'not_found', product_id: null });
  know(gtinOf(21), { product_name: 'Late' });
  const { body } = await ask();
  expect(body).toMatchObject({ outcome: 'found', product_id: expect.any(String) });
  expect((await editor.post('/misses/text/nonsense/ignore', {})).status).toBe(200);
  expect((await editor.get('/misses')).body).toMatchObject({ items: [], total: 0 });

  const without = createAdminCaller(
    createTestApi(catalogue.database),
    (await signInTestOperator(db, 'editor')).headers,
  );
  expectAdminError(await without.post(`/misses/barcode/${gtinOf(22)}/ask`, {}), 409, 'invalid_state');
});
