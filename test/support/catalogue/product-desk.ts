import { expect } from 'vitest';
import type { AdminProduct } from '../../../src/catalog/products/administration/product-admin-contract.ts';
import { listenForChanges } from '../changes/change-listener.ts';
import { createAdminCaller, type AdminCaller } from '../callers/test-admin.ts';
import { createTestApi, type TestApi } from '../test-api.ts';
import { createTestDatabase, type TestDatabase } from '../database/test-database.ts';
import { signInTestOperator, type TestOperator } from '../callers/test-operator.ts';

/** Operators of each role at work on products. */
export interface ProductDesk {
  database: TestDatabase;
  api: TestApi;
  /** The editor's id. */
  operator: TestOperator;
  editor: AdminCaller;
  admin: AdminCaller;
  reviewer: AdminCaller;
  /** How many changes the indexer has heard of. */
  countChanges(): Promise<number>;
  create(facts: object): Promise<AdminProduct>;
  /** Newest first. */
  listHistory(id: string): Promise<{ action: string; before: unknown; after: unknown }[]>;
}

export async function createProductDesk(): Promise<ProductDesk> {
  const database = await createTestDatabase();
  const changes = await listenForChanges(database);
  const api = createTestApi(database);
  const operator = await signInTestOperator(database.db, 'editor');
  const editor = createAdminCaller(api, operator.headers);
  return {
    database,
    api,
    operator,
    editor,
    admin: createAdminCaller(api, (await signInTestOperator(database.db, 'admin')).headers),
    reviewer: createAdminCaller(api, (await signInTestOperator(database.db, 'reviewer')).headers),
    countChanges: () => changes.count(),
    async create(facts) {
      const response = await editor.post('/products', facts);
      expect(response.status, response.text).toBe(201);
      return response.body as AdminProduct;
    },
    async listHistory(id) {
      const { body } = await editor.get(`/products/${id}/history`);
      return (body as { items: { action: string; before: unknown; after: unknown }[] }).items;
    },
  };
}
