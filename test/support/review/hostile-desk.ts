import { sql } from 'drizzle-orm';
import { v7 as uuidV7 } from 'uuid';
import { expect } from 'vitest';
import type { SubmissionDetail } from '../../../src/review/decisions/review-contract.ts';
import { ensureCategory, insertProduct } from '../catalogue/catalogue.ts';
import { gtinOf } from '../imports/export-file.ts';
import type { KnownThings } from './hostile-submissions.ts';
import { createReviewDesk, type ReviewDesk } from './review-desk.ts';
import { errorOf } from './test-submissions.ts';

export interface HostileDesk {
  desk: ReviewDesk;
  /** Possible subjects of a submission. */
  known: KnownThings;
  /** Stores content as no endpoint would take it. */
  insertSubmission(content: unknown, gtin14?: string | null): Promise<string>;
  /** Fails unless the submission is shown on its page, as the next one and in the list. */
  expectShown(id: string): Promise<SubmissionDetail>;
  /** Takes the submission with whatever the service says to be decided, and rejects it should it be refused with a reason. */
  decide(id: string): Promise<void>;
}

/** A review desk with a food and a phone, for submissions of any content. */
export async function createHostileDesk(): Promise<HostileDesk> {
  const desk = await createReviewDesk();
  const { db } = desk.database;
  await ensureCategory(db, 'food/juices');
  await ensureCategory(db, 'electronics/phones', 'electronics');
  const productIds = [
    await insertProduct(db, {
      name: 'Orange juice',
      brand: 'Dune',
      category: 'food/juices',
      countryOfOrigin: 'Spain',
      gtins: [gtinOf(1)],
      food: { nutriments: { fat_g: 0 }, nutritionBasis: '100ml' },
      provenance: { operator: ['name', 'country_of_origin'], community: ['nutriments'] },
    }),
    await insertProduct(db, { name: 'Phone', category: 'electronics/phones', gtins: [gtinOf(2)] }),
  ];
  return {
    desk,
    known: { gtins: [gtinOf(1), gtinOf(2)], productIds, categories: ['juices', 'phones', 'food'] },
    async insertSubmission(content, gtin14 = null) {
      const id = uuidV7();
      await db.execute(sql`
        insert into submissions (id, source, gtin14, content, content_hash)
        values (${id}, 'public', ${gtin14}, ${JSON.stringify(content)}::jsonb, ${Buffer.from(id)})`);
      return id;
    },
    async expectShown(id) {
      const page = await desk.caller.get(`/submissions/${id}`);
      expect(page.status, page.text).toBe(200);
      const next = await desk.caller.get('/submissions/next?sort=newest');
      expect(next.status, next.text).toBe(200);
      const list = await desk.caller.get('/submissions?sort=newest&size=1');
      expect(list.status, list.text).toBe(200);
      return page.body as SubmissionDetail;
    },
    async decide(id) {
      const first = await desk.approve(id);
      let answer = first;
      if (errorOf(first)?.code === 'decision_required') {
        const fields = errorOf(first).details?.['fields'] as { field: string }[];
        const decisions = Object.fromEntries(fields.map(({ field }) => [field, 'take']));
        answer = await desk.approve(id, { decisions });
      }
      if (answer.status !== 200) {
        expect(answer.status, answer.text).toBeGreaterThanOrEqual(400);
        expect(answer.status, answer.text).toBeLessThan(500);
        const { code, details } = errorOf(answer);
        if (code === 'validation_failed') {
          const named = { field: expect.stringMatching(/./), message: expect.stringMatching(/./) };
          const fields = details?.['fields'] as object[];
          expect(fields.length, answer.text).toBeGreaterThan(0);
          for (const field of fields) expect(field).toMatchObject(named);
        }
        const rejected = await desk.caller.post(`/submissions/${id}/reject`, { reason: 'Not usable' });
        expect(rejected.status, rejected.text).toBe(200);
      }
    },
  };
}
