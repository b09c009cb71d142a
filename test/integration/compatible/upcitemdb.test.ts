import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertKey } from '../../support/callers/test-limits.ts';
import { createOffDesk, type OffDesk } from '../../support/compatible/off-desk.ts';

let desk: OffDesk;

beforeAll(async () => {
  desk = await createOffDesk();
});
afterAll(async () => {
  await desk.close();
});

test('a barcode is answered as UPCitemdb answers', async () => {
  const { body } = await desk.read('/upc/prod/trial/lookup?upc=3017620422003&s=1').expect(200);
  expect(body).toMatchObject({
    code: 'OK',
    total: 1,
    offset: 0,
    items: [
      {
        ean: '3017620422003',
        gtin: '03017620422003',
        title: 'Avelotta Pâte à tartiner aux noisettes',
        brand: 'Avelotta',
        size: '400 g',
        images: ['https://images.openfoodfacts.org/images/products/301/762/042/2003/front_fr.4.400.jpg'],
        offers: [],
        attribution: ['Open Food Facts (ODbL 1.0)'],
      },
    ],
  });
});

test('a UPC has its 12 digits', async () => {
  const { body } = await desk.read('/upc/prod/trial/lookup?upc=000101209159').expect(200);
  expect(body).toMatchObject({ items: [{ upc: '000101209159', ean: '0000101209159' }] });
});

test('an unknown barcode has no items, and an invalid one is refused in their form', async () => {
  const { body } = await desk.read('/upc/prod/trial/lookup?upc=96385074').expect(200);
  expect(body).toEqual({ code: 'OK', total: 0, offset: 0, items: [] });
  for (const upc of ['', 'abc', '123', '9'.repeat(60), '3017620422004']) {
    const { body: refusal } = await desk.read(`/upc/prod/trial/lookup?upc=${upc}`).expect(400);
    expect(refusal).toMatchObject({ code: 'INVALID_UPC' });
  }
});

test('a key counts in their header, and a wrong one is refused', async () => {
  const { key } = await insertKey(desk.catalogue.database.db);
  const { headers } = await desk
    .read('/upc/prod/v1/lookup?upc=3017620422003', { user_key: key, key_type: '3scale' })
    .expect(200);
  expect(headers['x-quota-used']).toBe('1');
  const { body } = await desk.read('/upc/prod/trial/lookup?upc=3017620422003', { user_key: 'x' }).expect(401);
  expect(body).toMatchObject({ code: 'AUTH_ERR' });
});

test('it is described', async () => {
  const { body } = await desk.read('/upc/openapi.json').expect(200);
  expect(Object.keys((body as { paths: object }).paths)).toContain('/prod/trial/lookup');
});
