import * as fc from 'fast-check';
import { sql } from 'drizzle-orm';
import { v7 as uuidV7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SubmissionDetail } from '../../../src/review/decisions/review-contract.ts';
import { ensureCategory, insertProduct } from '../../support/catalogue/catalogue.ts';
import { gtinOf } from '../../support/imports/export-file.ts';
import {
  backflowItem,
  submittedBody,
  storedContent,
  STORED_CONTENTS,
} from '../../support/review/hostile-submissions.ts';
import { createAdminCaller, type AdminCaller } from '../../support/callers/test-admin.ts';
import { createReviewDesk, type ReviewDesk } from '../../support/review/review-desk.ts';
import { insertKey } from '../../support/callers/test-limits.ts';
import { signInTestOperator } from '../../support/callers/test-operator.ts';
import { errorOf, submitFacts } from '../../support/review/test-submissions.ts';

const RUNS = Number(process.env['HOSTILE_RUNS'] ?? 60);
const known = {
  gtins: [gtinOf(1), gtinOf(2)],
  productIds: [] as string[],
  categories: ['juices', 'phones', 'food'],
};

let desk: ReviewDesk;
let key: string;
let asEditor: AdminCaller;
beforeAll(async () => {
  desk = await createReviewDesk();
  const { db } = desk.database;
  ({ key } = await insertKey(db, 'internal'));
  asEditor = createAdminCaller(desk.api, (await signInTestOperator(db, 'editor')).headers);
  await ensureCategory(db, 'food/juices');
  await ensureCategory(db, 'electronics/phones', 'electronics');
  known.productIds.push(
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
  );
});
afterAll(() => desk.database.drop());

/** Fails unless the submission is shown, on its page and as the next one, and in the list and the counts. */
async function expectShown(id: string): Promise<SubmissionDetail> {
  const page = await desk.caller.get(`/submissions/${id}`);
  expect(page.status, page.text).toBe(200);
  const next = await desk.caller.get('/submissions/next?sort=newest');
  expect(next.status, next.text).toBe(200);
  const list = await desk.caller.get('/submissions?sort=newest&size=1');
  expect(list.status, list.text).toBe(200);
  return page.body as SubmissionDetail;
}

/** Takes the submission with whatever the service says to be decided, and rejects it should it be refused with a reason. */
async function decide(id: string): Promise<void> {
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
}

async function insertSubmission(content: unknown, gtin14: string | null = null): Promise<string> {
  const id = uuidV7();
  await desk.database.db.execute(sql`
    insert into submissions (id, source, gtin14, content, content_hash)
    values (${id}, 'public', ${gtin14}, ${JSON.stringify(content)}::jsonb, ${Buffer.from(id)})`);
  return id;
}

describe('a text of which nothing is left to find it by', () => {
  const cases = [
    ['brand', '!!!'],
    ['brand', '\u{20000}'],
    ['name', '\u{20000}!'],
    ['country_of_origin', '???'],
  ] as const;

  it.each(cases)('is refused as a %s of a submission: %s', async (field, value) => {
    const response = await desk.api.submit('/submissions', { name: 'Milk', [field]: value });
    expect(response.status, response.text).toBe(400);
    expect(errorOf(response)).toMatchObject({
      code: 'validation_failed',
      details: { fields: [{ field, message: 'must have a letter or a digit' }] },
    });
  });

  it.each(cases)('is refused as a %s of back-flow: %s', async (field, value) => {
    const items = [{ gtin: gtinOf(77), name: 'Milk', [field]: value }];
    const { body } = await desk.api.submit('/backflow', { items }, { 'X-API-Key': key });
    expect(body).toMatchObject({
      results: [{ result: 'invalid', reason: 'invalid_field', message: expect.stringContaining(field) }],
    });
  });

  it.each(cases)('is refused as a %s that an operator writes: %s', async (field, value) => {
    const created = await asEditor.post('/products', { name: 'Milk', [field]: value });
    expect(created.status, created.text).toBe(400);
    const edited = await asEditor.patch(`/products/${known.productIds[0]}`, { version: 1, [field]: value });
    expect(edited.status, edited.text).toBe(400);
    const id = await submitFacts(desk.api, { name: `Milk of ${field} ${value.codePointAt(0)}` });
    const approved = await desk.approve(id, { overrides: { [field]: value } });
    expect(errorOf(approved)).toMatchObject({
      code: 'validation_failed',
      details: { fields: [{ field: `overrides.${field}` }] },
    });
  });
});

describe('whatever is taken', () => {
  it('as a submission is shown, and can be decided', async () => {
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(submittedBody(known), async (body) => {
        const response = await desk.api.submit('/submissions', body);
        expect(response.status, response.text).toBeLessThan(500);
        if (response.status !== 201) return;
        taken += 1;
        const { id } = response.body as { id: string };
        await expectShown(id);
        await decide(id);
      }),
      { numRuns: RUNS * 4 },
    );
    expect(taken).toBeGreaterThan(RUNS / 10);
  });

  it('as back-flow is shown, and can be decided', async () => {
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(backflowItem(known), async (item) => {
        const response = await desk.api.submit('/backflow', { items: [item] }, { 'X-API-Key': key });
        expect(response.status, response.text).toBeLessThan(500);
        const [result] = (response.body as { results: { submission_id: string | null; result: string }[] })
          .results;
        if (result?.result !== 'accepted' || !result.submission_id) return;
        taken += 1;
        await expectShown(result.submission_id);
        await decide(result.submission_id);
      }),
      { numRuns: RUNS * 4 },
    );
    expect(taken).toBeGreaterThan(RUNS / 10);
  });
});

describe('whatever is stored', () => {
  it.each(STORED_CONTENTS.map((content) => [JSON.stringify(content).slice(0, 60), content]))(
    'is shown, and can be decided: %s',
    async (_, content) => {
      for (const gtin14 of [null, `0${gtinOf(1)}`, '00000000000000', '02000000000008']) {
        const id = await insertSubmission(content, gtin14);
        await expectShown(id);
        await decide(id);
      }
    },
  );

  it('of any shape is shown, and can be decided', async () => {
    await fc.assert(
      fc.asyncProperty(storedContent, fc.constantFrom(null, `0${gtinOf(1)}`), async (content, gtin14) => {
        const id = await insertSubmission(content, gtin14);
        await expectShown(id);
        await decide(id);
      }),
      { numRuns: RUNS },
    );
  });

  it('says of each field that cannot be used why, and takes it when it is overridden or left out', async () => {
    const content = {
      name: 'Milk',
      brand: '!!!',
      category: 'gone-since',
      nutriments: { gold_g: 1 },
      stars: 5,
    };
    const id = await insertSubmission(content);
    const detail = await expectShown(id);
    expect(detail.content).toEqual(content);
    expect(detail.unusable.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual([
      { field: 'brand', name: 'brand', value: '!!!', message: 'must have a letter or a digit' },
      {
        field: 'category',
        name: 'category',
        value: 'gone-since',
        message: 'There is no category of this code.',
      },
      {
        field: 'nutriments',
        name: 'nutriments',
        value: { gold_g: 1 },
        message: expect.stringContaining('gold_g'),
      },
      { field: 'stars', name: 'stars', value: 5, message: 'is no field of a submission' },
    ]);
    const decisions = { nutriments: 'keep', stars: 'keep' };
    const refused = await desk.approve(id, { decisions });
    await desk.expectUntouched(id, refused, 'validation_failed');
    expect(errorOf(refused).details).toMatchObject({
      fields: [{ field: 'brand', code: 'unusable' }, { field: 'category' }],
    });
    const approval = await desk.approved(id, { decisions, overrides: { brand: 'Dune', category: 'juices' } });
    expect(await desk.findPublicProduct(approval.product_id)).toMatchObject({
      name: 'Milk',
      brand: 'Dune',
      category_path: 'food/juices',
    });
  });

  it('is refused in bulk with the field that cannot be used', async () => {
    const id = await insertSubmission({ name: 'Milk', brand: '!!!' });
    const { body } = await desk.caller.post('/submissions/bulk', { action: 'approve', ids: [id] });
    expect(body).toMatchObject({
      results: [{ result: 'refused', code: 'validation_failed', details: { fields: [{ field: 'brand' }] } }],
    });
  });
});
