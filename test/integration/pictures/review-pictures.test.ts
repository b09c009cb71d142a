import { readdirSync, utimesSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { deleteProduct } from '../../../src/catalog/administration/product-delete-store.ts';
import type { Product } from '../../../src/catalog/products/product-contract.ts';
import type { Approval, SubmissionDetail } from '../../../src/contributions/review/review-contract.ts';
import { cleanPictures } from '../../../src/pictures/remove-unkept.ts';
import { createFolderStorage } from '../../../src/pictures/storage/folder-storage.ts';
import { insertProduct } from '../../support/catalogue.ts';
import { createDumpRoot, makeDump, readDumpedProducts } from '../../support/dump-reader.ts';
import { gtinOf } from '../../support/export-file.ts';
import { createAdminCaller, expectAdminError, type AdminCaller } from '../../support/test-admin.ts';
import { createTestApi, expectError, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts';
import { signInTestOperator, type TestOperator } from '../../support/test-operator.ts';
import {
  createPictureRoot,
  download,
  drawJpeg,
  drawQuarters,
  offerProduct,
  sendPicture,
  sentPicture,
} from '../../support/test-pictures.ts';
import { errorOf, listAudit } from '../../support/test-submissions.ts';

const PUBLIC_URL = 'https://facts.example.com';
let database: TestDatabase;
let api: TestApi;
let reviewer: TestOperator;
let asReviewer: AdminCaller;
let asEditor: AdminCaller;
const kept = createPictureRoot();
const pictureStorage = createFolderStorage(kept.root);
let numbers = 100;

beforeAll(async () => {
  database = await createTestDatabase();
  api = createTestApi(database, { pictureStorage, publicUrl: PUBLIC_URL });
  reviewer = await signInTestOperator(database.db, 'reviewer');
  asReviewer = createAdminCaller(api, reviewer.headers);
  asEditor = createAdminCaller(api, (await signInTestOperator(database.db, 'editor')).headers);
});
afterAll(async () => {
  kept.remove();
  await database.drop();
});

/** A new product with pictures that look like no others. */
async function offer(pictures = 1, gtin = gtinOf((numbers += 1))) {
  const submission = await offerProduct(api, { gtin, name: `Product ${gtin}`, note: `about ${numbers}` });
  const sent: { id: string }[] = [];
  for (let at = 0; at < pictures; at += 1) {
    sent.push(await sentPicture(api, submission, await drawJpeg((numbers += 1))));
  }
  return { ...submission, gtin, pictures: sent.map(({ id }) => id) };
}

const detail = async (id: string) => (await asReviewer.get(`/submissions/${id}`)).body as SubmissionDetail;
const findHashes = async (id: string) => (await detail(id)).pictures.map(({ sha256 }) => sha256);
const product = async (id: string) => (await api.get(`/products/${id}`)).body as Product;
const picturesOf = async (id: string) => (await product(id)).pictures;
const sizeOf = (sha256: string, size = 1200) => `/images/${sha256}/${size}.webp`;
const statusOf = async (address: string) => (await download(api, address)).status;

async function approve(id: string, body: object = {}): Promise<Approval> {
  const response = await asReviewer.post(`/submissions/${id}/approve`, body);
  expect(response.status, response.text).toBe(200);
  return response.body as Approval;
}

async function undo(id: string): Promise<void> {
  const response = await asReviewer.post(`/submissions/${id}/undo`, {});
  expect(response.status, response.text).toBe(200);
}

describe('before it is decided about', () => {
  it('operators see a picture, and nobody else does', async () => {
    const { id, pictures } = await offer(2);
    const [first, second] = (await detail(id)).pictures;
    expect(first).toEqual({
      id: pictures[0],
      role: 'front',
      width: 800,
      height: 600,
      created_at: expect.any(String),
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      state: 'pending',
      bytes: expect.any(Number),
      is_on_product: false,
    });
    expect(second?.id).toBe(pictures[1]);
    const address = `/api/admin/submissions/${id}/images/${pictures[0]}`;
    const shown = await download(api, `${address}?size=200`, reviewer.headers);
    expect(shown.status).toBe(200);
    expect(shown.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(await sharp(shown.bytes).metadata()).toMatchObject({ format: 'webp', width: 200 });
    expect((await download(api, address)).status).toBe(401);
    expect(await statusOf(sizeOf(first?.sha256 ?? ''))).toBe(404);
  });

  it('a preview names what would be public', async () => {
    const { id } = await offer();
    const [sha256] = await findHashes(id);
    const { body } = await asReviewer.post(`/submissions/${id}/preview`, {});
    const { changes } = body as { changes: object[] };
    expect(changes).toContainEqual({
      field: 'contributed_pictures',
      name: 'contributed_pictures',
      key: sha256,
      effect: 'add',
      before: null,
      after: {
        role: 'front',
        lang: null,
        url: `${PUBLIC_URL}${sizeOf(sha256 ?? '')}`,
        width: 800,
        height: 600,
      },
    });
  });

  it('what came after it was shown is not approved with it', async () => {
    const submission = await offer();
    const { seen } = (await asReviewer.post(`/submissions/${submission.id}/preview`, {})).body as {
      seen: string;
    };
    await sentPicture(api, submission, await drawJpeg((numbers += 1)));
    const refused = await asReviewer.post(`/submissions/${submission.id}/approve`, { seen });
    expectAdminError(refused, 409, 'version_conflict');
  });

  it('many at once are not approved unseen', async () => {
    const { id } = await offer();
    const { body } = await asReviewer.post('/submissions/bulk', { ids: [id], action: 'approve' });
    expect(body).toMatchObject({
      done: 0,
      results: [{ result: 'refused', code: 'decision_required', details: { reason: 'has_pictures' } }],
    });
  });
});

describe('an approval', () => {
  it('makes pictures public, with their source and licence, in the product, the dump and the history', async () => {
    const { id } = await offer();
    const [sha256 = ''] = await findHashes(id);
    const { product_id: productId } = await approve(id);
    const full = `${PUBLIC_URL}${sizeOf(sha256)}`;
    const { pictures, sources } = await product(productId);
    const community = sources.find(({ code }) => code === 'community');
    expect(community?.fields).toContain('contributed_pictures');
    expect(pictures).toEqual([
      {
        role: 'front',
        lang: null,
        urls: {
          100: null,
          200: `${PUBLIC_URL}${sizeOf(sha256, 200)}`,
          400: `${PUBLIC_URL}${sizeOf(sha256, 400)}`,
          full,
        },
        width: 800,
        height: 600,
        source: 'community',
        license: community?.license ?? null,
        attribution: pictures[0]?.attribution ?? null,
      },
    ]);
    expect((await detail(id)).pictures).toMatchObject([{ state: 'approved' }]);
    const [approval] = (await listAudit(database.db, id)).filter(
      ({ action }) => action === 'submission.approved',
    );
    expect(approval?.after).toMatchObject({ pictures: [sha256] });
    const [made] = await listAudit(database.db, productId);
    expect(made?.after).toMatchObject({ contributed_pictures: { [sha256]: { url: full } } });
    const dumps = createDumpRoot();
    try {
      const manifest = await makeDump(database.db, dumps.root);
      const dumped = (await readDumpedProducts(dumps.root, manifest)).get(productId);
      expect(dumped?.pictures).toEqual(pictures);
    } finally {
      dumps.remove();
    }
  });

  it('serves them to every origin, for good, as what they are', async () => {
    const { id } = await offer();
    const [sha256 = ''] = await findHashes(id);
    await approve(id);
    for (const size of [200, 400, 1200]) {
      const { status, headers, bytes } = await download(api, sizeOf(sha256, size));
      expect(status).toBe(200);
      expect(headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=604800, immutable',
        'x-content-type-options': 'nosniff',
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
        etag: `"${sha256}-${size}"`,
      });
      expect((await sharp(bytes).metadata()).width).toBe(Math.min(size, 800));
    }
    const again = await api.request().get(sizeOf(sha256)).set('If-None-Match', `"${sha256}-1200"`);
    expect(again.status).toBe(304);
    for (const name of [`${sha256}/300.webp`, `${sha256}/200.png`, sha256, '..%2f..%2fetc/200.webp']) {
      expectError(await api.request().get(`/images/${name}`), 404, 'not_found');
    }
    expectError(await api.request().post(sizeOf(sha256)), 405, 'method_not_allowed');
  });

  it('leaves out what the operator leaves out', async () => {
    const { id, pictures } = await offer(3);
    const hashes = await findHashes(id);
    const refused = await asReviewer.post(`/submissions/${id}/approve`, { left_pictures: [id] });
    expectAdminError(refused, 400, 'validation_failed');
    const { product_id: productId } = await approve(id, { left_pictures: [pictures[1]] });
    expect((await picturesOf(productId)).map(({ urls }) => urls.full)).toEqual(
      expect.arrayContaining([0, 2].map((at) => `${PUBLIC_URL}${sizeOf(hashes[at] ?? '')}`)),
    );
    expect(await Promise.all(hashes.map((sha256) => statusOf(sizeOf(sha256))))).toEqual([200, 404, 200]);
    expect((await detail(id)).pictures.map(({ state }) => state)).toEqual([
      'approved',
      'left_out',
      'approved',
    ]);
  });

  it('adds to what the product has, and leaves the pictures of other places alone', async () => {
    const gtin = gtinOf((numbers += 1));
    const url = 'https://images.openfoodfacts.org/images/products/301/762/042/2003/front_en.633.full.jpg';
    const productId = await insertProduct(database.db, {
      name: 'Known',
      gtins: [gtin],
      facts: { pictures: [{ role: 'front', lang: 'en', url, width: null, height: null }] },
      provenance: { open_food_facts: ['name', 'pictures'] },
    });
    for (let contribution = 0; contribution < 2; contribution += 1) {
      const { id } = await offer(1, gtin);
      await approve(id, { decisions: { name: 'keep' } });
    }
    const pictures = await picturesOf(productId);
    expect(pictures.map(({ source }) => source)).toEqual(['open_food_facts', 'community', 'community']);
    expect(pictures[0]).toMatchObject({ urls: { full: url }, license: 'CC BY-SA 3.0' });
  });

  it('says which look like one that the product has', async () => {
    const gtin = gtinOf((numbers += 1));
    const number = (numbers += 1);
    const first = await offerProduct(api, { gtin, name: 'Twice' });
    await sentPicture(api, first, await drawJpeg(number));
    await approve(first.id);
    const second = await offerProduct(api, { gtin, note: 'a better picture' });
    await sentPicture(api, second, await drawQuarters(1_000, 750, number).webp({ quality: 60 }).toBuffer());
    await sentPicture(api, second, await drawJpeg((numbers += 1)));
    expect((await detail(second.id)).pictures.map(({ is_on_product: is }) => is)).toEqual([true, false]);
  });
});

describe('taking an approval back', () => {
  it('takes its pictures back, and no others', async () => {
    const gtin = gtinOf((numbers += 1));
    await insertProduct(database.db, { name: 'Known', gtins: [gtin] });
    const submissions = [];
    for (let contribution = 0; contribution < 2; contribution += 1) {
      const submission = await offer(1, gtin);
      const { product_id: productId } = await approve(submission.id, { decisions: { name: 'keep' } });
      submissions.push({ ...submission, productId, sha256: (await findHashes(submission.id))[0] ?? '' });
    }
    const [one, two] = submissions;
    if (!one || !two) throw new Error('two were sent');
    await undo(one.id);
    expect((await picturesOf(one.productId)).map(({ urls }) => urls.full)).toEqual([
      `${PUBLIC_URL}${sizeOf(two.sha256)}`,
    ]);
    expect(await statusOf(sizeOf(one.sha256))).toBe(404);
    expect(await statusOf(sizeOf(two.sha256))).toBe(200);
    expect((await detail(one.id)).pictures).toMatchObject([{ state: 'pending' }]);
    await undo(two.id);
    expect((await product(one.productId)).sources.flatMap(({ fields }) => fields)).not.toContain(
      'contributed_pictures',
    );
    await approve(one.id, { decisions: { name: 'keep' } });
    expect(await statusOf(sizeOf(one.sha256))).toBe(200);
  });

  it('does not take what a later contribution brought as well', async () => {
    const gtin = gtinOf((numbers += 1));
    await insertProduct(database.db, { name: 'Known', gtins: [gtin] });
    const file = await drawJpeg((numbers += 1));
    const ids = [];
    for (const note of ['first', 'second']) {
      const submission = await offerProduct(api, { gtin, note });
      await sentPicture(api, submission, file);
      await approve(submission.id);
      ids.push(submission.id);
    }
    const [sha256 = ''] = await findHashes(ids[0] ?? '');
    const refused = await asReviewer.post(`/submissions/${ids[0]}/undo`, {});
    expectAdminError(refused, 409, 'invalid_state');
    expect(errorOf(refused).details).toMatchObject({ reason: 'changed_since' });
    expect(await statusOf(sizeOf(sha256))).toBe(200);
  });
});

describe('a rejection', () => {
  it('leaves pictures private, and after 30 days nothing is left of them', async () => {
    const { id } = await offer();
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
  const { id } = await offer();
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
    const number = (numbers += 1);
    const file = await drawJpeg(number);
    const submission = await offerProduct(api, { gtin: gtinOf((numbers += 1)), name: 'Taken down' });
    await sentPicture(api, submission, file);
    await sentPicture(api, submission, await drawJpeg((numbers += 1)));
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
    const again = await offerProduct(api, { gtin: gtinOf((numbers += 1)), name: 'Again' });
    for (const copy of [file, await drawQuarters(640, 480, number).webp({ quality: 70 }).toBuffer()]) {
      const refused = await sendPicture(api, again, copy);
      expectError(refused, 403, 'forbidden');
      expect(errorOf(refused).details).toEqual({ reason: 'picture_blocked' });
    }
    expect(readdirSync(kept.root)).not.toContain(sha256);
    // Another one is.
    await sentPicture(api, again, await drawJpeg((numbers += 1)));
  });

  it('takes it off a product that another was merged into', async () => {
    const { id } = await offer();
    const [sha256 = ''] = await findHashes(id);
    const { product_id: loser } = await approve(id);
    const winner = await insertProduct(database.db, { name: 'Winner', gtins: [gtinOf((numbers += 1))] });
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
