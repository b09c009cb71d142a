import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SubmissionDetail } from '../../../src/review/decisions/review-contract.ts';
import { createAdminCaller, type AdminCaller } from '../../support/callers/test-admin.ts';
import { insertKey } from '../../support/callers/test-limits.ts';
import { signInTestOperator } from '../../support/callers/test-operator.ts';
import { createOffDesk, OFF_HOST, type OffDesk } from '../../support/compatible/off-desk.ts';
import { gtinOf } from '../../support/imports/export-file.ts';

const SPREAD = '3017620422003';
const FORM = '/off/cgi/product_jqm2.pl';

let desk: OffDesk;
let key: string;
let accountId: string;
let reviewer: AdminCaller;

beforeAll(async () => {
  desk = await createOffDesk();
  const { db } = desk.catalogue.database;
  ({ key, accountId } = await insertKey(db));
  reviewer = createAdminCaller(desk.api, (await signInTestOperator(db, 'reviewer')).headers);
});
afterAll(async () => {
  await desk.close();
});

const withKey = () => ({ Authorization: `Bearer ${key}` });
const sendForm = (fields: Record<string, string>, headers: Record<string, string> = withKey()) =>
  desk.send('post', FORM, headers).type('form').send(fields);
interface Saved {
  submission: { id: string; answer_token?: string };
}
const idOf = ({ body }: { body: unknown }) => (body as Saved).submission.id;
const detailOf = async (id: string) => (await reviewer.get(`/submissions/${id}`)).body as SubmissionDetail;

describe('a form that writes', () => {
  test('becomes a submission of the account, and no product changes', async () => {
    const code = gtinOf(71);
    const response = await sendForm({
      code,
      lang: 'de',
      product_name: 'Haferkekse',
      product_name_en: 'Oat biscuits',
      generic_name_de: 'Kekse aus Hafer',
      brands: 'Avelotta, Harbour Foods',
      quantity: '250 g (2 x 125 g)',
      categories: 'en:snacks, Biscuits',
      labels: 'en:organic, No gluten, en:made-in-france',
      countries: 'Germany, en:france',
      stores: 'Harbour Market',
      ingredients_text: 'Hafer, Butter',
      allergens: 'en:milk, lupine seeds',
      traces: 'en:nuts',
      serving_size: '25 g',
      nutrition_data_per: '100g',
      'nutriment_energy-kcal': '450',
      'nutriment_energy-kcal_unit': 'kcal',
      nutriment_sodium: '400',
      nutriment_sodium_unit: 'mg',
      'nutriment_saturated-fat': '8,5',
      'nutriment_vitamin-c': '12',
      'nutriment_vitamin-c_unit': 'mg',
      nutriment_caffeine: '<1',
      emb_codes: 'EMB 1234',
      comment: 'from the packet',
      app_name: 'Basket',
      app_version: '2.1',
      brand_owner: '',
      user_id: 'somebody',
      password: 'unknown here',
    }).expect(200);
    expect(response.body).toMatchObject({
      code,
      status: 1,
      status_verbose: 'fields saved',
      submission: { status: 'pending', answer_token: expect.any(String) as string },
    });
    const detail = await detailOf(idOf(response));
    expect(detail).toMatchObject({
      source: 'public',
      status: 'pending',
      content: {
        name: 'Haferkekse',
        name_lang: 'de',
        names: { en: 'Oat biscuits' },
        generic_names: { de: 'Kekse aus Hafer' },
        brand: 'Avelotta',
        brands: ['Avelotta', 'Harbour Foods'],
        net_content_value: 250,
        net_content_unit: 'g',
        labels: ['organic', 'gluten-free'],
        labels_other: ['made in france'],
        countries_sold: ['Germany', 'France'],
        stores: ['Harbour Market'],
        ingredients_text: 'Hafer, Butter',
        ingredients_lang: 'de',
        allergens: ['milk'],
        allergens_other: ['lupine seeds'],
        traces: ['nuts'],
        serving_size: '25 g',
        nutrition_basis: '100g',
      },
    });
    const { nutriments, note, category } = detail.content;
    expect(nutriments).toEqual({
      energy_kcal: 450,
      energy_kj: expect.closeTo(1883, 0) as number,
      sodium_mg: 400,
      salt_g: 1,
      saturated_fat_g: 8.5,
      vitamin_c_mg: 12,
    });
    expect(category).toBe('biscuits');
    expect(note).toBe(
      'from the packet; quantity: 250 g (2 x 125 g); nutriment_caffeine: <1; emb_codes: EMB 1234; sent by Basket 2.1',
    );
    const [row] = await desk.catalogue.query(
      `select account_id, source from submissions where id = '${idOf(response)}'`,
    );
    expect(row).toEqual({ account_id: accountId, source: 'public' });
    await desk.read(`/off/api/v2/product/${code}`).expect(404);
  });

  test('is approved by a reviewer, and is read back', async () => {
    const code = gtinOf(72);
    const sent = await sendForm({
      code,
      product_name: 'Quince jelly',
      lang: 'en',
      brands: 'Avelotta',
    }).expect(200);
    const { status, text } = await reviewer.post(`/submissions/${idOf(sent)}/approve`, {
      overrides: { category: 'spreads' },
    });
    expect(status, text).toBe(200);
    const { body } = await desk.read(`/off/api/v2/product/${code}?fields=product_name,brands`).expect(200);
    expect(body).toMatchObject({ product: { product_name: 'Quince jelly', brands: 'Avelotta' } });
    const { body: own } = await desk.api
      .request()
      .get('/api/public/submissions?mine=true')
      .set(withKey())
      .expect(200);
    expect((own as { items: object[] }).items).toContainEqual(
      expect.objectContaining({ id: idOf(sent), status: 'approved' }),
    );
  });

  test('of a known product keeps its language, and a name in another one is a translation', async () => {
    const sent = await sendForm({ code: SPREAD, lang: 'en', product_name_en: 'Hazelnut spread' }).expect(200);
    const { content } = await detailOf(idOf(sent));
    expect(content).toEqual({ names: { en: 'Hazelnut spread' } });
  });

  test.each([
    ['as an addition', 'product_jqm_multilingual.pl', { add_brands: 'Dune', product_name_en: 'Tea' }],
    ['as a tag', 'product_jqm2.pl', { brands_tags: 'Dune', product_name: 'Tea' }],
  ])('names a brand %s', async (_what, path, fields) => {
    const code = gtinOf(path.length);
    const sent = await desk
      .send('post', `/off/cgi/${path}`, withKey())
      .type('form')
      .send({ code, lang: 'en', ...fields })
      .expect(200);
    const { content } = await detailOf(idOf(sent));
    expect(content).toEqual({ name: 'Tea', name_lang: 'en', brand: 'Dune' });
  });

  test('may be multipart, and JSON of any declared type', async () => {
    const multipart = await desk
      .send('post', FORM, withKey())
      .field('code', gtinOf(73))
      .field('product_name', 'In parts')
      .expect(200);
    expect((await detailOf(idOf(multipart))).content).toEqual({ name: 'In parts' });
    const json = await desk
      .send('post', FORM, withKey())
      .set('Content-Type', 'text/plain; charset=utf-8')
      .send(JSON.stringify({ code: gtinOf(74), product_name: 'As JSON', nutriments: { fat_100g: 3 } }))
      .expect(200);
    expect((await detailOf(idOf(json))).content).toEqual({
      name: 'As JSON',
      nutriments: { fat_g: 3 },
      nutrition_basis: '100g',
    });
  });

  test('that is sent again is the submission that waits', async () => {
    const fields = { code: SPREAD, stores: 'Dune Market' };
    const first = await sendForm(fields).expect(200);
    const second = await sendForm(fields).expect(200);
    expect(second.body).toEqual({
      code: SPREAD,
      status: 1,
      status_verbose: 'fields saved',
      submission: { id: idOf(first), status: 'pending' },
    });
    const { key: other } = await insertKey(desk.catalogue.database.db);
    const third = await sendForm(fields, { 'X-API-Key': other }).expect(200);
    expect(idOf(third)).not.toBe(idOf(first));
  });
});

describe('a JSON body that writes', () => {
  const body = {
    lc: 'fr',
    product: { product_name_fr: 'Pâte', labels_tags: ['en:vegan'], nutriments: { sugars: 50 } },
  };

  test('is answered as its version answers', async () => {
    const path = `/api/v2/product/${SPREAD}`;
    const second = await desk.send('patch', `/off${path}`, withKey()).send(body).expect(200);
    expect(second.body).toMatchObject({ code: SPREAD, status: 1, status_verbose: 'fields saved' });
    expect((await detailOf(idOf(second))).content).toEqual({
      name: 'Pâte',
      name_lang: 'fr',
      labels: ['vegan'],
      nutriments: { sugars_g: 50 },
      nutrition_basis: '100g',
    });
    const third = await desk
      .send('patch', `/off/k/${key}/api/v3.2/product/${SPREAD}`)
      .send({ ...body, product: { ...body.product, quantity: '400 g' } })
      .expect(200);
    expect(third.body).toMatchObject({
      code: SPREAD,
      status: 'success',
      result: { id: 'product_updated' },
      errors: [],
    });
    await desk
      .send('patch', path, { ...withKey(), Host: OFF_HOST })
      .send(body)
      .expect(200);
  });
});

test('Search-a-licious is asked by a JSON body too', async () => {
  const { body } = await desk
    .send('post', '/off/search')
    .send({
      q: 'tartiner',
      langs: ['fr'],
      fields: ['code', 'product_name'],
      page: 1,
      page_size: 5,
      facets: [],
    })
    .expect(200);
  expect(body).toMatchObject({ hits: [{ code: SPREAD }], count: 1, page_size: 5 });
  await desk.send('post', '/off/search').send({ q: 5 }).expect(400);
});

test('the description tells the writing endpoints with their bodies', async () => {
  const { body } = await desk.read('/off/openapi.json').expect(200);
  const { paths } = body as { paths: Record<string, Record<string, { requestBody?: { content: object } }>> };
  expect(Object.keys(paths['/cgi/product_jqm2.pl']?.['post']?.requestBody?.content ?? {})).toEqual([
    'application/x-www-form-urlencoded',
    'multipart/form-data',
  ]);
  for (const [path, method] of [
    ['/api/v3/product/{code}', 'patch'],
    ['/cgi/product_image_upload.pl', 'post'],
    ['/cgi/session.pl', 'post'],
    ['/search', 'post'],
  ] as const)
    expect(paths[path]?.[method]?.requestBody).toBeDefined();
});
