import { readdirSync, utimesSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, it, test } from 'vitest';
import { deleteProduct } from '../../../src/catalog/products/administration/product-delete-store.ts';
import { cleanPictures } from '../../../src/review/pictures/remove-unkept.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { gtinOf } from '../../support/imports/export-file.ts';
import { expectAdminError } from '../../support/callers/test-admin.ts';
import { expectError } from '../../support/test-api.ts';
import {
  drawJpeg,
  drawQuarters,
  submitProduct,
  sendPicture,
  sentPicture,
} from '../../support/pictures/test-pictures.ts';
import { errorOf, listAudit } from '../../support/review/test-submissions.ts';
import { openPictureDesk, PUBLIC_URL } from '../../support/pictures/picture-desk.ts';

const desk = await openPictureDesk();
const {
  database,
  api,
  kept,
  pictureStorage,
  asReviewer,
  asEditor,
  nextNumber,
  submit,
  detail,
  findHashes,
  product,
  picturesOf,
  sizeOf,
  statusOf,
  approve,
  undo,
} = desk;
afterAll(() => desk.close());

describe('a rejection', () => {
  it('leaves pictures private, and after 30 days nothing is left of them', async () => {
    const { id } = await submit();
    const [sha256 = ''] = await findHashes(id);
    await asReviewer.post(`/submissions/${id}/reject`, { reason: 'This is not a product.' });
    expect(await statusOf(sizeOf(sha256))).toBe(404);
    await undo(id);
    await asReviewer.post(`/submissions/${id}/reject`, { reason: 'This is not a product.' });
    await cleanPictures({ db: database.db, pictureStorage });
    expect(readdirSync(kept.root)).toContain(sha256);
    await database.db.execute(
      sql`update submissions set reviewed_at = now() - interval '31 days' where id = ${id}`,
    );
    age(sha256);
    const done = await cleanPictures({ db: database.db, pictureStorage });
    expect(done).toEqual({ forgotten: 1, removed: 1 });
    expect(readdirSync(kept.root)).not.toContain(sha256);
    expect((await detail(id)).pictures).toEqual([]);
  });
});

/** As if its files had been saved two days ago. */
function age(sha256: string): void {
  const then = new Date(Date.now() - 2 * 86_400_000);
  utimesSync(`${kept.root}/${sha256}`, then, then);
}

test('a picture goes with its product', async () => {
  const { id } = await submit();
  const [sha256 = ''] = await findHashes(id);
  const { product_id: productId } = await approve(id);
  await database.db.transaction((tx) => deleteProduct(tx, productId));
  expect(await statusOf(sizeOf(sha256))).toBe(404);
  age(sha256);
  expect(await cleanPictures({ db: database.db, pictureStorage })).toEqual({ forgotten: 1, removed: 1 });
  expect(readdirSync(kept.root)).not.toContain(sha256);
});

test('files that no row needs are removed when they are a day old', async () => {
  const renditions = { 200: Buffer.from('a'), 400: Buffer.from('b'), 1200: Buffer.from('c') };
  const names = ['a'.repeat(64), 'b'.repeat(64)];
  for (const name of names) await pictureStorage.save(name, renditions);
  age('a'.repeat(64));
  const { removed } = await cleanPictures({ db: database.db, pictureStorage });
  expect(removed).toBe(1);
  expect(readdirSync(kept.root)).not.toContain('a'.repeat(64));
  expect(readdirSync(kept.root)).toContain('b'.repeat(64));
});

describe('taking down', () => {
  const takeDown = (sha256: string, caller = asEditor) =>
    caller.post(`/images/${sha256}/take-down`, { reason: 'Its photographer did not agree' });

  it('removes a picture from its product for good, and takes none again that looks like it', async () => {
    const number = nextNumber();
    const file = await drawJpeg(number);
    const submission = await submitProduct(api, { gtin: gtinOf(nextNumber()), name: 'Taken down' });
    await sentPicture(api, submission, file);
    await sentPicture(api, submission, await drawJpeg(nextNumber()));
    const [sha256 = '', other = ''] = await findHashes(submission.id);
    const { product_id: productId } = await approve(submission.id);
    const before = await product(productId);
    expectAdminError(await takeDown(sha256, asReviewer), 403, 'forbidden');
    expect(await statusOf(sizeOf(sha256))).toBe(200);
    const answer = await takeDown(sha256);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toEqual({ sha256, product_ids: [productId] });
    expect(await statusOf(sizeOf(sha256))).toBe(404);
    expect(readdirSync(kept.root)).not.toContain(sha256);
    expect((await picturesOf(productId)).map(({ urls }) => urls.full)).toEqual([
      `${PUBLIC_URL}${sizeOf(other)}`,
    ]);
    expect((await product(productId)).updated_at > before.updated_at).toBe(true);
    expect((await listAudit(database.db, productId)).at(-1)).toMatchObject({
      action: 'product.updated',
      after: { taken_down: sha256, reason: 'Its photographer did not agree' },
    });
    expect((await listAudit(database.db, submission.id)).at(-1)?.action).toBe(
      'submission.picture_taken_down',
    );
    const again = await submitProduct(api, { gtin: gtinOf(nextNumber()), name: 'Again' });
    for (const copy of [file, await drawQuarters(640, 480, number).webp({ quality: 70 }).toBuffer()]) {
      const refused = await sendPicture(api, again, copy);
      expectError(refused, 403, 'forbidden');
      expect(errorOf(refused).details).toEqual({ reason: 'picture_blocked' });
    }
    expect(readdirSync(kept.root)).not.toContain(sha256);
    // Another one is.
    await sentPicture(api, again, await drawJpeg(nextNumber()));
  });

  it('takes it off a product that another was merged into', async () => {
    const { id } = await submit();
    const [sha256 = ''] = await findHashes(id);
    const { product_id: loser } = await approve(id);
    const winner = await insertProduct(database.db, { name: 'Winner', gtins: [gtinOf(nextNumber())] });
    const body = { into: winner, version: await versionOf(loser), into_version: await versionOf(winner) };
    const merged = await asEditor.post(`/products/${loser}/merge`, body);
    expect(merged.status, merged.text).toBe(200);
    expect(await picturesOf(winner)).toHaveLength(1);
    const { body: taken } = await takeDown(sha256);
    expect((taken as { product_ids: string[] }).product_ids).toContain(winner);
    expect(await picturesOf(winner)).toEqual([]);
  });

  it('of nothing is 404', async () => {
    expectAdminError(await takeDown('0'.repeat(64)), 404, 'not_found');
    expectAdminError(await takeDown('nonsense'), 404, 'not_found');
  });
});

async function versionOf(productId: string): Promise<number> {
  const { body } = await asEditor.get(`/products/${productId}`);
  return (body as { version: number }).version;
}
