import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SubmissionDetail } from '../../../src/review/decisions/review-contract.ts';
import { createAdminCaller, type AdminCaller } from '../../support/callers/test-admin.ts';
import { insertKey } from '../../support/callers/test-limits.ts';
import { signInTestOperator } from '../../support/callers/test-operator.ts';
import { SPARKY } from '../../support/compatible/app-demands.ts';
import { createOffDesk, type OffDesk } from '../../support/compatible/off-desk.ts';
import { gtinOf } from '../../support/imports/export-file.ts';

const SPREAD = '3017620422003';

let desk: OffDesk;
let key: string;
let reviewer: AdminCaller;

beforeAll(async () => {
  desk = await createOffDesk();
  const { db } = desk.catalogue.database;
  ({ key } = await insertKey(db));
  reviewer = createAdminCaller(desk.api, (await signInTestOperator(db, 'reviewer')).headers);
});
afterAll(async () => {
  await desk.close();
});

const contentOf = async ({ body }: { body: unknown }) => {
  const { id } = (body as { submission: { id: string } }).submission;
  return ((await reviewer.get(`/submissions/${id}`)).body as SubmissionDetail).content;
};

/**
 * SparkyFitnessServer/integrations/openfoodfacts: openFoodFactsAuth.ts (loginToOpenFoodFacts, parseSessionCookie) and
 * openFoodFactsContribution.ts (getExistingNutritionBasis, buildOpenFoodFactsProductForm, submitPreparedOpenFoodFactsProduct).
 */
test('SparkyFitness signs in, asks for the basis of a product, and writes', async () => {
  const signedIn = await desk
    .send('post', '/off/cgi/session.pl', SPARKY)
    .type('form')
    .send({ user_id: 'owner@example.org', password: key, '.submit': 'Sign-in' })
    .expect(200);
  expect(signedIn.text).not.toMatch(/Incorrect user name or password/i);
  const cookies = signedIn.headers['set-cookie'] as unknown as string[];
  const [, session] = cookies.map((one) => /(?:^|;\s*)session=([^;]+)/.exec(one)).find(Boolean) ?? [];
  const headers = { ...SPARKY, Cookie: `session=${session}` };
  const code = gtinOf(91);
  const { body } = await desk
    .read(`/off/api/v2/product/${code}.json?fields=nutrition_data_per`, headers)
    .expect(404);
  expect(body).toMatchObject({ status: 0 });
  const written = await desk
    .send('post', '/off/cgi/product_jqm_multilingual.pl', headers)
    .type('form')
    .send({
      code,
      lang: 'en',
      lc: 'en',
      product_name_en: 'Oat drink',
      nutrition_data_per: 'serving',
      serving_size: '250 ml',
      comment: 'Contributed from SparkyFitness',
      add_brands: 'Dune',
      'nutriment_energy-kcal': '115',
      'nutriment_energy-kcal_unit': 'kcal',
      nutriment_sodium: '105',
      nutriment_sodium_unit: 'mg',
      'nutriment_vitamin-a': '90',
      'nutriment_vitamin-a_unit': 'µg',
      app_name: 'SparkyFitness',
      app_version: '0.16.4',
      app_uuid: '6f1d',
    })
    .expect(200);
  expect(written.body).toMatchObject({ status: 1, status_verbose: 'fields saved' });
  expect(await contentOf(written)).toEqual({
    name: 'Oat drink',
    name_lang: 'en',
    brand: 'Dune',
    serving_size: '250 ml',
    nutrition_basis: 'serving',
    nutriments: {
      energy_kcal: 115,
      energy_kj: expect.closeTo(481, 0) as number,
      sodium_mg: 105,
      salt_g: expect.closeTo(0.2625, 3) as number,
      vitamin_a_ug: 90,
    },
    note: 'Contributed from SparkyFitness; sent by SparkyFitness 0.16.4',
  });
  const { body: refusal } = await desk
    .send('post', '/off/cgi/product_jqm_multilingual.pl', { ...SPARKY, Cookie: 'session=ended' })
    .type('form')
    .send({ code, product_name_en: 'Oat drink' })
    .expect(401);
  expect(refusal).toMatchObject({ status: 0, status_verbose: 'no user credentials' });
});

test('a product that is sent back unchanged changes no fact and leaves no note', async () => {
  const { body } = await desk.read(`/off/api/v2/product/${SPREAD}`).expect(200);
  const { product } = body as { product: Record<string, unknown> };
  const stored = (
    (await desk.api.get(`/products/barcode/${SPREAD}`)).body as { nutriments: Record<string, number> }
  ).nutriments;
  const sent = await desk
    .send('patch', `/off/k/${key}/api/v3/product/${SPREAD}`)
    .send({ product: { ...product, stores: 'Another Market' } })
    .expect(200);
  const content = await contentOf(sent);
  expect(content['nutriments']).toMatchObject(stored);
  expect(content).toMatchObject({
    name: 'Pâte à tartiner aux noisettes',
    name_lang: 'fr',
    names: { de: 'Haselnussaufstrich' },
    brands: ['Avelotta', 'Harbour Foods'],
    net_content_value: 400,
    net_content_unit: 'g',
    labels: ['gluten-free', 'organic'],
    countries_sold: ['France', 'United States'],
    stores: ['Another Market'],
    nutrition_basis: '100g',
  });
  expect(content['note']).toBe('quantity: 14 oz (400 g)');
});
