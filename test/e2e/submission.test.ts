import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { BackflowResult } from '../../src/review/submissions/backflow-contract.ts';
import type { BulkResult } from '../../src/review/decisions/bulk/bulk-decision-contract.ts';
import type { Product } from '../../src/catalog/products/product-contract.ts';
import type { SearchPage } from '../../src/search/search-products.ts';
import { insertProduct } from '../support/catalogue/catalogue.ts';
import { gtinOf } from '../support/imports/export-file.ts';
import { startOwnMeilisearch, type OwnMeilisearch } from '../support/servers/own-meilisearch.ts';
import { startApi, type StartedApi } from '../support/servers/started-api.ts';
import { startProgram, type StartedProgram } from '../support/servers/started-program.ts';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.ts';
import { signInTestOperator, type TestOperator } from '../support/callers/test-operator.ts';
import { listAudit } from '../support/review/test-submissions.ts';
import { waitFor } from '../support/wait-for.ts';

const PATIENCE_MS = 120_000;

/** API, indexer, Postgres and Meilisearch as they run in production, asked over HTTP only. */
describe.runIf(inject('meilisearch'))('a submission', () => {
  let engine: OwnMeilisearch;
  let database: TestDatabase;
  let api: StartedApi;
  let indexer: StartedProgram;
  let operator: TestOperator;
  beforeAll(async () => {
    engine = await startOwnMeilisearch();
    database = await createTestDatabase();
    const settings = {
      DATABASE_URL: database.url,
      MEILI_URL: engine.access.url,
      MEILI_MASTER_KEY: engine.access.apiKey,
      LOG_LEVEL: 'warn',
    };
    indexer = startProgram('indexer/main', settings);
    api = await startApi(settings);
    operator = await signInTestOperator(database.db, 'reviewer');
    await insertProduct(database.db, { name: 'Known already', gtins: [gtinOf(1)] });
  });
  afterAll(async () => {
    await api.stop();
    indexer.kill('SIGTERM');
    await indexer.ended;
    await engine.remove();
    await database.drop();
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
  async function get<T>(path: string): Promise<T> {
    return JSON.parse((await api.get(path)).text) as T;
  }
  const findByName = (name: string) =>
    waitFor(
      `${name} in the search`,
      async () => {
        const { items } = await get<SearchPage>(`/api/v1/products/search?q=${encodeURIComponent(name)}`);
        return items.find((item) => item.name === name);
      },
      PATIENCE_MS,
    );

  it('of a stranger and a batch of a shop are approved, found and accounted for', async () => {
    const submitted = await post<{ id: string }>('/api/public/submissions', {
      gtin: gtinOf(2),
      name: 'Cinnamon oat clusters',
      brand: 'Dune',
      category: 'breakfast-cereals',
    });
    const credentials = { email: 'shop@example.org', password: 'seven small islands' };
    const { api_key: key } = await post<{ api_key: string }>('/api/v1/register', credentials);
    const batch = await post<BackflowResult>(
      '/api/public/backflow',
      {
        items: [
          { gtin: gtinOf(1) },
          { gtin: gtinOf(3), name: 'Walnut rye crispbread' },
          { gtin: gtinOf(3) },
          { gtin: '2000000123455' },
          { gtin: gtinOf(2) },
        ],
      },
      { 'X-API-Key': key },
    );
    expect(batch.results.map(({ result }) => result)).toEqual([
      'exists',
      'accepted',
      'duplicate',
      'invalid',
      'duplicate',
    ]);
    expect((await get<SearchPage>('/api/v1/products/search?q=cinnamon')).total).toBe(0);

    const approval = await post<{ product_id: string }>(
      `/api/admin/submissions/${submitted.id}/approve`,
      {},
      operator.headers,
    );
    expect(await findByName('Cinnamon oat clusters')).toMatchObject({
      id: approval.product_id,
      gtin: gtinOf(2),
      brand: 'Dune',
    });
    const bulk = await post<BulkResult>(
      '/api/admin/submissions/bulk',
      { action: 'approve', ids: [batch.results[1]?.submission_id] },
      operator.headers,
    );
    expect(bulk).toMatchObject({ done: 1, refused: 0 });
    expect(await findByName('Walnut rye crispbread')).toMatchObject({ gtin: gtinOf(3) });

    const product = await get<Product>(`/api/v1/products/barcode/${gtinOf(2)}`);
    expect(product.sources).toMatchObject([
      { code: 'community', trust: 0.5, fields: ['barcodes', 'brand', 'category_code', 'name'] },
    ]);
    expect(await get(`/api/public/submissions/${submitted.id}`)).toMatchObject({
      status: 'approved',
      product_id: product.id,
    });
    const [decision] = await listAudit(database.db, submitted.id);
    expect(decision).toMatchObject({
      action: 'submission.approved',
      actor: `operator:${operator.id}`,
      after: { product_id: product.id },
    });
    expect(await listAudit(database.db, product.id)).toMatchObject([
      { action: 'product.created', after: { submission_id: submitted.id } },
    ]);
    const { rows } = await database.db.execute<{ line: Buffer; hash: Buffer }>(sql`
      select prev_hash || convert_to(jsonb_build_object('seq', seq,
        'at', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), 'actor', actor, 'action', action,
        'entity', entity, 'entity_id', entity_id, 'before', before, 'after', after,
        'request_id', request_id)::text, 'UTF8') as line, hash from audit_log`);
    for (const { line, hash } of rows) {
      expect(createHash('sha256').update(line).digest()).toEqual(hash);
    }
  });
});
