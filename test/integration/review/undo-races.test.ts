import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { importFile } from '../../../src/import/import-file.ts';
import { createOffImporter } from '../../../src/import/open-food-facts/off-importer.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { createExportDirectory, gtinOf, type ExportDirectory } from '../../support/imports/export-file.ts';
import { untilServed } from '../../support/callers/race-requests.ts';
import { createReviewDesk, type ReviewDesk } from '../../support/review/review-desk.ts';
import { readProductRows } from '../../support/catalogue/stored-product.ts';
import { errorOf, findSubmission, listAudit, submitFacts } from '../../support/review/test-submissions.ts';

const ROUNDS = 6;

let desk: ReviewDesk;
let exports: ExportDirectory;
beforeAll(async () => {
  desk = await createReviewDesk();
  exports = await createExportDirectory();
});
beforeEach(() => desk.clear());
afterAll(async () => {
  await exports.remove();
  await desk.database.drop();
});

const undo = (id: string) => untilServed(() => desk.caller.post(`/submissions/${id}/undo`, {}));
const approve = (id: string) => untilServed(() => desk.approve(id));

it('many who take one decision back at once do so once', async () => {
  for (let round = 1; round <= ROUNDS; round += 1) {
    const id = await submitFacts(desk.api, { name: `Raced ${round}`, gtin: gtinOf(round) });
    await desk.approved(id);
    const answers = await Promise.all(Array.from({ length: 8 }, () => undo(id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect([answer.status, errorOf(answer).code]).toEqual([409, 'invalid_state']);
    }
    expect(await desk.countProducts()).toBe(0);
    expect((await listAudit(desk.database.db, id)).map(({ action }) => action)).toEqual([
      'submission.approved',
      'submission.undone',
    ]);
  }
});

it('beside the approval of a twin there is one product or none, and what stands fits', async () => {
  for (let round = 1; round <= ROUNDS; round += 1) {
    await desk.clear();
    const first = await submitFacts(desk.api, { name: 'Same', gtin: gtinOf(1) });
    const twin = await submitFacts(desk.api, { name: 'Same', gtin: gtinOf(1), ingredients_text: 'Oranges' });
    await desk.approved(first);
    const [undone, approved] = await Promise.all([undo(first), approve(twin)]);
    const [a, b] = [
      await findSubmission(desk.database.db, first),
      await findSubmission(desk.database.db, twin),
    ];
    expect(a?.status).toBe(undone.status === 200 ? 'pending' : 'approved');
    expect(b?.status).toBe(approved.status === 200 ? 'approved' : 'pending');
    if (undone.status !== 200) expect(errorOf(undone).details).toMatchObject({ reason: 'changed_since' });
    if (approved.status !== 200)
      expect([approved.status, errorOf(approved).code]).toEqual([409, expect.stringMatching(/conflict$/)]);
    const standing = [a, b].filter((submission) => submission?.status === 'approved');
    expect(await desk.countProducts()).toBe(standing.length > 0 ? 1 : 0);
    for (const submission of standing) {
      expect(await desk.findPublicProduct(submission!.resultProductId!)).toMatchObject({ name: 'Same' });
    }
    // A refused caller can do it now, or gets the reason.
    if (b?.status === 'pending') await desk.approved(twin);
  }
});

it('beside an import of the same product loses nothing of what that brings', async () => {
  for (let round = 1; round <= ROUNDS; round += 1) {
    await desk.clear();
    const productId = await insertProduct(desk.database.db, {
      name: 'Orange juice',
      category: 'food/juices',
      gtins: [gtinOf(1)],
      provenance: { community: ['name'] },
    });
    const id = await submitFacts(desk.api, { gtin: gtinOf(1), nutri_score: 'c' });
    await desk.approved(id);
    const path = await exports.writeJsonLines(`race-${round}.jsonl`, [
      { code: gtinOf(1), product_name: 'Orange juice', lang: 'en', ingredients_text: 'Oranges' },
    ]);
    const [undone] = await Promise.all([
      undo(id),
      importFile({ db: desk.database.db, path, importer: createOffImporter() }),
    ]);
    expect(undone.status, JSON.stringify(undone.body)).toBe(200);
    expect(await desk.findPublicProduct(productId)).toMatchObject({
      nutri_score: null,
      ingredients_text: 'Oranges',
    });
    expect((await findSubmission(desk.database.db, id))?.status).toBe('pending');
    expect((await readProductRows(desk.database.db, productId))?.['quality_score']).toBeGreaterThan(0);
  }
});
