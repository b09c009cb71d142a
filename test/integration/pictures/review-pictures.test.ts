import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { createDumpRoot, makeDump, readDumpedProducts } from '../../support/changes/dump-reader.ts';
import { gtinOf } from '../../support/imports/export-file.ts';
import { expectAdminError } from '../../support/callers/test-admin.ts';
import { expectError } from '../../support/test-api.ts';
import {
  download,
  drawJpeg,
  drawQuarters,
  submitProduct,
  sentPicture,
} from '../../support/pictures/test-pictures.ts';
import { errorOf, listAudit } from '../../support/review/test-submissions.ts';
import { openPictureDesk, PUBLIC_URL } from '../../support/pictures/picture-desk.ts';

const desk = await openPictureDesk();
const {
  database,
  api,
  reviewer,
  asReviewer,
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

describe('before it is decided about', () => {
  it('operators see a picture, and nobody else does', async () => {
    const { id, pictures } = await submit(2);
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
    const { id } = await submit();
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
    const submission = await submit();
    const { seen } = (await asReviewer.post(`/submissions/${submission.id}/preview`, {})).body as {
      seen: string;
    };
    await sentPicture(api, submission, await drawJpeg(nextNumber()));
    const refused = await asReviewer.post(`/submissions/${submission.id}/approve`, { seen });
    expectAdminError(refused, 409, 'version_conflict');
  });

  it('many at once are not approved unseen', async () => {
    const { id } = await submit();
    const { body } = await asReviewer.post('/submissions/bulk', { ids: [id], action: 'approve' });
    expect(body).toMatchObject({
      done: 0,
      results: [{ result: 'refused', code: 'decision_required', details: { reason: 'has_pictures' } }],
    });
  });
});

describe('an approval', () => {
  it('makes pictures public, with their source and licence, in the product, the dump and the history', async () => {
    const { id } = await submit();
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
    const { id } = await submit();
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
    const { id, pictures } = await submit(3);
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
    const gtin = gtinOf(nextNumber());
    const url = 'https://images.openfoodfacts.org/images/products/301/762/042/2003/front_en.633.full.jpg';
    const productId = await insertProduct(database.db, {
      name: 'Known',
      gtins: [gtin],
      facts: { pictures: [{ role: 'front', lang: 'en', url, width: null, height: null }] },
      provenance: { open_food_facts: ['name', 'pictures'] },
    });
    for (let count = 0; count < 2; count += 1) {
      const { id } = await submit(1, gtin);
      await approve(id, { decisions: { name: 'keep' } });
    }
    const pictures = await picturesOf(productId);
    expect(pictures.map(({ source }) => source)).toEqual(['open_food_facts', 'community', 'community']);
    expect(pictures[0]).toMatchObject({ urls: { full: url }, license: 'CC BY-SA 3.0' });
  });

  it('says which look like one that the product has', async () => {
    const gtin = gtinOf(nextNumber());
    const number = nextNumber();
    const first = await submitProduct(api, { gtin, name: 'Twice' });
    await sentPicture(api, first, await drawJpeg(number));
    await approve(first.id);
    const second = await submitProduct(api, { gtin, note: 'a better picture' });
    await sentPicture(api, second, await drawQuarters(1_000, 750, number).webp({ quality: 60 }).toBuffer());
    await sentPicture(api, second, await drawJpeg(nextNumber()));
    expect((await detail(second.id)).pictures.map(({ is_on_product: is }) => is)).toEqual([true, false]);
  });
});

describe('taking an approval back', () => {
  it('takes its pictures back, and no others', async () => {
    const gtin = gtinOf(nextNumber());
    await insertProduct(database.db, { name: 'Known', gtins: [gtin] });
    const submissions = [];
    for (let count = 0; count < 2; count += 1) {
      const submission = await submit(1, gtin);
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

  it('does not take what a later submission brought as well', async () => {
    const gtin = gtinOf(nextNumber());
    await insertProduct(database.db, { name: 'Known', gtins: [gtin] });
    const file = await drawJpeg(nextNumber());
    const ids = [];
    for (const note of ['first', 'second']) {
      const submission = await submitProduct(api, { gtin, note });
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
