import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { createTestApi, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';

describe('lists of the catalogue', () => {
  let database: TestDatabase;
  let api: TestApi;

  beforeAll(async () => {
    database = await createTestDatabase();
    api = createTestApi(database);
    for (let at = 0; at < 22; at++) {
      await insertProduct(database.db, {
        name: `Tea ${at}`,
        brand: at === 0 ? 'Other' : 'Grün & Söhne',
        category: 'things/drinks/infusions',
        qualityScore: at / 100,
      });
    }
    await insertProduct(database.db, { name: 'Old', brand: 'Gone', status: 'archived' });
  });
  afterAll(() => database.drop());

  const get = (path: string) => api.request().get(path);

  it('/ has figures, categories and products, and one field for searches', async () => {
    const { text } = await get('/');
    expect(text).toMatch(/Products<\/dt><dd>22</);
    expect(text).toContain('href="/category/drinks"');
    expect(text).toContain('Tea 21');
    expect(text.match(/role="search"/g)).toHaveLength(1);
  });

  it('/ shows a call of the API with what it answers', async () => {
    const gtin = '3017620422003';
    const id = await insertProduct(database.db, {
      name: 'Best <tea>',
      gtins: [gtin],
      category: 'things/drinks',
      qualityScore: 1,
    });
    const { text } = await get('/');
    const [, call = '', answer = ''] =
      /curl -G http:..[^/]+([^ ]+) .*?class="answer">(.*?)<\/span>/s.exec(text) ?? [];
    const [, fields = ''] = /-d fields=(\S+)/.exec(text) ?? [];
    const shown: unknown = JSON.parse(answer.replaceAll('&lt;', '<').replaceAll('&quot;', '"'));
    expect((await get(`${call}?fields=${fields}`)).body).toEqual(shown);
    await database.pool.query('delete from barcodes where product_id = $1', [id]);
    await database.pool.query(
      "update products set status = 'archived', archive_reason = 'test' where id = $1",
      [id],
    );
  });

  it('/brands lists those with products, and finds one by its name', async () => {
    const { text } = await get('/brands');
    expect(text).toContain('<a href="/brand/grun-sohne"><bdi>Grün &amp; Söhne</bdi> <span');
    expect(text).not.toContain('Gone');
    const named = await get('/brands?name=GRUN+%26+sohne');
    expect([named.status, named.headers['location']]).toEqual([303, '/brand/grun-sohne']);
    const unknown = await get('/brands?name=nobody');
    expect([unknown.status, unknown.text.includes('No brand has this name.')]).toEqual([200, true]);
  });

  it('/brands has the letters that names begin with', async () => {
    const { text } = await get('/brands');
    expect([...text.matchAll(/<h2 class="initial">(.)<\/h2>/g)].map(([, letter]) => letter)).toContain('G');
    expect(text.indexOf('<h2 class="initial">G</h2>')).toBeLessThan(text.indexOf('Grün &amp; Söhne'));
  });

  it('/brand and /category list products by quality, in pages with addresses of their own', async () => {
    for (const [path, total] of [
      ['/brand/grun-sohne', 21],
      ['/category/infusions', 22],
    ] as const) {
      const { text } = await get(path);
      expect(text).toContain(`${total} products`);
      expect(text.indexOf('Tea 21')).toBeLessThan(text.indexOf('Tea 20'));
      expect(text).toMatch(new RegExp(`<link rel="canonical" href="http://[^/]+${path}"/>`));
      expect(text).toContain(`<a href="${path}?page=2" rel="next">`);
      const next = await get(`${path}?page=2`);
      expect(next.text).toMatch(new RegExp(`<link rel="canonical" href="http://[^/]+${path}\\?page=2"/>`));
      expect(next.text).toContain(`<a href="${path}" rel="prev">`);
    }
  });

  it.each([
    ['/brand/other', 'brand_in', 'other'],
    ['/category/snacks', 'category_in', 'snacks'],
  ])('%s has the filters of a search, with itself chosen', async (path, parameter, value) => {
    const id = await insertProduct(database.db, { name: 'Bar', brand: 'Other', category: 'things/snacks' });
    const { text } = await get(path);
    expect(text).toContain('<form class="facets" action="/search">');
    expect(text).toMatch(new RegExp(`name="${parameter}" value="${value}" checked`));
    expect(text).toMatch(/<button class="apply" type="submit">Show \d+ products?</);
    await database.pool.query(
      "update products set status = 'archived', archive_reason = 'test' where id = $1",
      [id],
    );
  });

  it('/category leads up and down', async () => {
    const { text } = await get('/category/drinks');
    expect(text).toContain('<a href="/category/things">Things</a>');
    expect(text).toMatch(/<a href="\/category\/infusions">Infusions <span class="faint">22</);
    expect((await get('/categories')).text).toContain('<a href="/category/things">Things</a>');
  });

  it.each([
    '/brand/nobody',
    '/brand/gone',
    '/brand/%00',
    '/category/none',
    '/category/infusions?page=3',
    '/brands?page=2',
  ])('%s is no page', async (path) => {
    const { status, text } = await get(path);
    expect([path, status < 500 && status >= 400, text.includes('<h1>')]).toEqual([path, true, true]);
  });

  it('a page that cannot be is refused', async () => {
    for (const path of [
      '/brands?page=x',
      '/brand/other?page=0',
      '/category/infusions?page=-1',
      '/brands?name=a&name=b',
    ])
      expect((await get(path)).status, path).toBe(400);
  });
});
