import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it, test } from 'vitest';
import { createMeilisearch } from '../../../src/search/engines/meilisearch/meilisearch.ts';
import { SEARCH_INDEX } from '../../../src/search/index/search-index.ts';
import { findLastLagSample } from '../../../src/search/index/index-lag-store.ts';
import { listParkedProducts } from '../../../src/search/index/outbox-store.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { startOwnMeilisearch, type OwnMeilisearch } from '../../support/servers/own-meilisearch.ts';
import { findServerPort } from '../../support/servers/server-port.ts';
import { startProgram, type StartedProgram } from '../../support/servers/started-program.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { waitFor } from '../../support/wait-for.ts';

describe.runIf(inject('meilisearch'))('the indexer process', () => {
  let engine: OwnMeilisearch;
  let database: TestDatabase;
  let indexer: StartedProgram;
  let origin: string;

  const get = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(origin + path, { headers });
    return { status: response.status, text: await response.text() };
  };
  const valueOf = async (series: string): Promise<number | undefined> => {
    const { text } = await get('/metrics');
    const line = text.split('\n').find((row) => row.startsWith(`${series} `));
    return line === undefined ? undefined : Number(line.slice(series.length + 1));
  };

  beforeAll(async () => {
    engine = await startOwnMeilisearch();
    database = await createTestDatabase();
    await insertProduct(database.db, { name: 'First' });
    const port = await findServerPort();
    origin = `http://127.0.0.1:${port}`;
    indexer = startProgram('indexer/main', {
      DATABASE_URL: database.url,
      MEILI_URL: engine.access.url,
      MEILI_MASTER_KEY: engine.access.apiKey,
      INDEXER_PORT: String(port),
      LOG_LEVEL: 'warn',
    });
    await waitFor('its pages', () => get('/healthz').catch(() => undefined));
    const client = createMeilisearch(engine.access, 5_000);
    await waitFor('the first document', async () => {
      const stats = await client
        .index(SEARCH_INDEX)
        .getStats()
        .catch(() => undefined);
      return stats?.numberOfDocuments === 1;
    });
  });
  afterAll(async () => {
    indexer.kill('SIGTERM');
    await indexer.ended;
    await engine.remove();
    await database.drop();
  });

  it('says that it lives and what it can reach', async () => {
    expect(JSON.parse((await get('/healthz')).text)).toMatchObject({ status: 'ok' });
    const { status, text } = await get('/readyz');
    expect(status).toBe(200);
    expect(JSON.parse(text)).toEqual({
      status: 'ok',
      checks: { database: 'ok', database_writes: 'ok', search_engine: 'ok', index_lag: 'ok' },
    });
    expect((await get('/nowhere')).status).toBe(404);
  });

  it('shows its meters, to callers inside only', async () => {
    const { text } = await get('/metrics');
    for (const name of [
      'factshelf_index_lag_seconds{lane="people"}',
      'factshelf_index_lag_seconds{lane="all"}',
      'factshelf_index_freshness_seconds_count',
      'factshelf_outbox_rows{state="dirty"}',
      'factshelf_outbox_rows{state="parked"}',
      'factshelf_index_rebuild_progress',
      'factshelf_index_reconcile_seconds',
      'factshelf_database_pool_connections{pool="indexer",state="idle"}',
      'factshelf_nodejs_eventloop_lag_p99_seconds',
    ]) {
      expect(text).toContain(`${name} `);
    }
    expect(await valueOf('factshelf_index_writer')).toBe(1);
    expect((await get('/metrics', { 'X-Forwarded-For': '127.0.0.1' })).status).toBe(404);
  });

  it('leaves a sample of the lag in the database every 10 s', async () => {
    const last = await waitFor('a second sample, with nothing left to do', async () => {
      const { rows } = await database.db.execute<{ samples: number }>(
        sql`select count(*)::int as samples from index_lag_samples`,
      );
      const sample = await findLastLagSample(database.db);
      return (rows[0]?.samples ?? 0) > 1 && sample?.dirty === 0 && sample;
    });
    expect(last).toMatchObject({ parked: 0, drift: 0 });
  });

  it('shows the lag, and that it cannot reach the engine, while the engine stands still', async () => {
    engine.signal('SIGSTOP');
    try {
      await insertProduct(database.db, { name: 'Second' });
      await waitFor(
        'a lag',
        async () => ((await valueOf('factshelf_index_lag_seconds{lane="people"}')) ?? 0) > 1,
      );
      expect(await valueOf('factshelf_outbox_rows{state="dirty"}')).toBe(1);
      const { status, text } = await get('/readyz');
      expect(status).toBe(200);
      expect(JSON.parse(text)).toMatchObject({ status: 'degraded', checks: { search_engine: 'degraded' } });
    } finally {
      engine.signal('SIGCONT');
    }
    await waitFor('no lag', async () => (await valueOf('factshelf_index_lag_seconds{lane="people"}')) === 0);
  });
});

test('an indexer without a search engine has its pages', async () => {
  const database = await createTestDatabase();
  const port = await findServerPort();
  const indexer = startProgram('indexer/main', {
    DATABASE_URL: database.url,
    INDEXER_PORT: String(port),
    LOG_LEVEL: 'warn',
  });
  try {
    const ready = await waitFor('its pages', () =>
      fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined),
    );
    expect(await ready.json()).toEqual({ status: 'ok', checks: { database: 'ok', database_writes: 'ok' } });
    const metrics = await fetch(`http://127.0.0.1:${port}/metrics`);
    expect(await metrics.text()).toContain('factshelf_webhook_attempts_total');
  } finally {
    indexer.kill('SIGTERM');
    await indexer.ended;
    await database.drop();
  }
});

describe('parked products', () => {
  it('are listed with the words of the engine, longest waiting first', async () => {
    const database = await createTestDatabase();
    const { db } = database;
    const first = await insertProduct(db, { name: 'Waits longest' });
    const second = await insertProduct(db, { name: 'Came later' });
    await insertProduct(db, { name: 'Only dirty' });
    await db.execute(
      sql`update search_outbox set parked_error = 'too odd' where product_id in (${first}, ${second})`,
    );
    expect(await listParkedProducts(db, { limit: 1, offset: 0 })).toEqual({
      items: [{ productId: first, name: 'Waits longest', error: 'too odd', markedAt: expect.any(Date) }],
      total: 2,
    });
    const { items } = await listParkedProducts(db, { limit: 10, offset: 1 });
    expect(items.map(({ productId }) => productId)).toEqual([second]);
    await database.drop();
  });
});
