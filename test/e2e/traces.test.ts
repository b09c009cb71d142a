import { randomBytes } from 'node:crypto';
import { createServer, type AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { BackflowResult } from '../../src/review/submissions/backflow-contract.ts';
import type { SearchPage } from '../../src/search/search-products.ts';
import { createHttpProxy, type HttpProxy } from '../faults/servers/http-proxy.ts';
import { insertKey } from '../support/callers/test-limits.ts';
import { signInTestOperator, type TestOperator } from '../support/callers/test-operator.ts';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.ts';
import { gtinOf } from '../support/imports/export-file.ts';
import { startOwnMeilisearch, type OwnMeilisearch } from '../support/servers/own-meilisearch.ts';
import { findServerPort } from '../support/servers/server-port.ts';
import { startApi, type StartedApi } from '../support/servers/started-api.ts';
import { startProgram, type StartedProgram } from '../support/servers/started-program.ts';
import {
  startTraceCollector,
  type CollectedSpan,
  type TraceCollector,
} from '../support/servers/trace-collector.ts';
import { waitFor } from '../support/wait-for.ts';
import { startReceiver, type WebhookReceiver } from '../support/webhooks/webhook-receiver.ts';

const CERTIFICATE = fileURLToPath(new URL('../support/webhooks/receiver-cert.pem', import.meta.url));
const SERVER = 2;
const CLIENT = 3;
const PRODUCER = 4;
const CONSUMER = 5;

/** A `traceparent` of a caller, of a new trace unless its id is given. */
function newCaller(flags = '01', traceId = randomBytes(16).toString('hex')) {
  const spanId = randomBytes(8).toString('hex');
  return {
    traceId,
    spanId,
    headers: { traceparent: `00-${traceId}-${spanId}-${flags}`, tracestate: 'stranger=1' },
  };
}

describe.runIf(inject('meilisearch') && inject('redisUrl'))('traces', () => {
  let engine: OwnMeilisearch;
  let proxy: HttpProxy;
  let database: TestDatabase;
  let collector: TraceCollector;
  let receiver: WebhookReceiver;
  let settings: Record<string, string>;
  let api: StartedApi;
  let indexer: StartedProgram;
  let operator: TestOperator;
  /** Of a caller without limits. */
  let member: { 'X-API-Key': string };
  /** What each request that the engine got says of its trace. */
  const engineCalls: { path: string; traceparent: unknown; tracestate: unknown }[] = [];
  beforeAll(async () => {
    engine = await startOwnMeilisearch();
    proxy = await createHttpProxy(engine.access.url);
    proxy.setFault(
      (_method, path, { traceparent, tracestate }) =>
        void engineCalls.push({ path, traceparent, tracestate }),
    );
    database = await createTestDatabase();
    collector = await startTraceCollector();
    receiver = await startReceiver();
    settings = {
      DATABASE_URL: database.url,
      REDIS_URL: inject('redisUrl') ?? '',
      MEILI_URL: proxy.url,
      MEILI_MASTER_KEY: engine.access.apiKey,
      WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
      NODE_EXTRA_CA_CERTS: CERTIFICATE,
      LOG_LEVEL: 'debug',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=shelf',
      OTEL_BSP_SCHEDULE_DELAY: '100',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    };
    indexer = startProgram('indexer/main', {
      ...settings,
      INDEXER_PORT: String(await findServerPort()),
      OTEL_SERVICE_NAME: 'shelf-indexer',
    });
    api = await startApi(settings);
    operator = await signInTestOperator(database.db, 'reviewer');
    member = { 'X-API-Key': (await insertKey(database.db, 'internal')).key };
  });
  afterAll(async () => {
    await api.stop();
    indexer.kill('SIGTERM');
    await indexer.ended;
    await Promise.all([receiver.close(), collector.close(), proxy.close()]);
    await engine.remove();
    await database.drop();
  });

  const listTrace = (traceId: string) => collector.spans.filter((span) => span.traceId === traceId);
  const findSpan = (traceId: string, test: (span: CollectedSpan) => boolean) =>
    waitFor('a span', () => listTrace(traceId).find(test), 60_000).catch((error: unknown) => {
      const seen = listTrace(traceId).map(
        ({ service, name, kind, attributes }) =>
          `${service}: ${name} (${kind}) ${String(attributes['url.path'])}`,
      );
      throw new Error(`only ${[...new Set(seen)].join('; ')}`, { cause: error });
    });
  async function post<T>(path: string, body: object, headers: Record<string, string> = {}): Promise<T> {
    const response = await fetch(api.origin + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    expect(response.status, text).toBeLessThan(300);
    return JSON.parse(text) as T;
  }

  it('join an approval, its job, the index and the webhook', async () => {
    const account = { email: 'shop@example.org', password: 'seven small islands' };
    const { api_key: key } = await post<{ api_key: string }>('/api/v1/register', account);
    const hook = {
      url: `https://127.0.0.1:${receiver.port}/secret-path?token=secret-token`,
      events: ['submission.approved'],
    };
    await post('/api/v1/webhooks', hook, { 'X-API-Key': key });
    await waitFor('the answer to the challenge', async () =>
      (await api.get('/api/v1/webhooks', { 'X-API-Key': key })).text.includes('"active"'),
    );
    const batch = { items: [{ gtin: gtinOf(2), name: 'Cinnamon oat clusters' }] };
    const sent = await post<BackflowResult>('/api/public/backflow', batch, { 'X-API-Key': key });
    const id = sent.results[0]?.submission_id;
    const caller = newCaller();
    await post(`/api/admin/submissions/${id}/approve`, {}, { ...operator.headers, ...caller.headers });

    const request = await findSpan(caller.traceId, ({ kind }) => kind === SERVER);
    expect(request).toMatchObject({
      service: 'factshelf-api',
      name: 'POST /api/admin/submissions/{id}/approve',
      parentSpanId: caller.spanId,
    });
    const made = await findSpan(caller.traceId, ({ name }) => name === 'add index-sync.drain');
    expect(made).toMatchObject({ service: 'shelf-indexer', kind: PRODUCER, parentSpanId: request.spanId });
    const done = await findSpan(caller.traceId, ({ name }) => name === 'process index-sync');
    expect(done).toMatchObject({ kind: CONSUMER, parentSpanId: made.spanId });
    const written = await findSpan(
      caller.traceId,
      ({ attributes }) =>
        String(attributes['url.path']).endsWith('/documents') &&
        attributes['http.response.status_code'] === 202,
    );
    expect(written).toMatchObject({ service: 'shelf-indexer', kind: CLIENT, parentSpanId: request.spanId });
    expect(engineCalls).toContainEqual({
      path: expect.stringMatching(/\/documents(\?|$)/),
      traceparent: `00-${caller.traceId}-${written.spanId}-01`,
      // What a stranger put there goes no further.
      tracestate: undefined,
    });

    const delivery = await findSpan(caller.traceId, ({ name }) => name === 'webhook delivery');
    expect(delivery).toMatchObject({ kind: CONSUMER, parentSpanId: request.spanId });
    const call = await findSpan(caller.traceId, ({ parentSpanId }) => parentSpanId === delivery.spanId);
    expect(call.attributes).toMatchObject({
      'url.path': '/',
      'http.response.status_code': expect.anything(),
    });
    const [received] = receiver.ofType('submission.approved');
    expect(received?.headers['traceparent']).toBe(`00-${caller.traceId}-${call.spanId}-01`);
    const [challenge] = receiver.ofType('webhook.challenge');
    expect(challenge?.headers['traceparent']).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    expect(collector.headers).toMatchObject({ 'x-tenant': 'shelf' });
  });

  it('join a search, its statements and the engine, and give their ids to the log', async () => {
    await waitFor('the product in the search', async () => {
      const { text } = await api.get('/api/v1/products/search?q=cinnamon');
      return (JSON.parse(text) as SearchPage).total === 1;
    });
    const caller = newCaller('00');
    const answer = await api.get('/api/v1/products/search?q=cinnamon%20oat', {
      ...caller.headers,
      'User-Agent': 'somebodys-phone',
      'X-Forwarded-For': '203.0.113.77',
    });
    const request = await findSpan(caller.traceId, ({ kind }) => kind === SERVER);
    expect(request.parentSpanId).toBe(caller.spanId);
    expect(request.attributes).toMatchObject({
      'http.route': '/api/v1/products/search',
      'url.path': '/api/v1/products/search',
      'http.response.status_code': expect.anything(),
      'http.response.header.x-request-id': { values: [{ stringValue: answer.headers.get('x-request-id') }] },
    });
    await findSpan(caller.traceId, ({ name }) => name.startsWith('pg.query:'));
    await findSpan(caller.traceId, ({ attributes }) => attributes['url.path'] === '/multi-search');
    const line = await waitFor('the line of the request', () =>
      api.program
        .output()
        .split('\n')
        .find((one) => one.includes('cinnamon%20oat')),
    );
    expect(JSON.parse(line)).toMatchObject({ trace_id: caller.traceId, span_id: request.spanId });
  });

  it('hold no address, no browser, no text of a search, no key and no secret of a webhook', () => {
    const all = collector.spans.map(({ text }) => text).join('\n');
    expect(all).toContain('/multi-search');
    for (const secret of [
      'somebodys-phone',
      '203.0.113.77',
      'cinnamon',
      'pfk_',
      'secret-',
      'shop@example.org',
    ])
      expect(all.toLowerCase()).not.toContain(secret);
  });

  it('begin with requests and jobs alone, and not with probes', async () => {
    await api.get('/readyz');
    await api.metrics();
    const { traceId } = await callOnce(newCaller());
    await findSpan(traceId, ({ kind }) => kind === SERVER);
    const beginnings = collector.spans.filter(({ parentSpanId }) => parentSpanId === '');
    expect(beginnings.filter(({ kind }) => kind === CLIENT || kind === 1)).toEqual([]);
    expect(collector.spans.filter(({ text }) => /\/(readyz|healthz|metrics)"/.test(text))).toEqual([]);
  });

  async function callOnce<C extends { headers: Record<string, string> }>(caller: C, at = api): Promise<C> {
    await at.get(`/api/v1/products/barcode/${gtinOf(2)}`, { ...caller.headers, ...member });
    return caller;
  }

  it('are recorded by the sampler of the service, whatever a caller flags', async () => {
    const never = await startApi({
      ...settings,
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0',
    });
    const forced = await callOnce(newCaller('01', `${'0'.repeat(31)}1`), never);
    await never.stop();
    const half = await startApi({
      ...settings,
      OTEL_TRACES_SAMPLER: 'traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.5',
    });
    // By its id each of them would be recorded.
    const lowIds = Array.from({ length: 40 }, () =>
      newCaller('01', randomBytes(4).toString('hex').repeat(4)),
    );
    for (const caller of lowIds) await callOnce(caller, half);
    await half.stop();
    expect(listTrace(forced.traceId)).toEqual([]);
    const recorded = lowIds.filter(({ traceId }) => listTrace(traceId).length > 0).length;
    expect(recorded).toBeGreaterThan(4);
    expect(recorded).toBeLessThan(36);
  });

  it('are sent as protobuf unless set otherwise', async () => {
    const { OTEL_EXPORTER_OTLP_PROTOCOL: _, ...usual } = settings;
    const other = await startApi(usual);
    const { traceId } = await callOnce(newCaller(), other);
    await other.stop();
    const found = collector.binaries.find(({ body }) => body.includes(Buffer.from(traceId, 'hex')));
    expect(found?.contentType).toBe('application/x-protobuf');
  });

  it.each(['refuses', 'hangs'])('hold up nothing when the collector %s', async (how) => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => {
      silent.listen(0, '127.0.0.1', resolve);
    });
    const port = how === 'hangs' ? (silent.address() as AddressInfo).port : await findServerPort();
    const lonely = await startApi({
      ...settings,
      LOG_LEVEL: 'info',
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_EXPORTER_OTLP_TIMEOUT: '2000',
    });
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => lonely.get(`/api/v1/products/barcode/${gtinOf(2)}`, member)),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    await waitFor('the warning', () => lonely.program.output().includes('spans cannot be sent'));
    await callOnce(newCaller(), lonely);
    const stoppedAt = performance.now();
    await lonely.stop();
    expect(performance.now() - stoppedAt).toBeLessThan(7_000);
    expect(await lonely.program.ended).toBe(0);
    expect(lonely.program.output().match(/spans cannot be sent/g)).toHaveLength(1);
    silent.close();
  });
});
