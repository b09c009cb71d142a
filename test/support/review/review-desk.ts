import { sql } from 'drizzle-orm';
import type { Response } from 'supertest';
import { expect } from 'vitest';
import type { Product } from '../../../src/catalog/products/product-contract.ts';
import type { Approval } from '../../../src/review/decisions/review-contract.ts';
import { listenForChanges } from '../changes/change-listener.ts';
import { createAdminCaller, expectAdminError, type AdminCaller } from '../callers/test-admin.ts';
import { createTestApi, type TestApi } from '../test-api.ts';
import { createTestDatabase, type TestDatabase } from '../database/test-database.ts';
import { signInTestOperator, type TestOperator } from '../callers/test-operator.ts';
import { findSubmission, listAudit } from './test-submissions.ts';

/** A reviewer at work on submissions. */
export interface ReviewDesk {
  database: TestDatabase;
  api: TestApi;
  reviewer: TestOperator;
  caller: AdminCaller;
  /** Takes everything away that a test has made. */
  clear(): Promise<void>;
  /** How many changes the indexer has heard of. */
  countChanges(): Promise<number>;
  /** An editor, with the right to change products. */
  editor: TestOperator;
  asEditor: AdminCaller;
  approve(id: string, body?: object): Promise<Response>;
  /** The same, and fails unless it is 200. */
  approved(id: string, body?: object): Promise<Approval>;
  findPublicProduct(id: string): Promise<Product>;
  findStatus(id: string): Promise<string | undefined>;
  countProducts(): Promise<number | undefined>;
  /** A refusal of the last request: the submission waits on, nothing is audited, and the indexer heard of no change. */
  expectUntouched(id: string, response: Response, code: string): Promise<void>;
}

export async function createReviewDesk(): Promise<ReviewDesk> {
  const database = await createTestDatabase();
  const { db } = database;
  const changes = await listenForChanges(database);
  let changesBefore = 0;
  const api = createTestApi(database);
  const callerOf = ({ headers }: TestOperator): AdminCaller => {
    const caller = createAdminCaller(api, headers);
    return {
      ...caller,
      async post(path, body) {
        changesBefore = await changes.count();
        return await caller.post(path, body);
      },
    };
  };
  const reviewer = await signInTestOperator(db, 'reviewer');
  const caller = callerOf(reviewer);
  const editor = await signInTestOperator(db, 'editor');
  const approve = (id: string, body: object = {}) => caller.post(`/submissions/${id}/approve`, body);
  const findStatus = async (id: string) => (await findSubmission(db, id))?.status;
  return {
    database,
    api,
    reviewer,
    caller,
    editor,
    asEditor: callerOf(editor),
    async clear() {
      await db.execute(sql`truncate products, submissions, search_outbox cascade`);
    },
    countChanges: () => changes.count(),
    approve,
    async approved(id, body) {
      const response = await approve(id, body);
      expect(response.status, response.text).toBe(200);
      return response.body as Approval;
    },
    findPublicProduct: async (id) => (await api.get(`/products/${id}`)).body as Product,
    findStatus,
    countProducts: async () =>
      (await db.execute<{ n: number }>(sql`select count(*)::int as n from products`)).rows[0]?.n,
    async expectUntouched(id, response, code) {
      expectAdminError(response, response.status, code);
      expect(await findStatus(id)).toBe('pending');
      expect(await listAudit(db, id)).toEqual([]);
      expect(await changes.count()).toBe(changesBefore);
    },
  };
}

/** The fields that each source of a product supplies. */
export function fieldsBySource({ sources }: Product): Record<string, string[]> {
  return Object.fromEntries(sources.map(({ code, fields }) => [code, fields.toSorted()]));
}
