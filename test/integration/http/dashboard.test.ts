import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { measureQueueAge } from '../../../src/review/queue/queue-count-store.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { ALERTS, PANELS, RECORDED, VARIABLES } from '../../support/observability.ts';
import { startApi, type StartedApi } from '../../support/servers/started-api.ts';
import { findServerPort } from '../../support/servers/server-port.ts';
import { createDataRoot, startProgram, type StartedProgram } from '../../support/servers/started-program.ts';
import { signInTestOperator } from '../../support/callers/test-operator.ts';
import { createTestApi } from '../../support/test-api.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { waitFor } from '../../support/wait-for.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe.runIf(inject('meilisearch'))('what the dashboard and the alerts ask', () => {
  const expressions = [
    ...PANELS.map(({ title, expr }) => [title, expr] as const),
    ...VARIABLES.map(({ name, definition }) => [`the variable ${name}`, definition] as const),
    ...ALERTS.map(({ alert, expr }) => [alert, expr] as const),
    ...RECORDED.map(({ record, expr }) => [record, expr] as const),
  ];
  let root: Awaited<ReturnType<typeof createDataRoot>>;
  let api: StartedApi;
  let indexer: StartedProgram;
  let metrics: string;

  beforeAll(async () => {
    root = await createDataRoot();
    await insertProduct(database.db, { name: 'Milk' });
    const engine = inject('meilisearch');
    const port = await findServerPort();
    const settings = {
      DATABASE_URL: database.url,
      // No standby, so it is not used; its metrics are there.
      DATABASE_READ_URL: database.url,
      MEILI_URL: engine?.url ?? '',
      MEILI_MASTER_KEY: engine?.masterKey ?? '',
      DATA_DIR: root.path,
      DUMP_DIR: path.join(root.path, 'dumps'),
      DUMP_AT: 'off',
      INDEXER_PORT: String(port),
      LOG_LEVEL: 'warn',
      ...(inject('redisUrl') && { REDIS_URL: inject('redisUrl') }),
    };
    api = await startApi(settings);
    indexer = startProgram('indexer/main', settings);
    await api.get('/api/v1/products/search?q=milk');
    metrics = await waitFor('the metrics of both', async () => {
      const ofIndexer = await fetch(`http://127.0.0.1:${port}/metrics`).catch(() => undefined);
      const ofApi = await api.metrics();
      return ofIndexer?.ok && ofApi.includes('bullmq_') && ofApi + (await ofIndexer.text());
    });
  });
  afterAll(async () => {
    indexer.kill('SIGTERM');
    await indexer.ended;
    await api.stop();
    await root.remove();
  });

  test.each(expressions)('%s: the processes have its metrics and labels', (_, expr) => {
    const own = ['up', 'ALERTS', ...RECORDED.map(({ record }) => record)];
    const asked = [...expr.matchAll(/([a-zA-Z_][\w:]*)(?:\{([^}]*)\})?/g)].filter(
      ([, name = '']) => /^(factshelf|bullmq)_/.test(name) && !/^factshelf_\w+:/.test(name),
    );
    const isOfPrometheus = own.some((name) => expr.includes(name));
    expect(asked.length > 0 || isOfPrometheus).toBe(true);
    for (const [, name = '', matchers = ''] of asked) {
      expect(metrics).toMatch(
        new RegExp(`^# TYPE ${name.replace(/_(bucket|count|sum)$/, '(_count)?')} `, 'm'),
      );
      // A series that is there has the labels by which it is chosen; `job` and `instance` are of Prometheus.
      const series = metrics.split('\n').filter((line) => line.startsWith(`${name}{`));
      for (const [, label = ''] of matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g))
        if (series.length > 0 && label !== 'job') expect(series[0]).toContain(`${label}="`);
    }
  });

  test('requests are counted by surface', async () => {
    await api.get('/products');
    await api.get('/api/admin/me');
    await api.get('/api/v12');
    const text = await api.metrics();
    const surfaces = [...text.matchAll(/^factshelf_http_request_seconds_count\{surface="(\w+)"/gm)];
    expect(new Set(surfaces.map(([, surface]) => surface))).toEqual(
      new Set(['api', 'console', 'pages', 'probes']),
    );
  });

  test('disks have room, and a share of it is free', async () => {
    const [, free] = /^factshelf_disk_free_bytes\{folder="[^"]+"\} (\S+)$/m.exec(metrics) ?? [];
    const [, size] = /^factshelf_disk_bytes\{folder="[^"]+"\} (\S+)$/m.exec(metrics) ?? [];
    expect(Number(free)).toBeGreaterThan(0);
    expect(Number(size)).toBeGreaterThan(Number(free));
  });
});

test('the link of every alert leads to a heading of the page that the service serves', async () => {
  const { headers } = await signInTestOperator(database.db, 'reviewer');
  const { text, status } = await createTestApi(database).request().get('/docs/runbook').set(headers);
  expect(status).toBe(200);
  for (const { alert, annotations } of ALERTS) {
    const [, anchor] = /^\{\{ \$externalLabels\.runbook \}\}#(\w+)$/.exec(annotations.runbook_url) ?? [];
    expect(anchor).toBe(alert.toLowerCase());
    expect(text).toContain(`id="${anchor}"`);
  }
});

test('the queue is as old as its oldest submission that no contributor has to answer', async () => {
  const insert = (age: string, source: string, asked = 'null') =>
    database.db.execute(sql`
      insert into submissions (id, source, gtin14, content, content_hash, created_at, asked_at)
      values (gen_random_uuid(), ${source}, null, '{"name":"Milk"}', sha256(${age}::bytea),
        now() - ${age}::interval, ${sql.raw(asked)})`);
  expect(await measureQueueAge(database.db)).toEqual({ public: 0, backflow: 0 });
  await insert('1 hour', 'public');
  await insert('2 hours', 'public');
  await insert('3 hours', 'public', 'now()');
  const { public: age, backflow } = await measureQueueAge(database.db);
  expect(age).toBeGreaterThanOrEqual(7_200);
  expect(age).toBeLessThan(10_800);
  expect(backflow).toBe(0);
});
