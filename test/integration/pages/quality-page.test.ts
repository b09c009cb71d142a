import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { createTestApi, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';

let database: TestDatabase;
let api: TestApi;
let id: string;
beforeAll(async () => {
  database = await createTestDatabase();
  api = createTestApi(database);
  id = await insertProduct(database.db, { name: 'Oat drink', food: { nutriments: { fat_g: 1.5 } } });
});
afterAll(() => database.drop());

const open = async (address: string) => (await api.request().get(address)).text;

it('says what is there and what is missing, each with the form of that fact alone', async () => {
  expect(await open(`/product/id/${id}`)).toContain(`href="/product/id/${id}/quality"`);
  const html = await open(`/product/id/${id}/quality`);
  expect(html).toContain('How the quality of the data comes about');
  expect(html).toMatch(/Name<\/th>.*?There\..*?Correct it/s);
  expect(html).toMatch(/Add: Energy, Saturated fat, Carbohydrates, Sugars, Proteins?,? and Salt/);
  const links = [...html.matchAll(/href="(\/contribute\?product=[^"]*)"/g)].map(([, link = '']) =>
    link.replaceAll('&amp;', '&'),
  );
  expect(links.length).toBeGreaterThan(8);
  for (const link of links) {
    const form = await open(link);
    expect(form, link).toContain(' autofocus');
    expect(form, link).toContain('Complete or correct other facts');
  }
});

it('leads to the barcode and to the price alone', async () => {
  const barcode = await open(`/contribute?product=${id}&fact=barcode`);
  expect(barcode).toMatch(/name="gtin"[^>]* autofocus|autofocus[^>]* name="gtin"/);
  expect(barcode).not.toContain('name="brand"');
  const price = await open(`/contribute?product=${id}&fact=msrp`);
  expect(price).toMatch(/name="msrp.amount"[^>]* autofocus|autofocus[^>]* name="msrp.amount"/);
});

it('is no page where there is no product', async () => {
  expect((await api.request().get(`/product/id/${crypto.randomUUID()}/quality`)).status).toBe(404);
});
