import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { createTestApi, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';

const GTIN = '3017620422003';

describe('the page of a search', () => {
  let database: TestDatabase;
  let api: TestApi;

  beforeAll(async () => {
    database = await createTestDatabase();
    api = createTestApi(database);
    for (let at = 0; at < 24; at++) {
      await insertProduct(database.db, {
        name: `Oat drink ${String(at).padStart(2, '0')}`,
        brand: at % 2 === 0 ? 'Even' : 'Odd',
        category: at < 20 ? 'food/drinks' : 'food/other',
        countryOfOrigin: 'Italy',
        gtins: at === 0 ? [GTIN] : [],
        food: {
          nutriScore: at < 12 ? 'a' : 'b',
          allergens: at === 5 ? ['milk'] : ['gluten'],
          ...(at === 7 && { nutritionBasis: '100g', nutriments: { salt_g: 0.1, sugars_g: 4 } }),
        },
        assured: at === 5 ? [] : ['a:milk'],
      });
    }
  });
  afterAll(() => database.drop());

  const get = (path: string) => api.request().get(path);
  const unmarked = (html: string) => html.replaceAll(/<\/?mark>/g, '');
  const namesOf = (html: string) =>
    [...unmarked(html).matchAll(/>(Oat drink \d\d)</g)].map(([, name]) => name);

  it('has results, facets and the way to the next page, and is for readers alone', async () => {
    const { status, text } = await get('/search?q=oat+drink');
    expect(status).toBe(200);
    expect(namesOf(text)).toHaveLength(20);
    expect(text).toContain('24 products');
    expect(text).toContain('<meta name="robots" content="noindex"/>');
    expect(text).toMatch(/href="\/search\?q=oat\+drink&amp;page=2" rel="next"/);
    expect(text).toMatch(/name="brand_in" value="even"\/> <bdi>Even<\/bdi><span class="faint"> 12/);
    const next = await get('/search?q=oat+drink&page=2');
    expect(namesOf(next.text)).toHaveLength(4);
    expect(next.text).toMatch(/page=1" rel="prev"/);
  });

  it('marks what matches in names and brands, as text', async () => {
    const brand = 'Tom & <b>Odds</b>';
    await insertProduct(database.db, { name: '<i>Rye & spelt</i>', brand, category: 'food/breads' });
    const { text } = await get('/search?q=spelt+i+odds');
    expect(text).toContain('&lt;<mark>i</mark>>Rye &amp; <mark>spelt</mark>&lt;/<mark>i</mark>></a>');
    expect(text).toContain('<bdi>Tom &amp; &lt;b><mark>Odds</mark>&lt;/b></bdi>');
    expect((await get('/search')).text).not.toContain('<mark>');
  });

  it('finds a product by brand and words of its name', async () => {
    expect(namesOf((await get('/search?q=even+drink+02')).text)[0]).toBe('Oat drink 02');
    expect(namesOf((await get('/search?q=odd')).text)).toHaveLength(12);
  });

  it('takes what its form sends: a parameter for each box that is ticked', async () => {
    const { text } = await get(
      '/search?q=oat&sort=name&brand_in=even&brand_in=odd&nutri_score_in=b&category_in=other&country_in=',
    );
    expect(namesOf(text)).toEqual(['Oat drink 20', 'Oat drink 21', 'Oat drink 22', 'Oat drink 23']);
    expect(text).toMatch(/value="even" checked/);
    expect(text).toMatch(/<option (selected )?value="name"( selected)?>By name/);
    // Each can be taken back.
    expect(text).toContain(
      'href="/search?q=oat&amp;sort=name&amp;category_in=other&amp;nutri_score_in=b&amp;brand_in=odd"',
    );
  });

  it('keeps what its form has no field for', async () => {
    const { text } = await get('/search?kind_in=food&nutrient=salt%3C1,sugars%3E2&sort=-nutrient:salt');
    expect(text).toMatch(/type="hidden" name="kind_in" value="food"/);
    expect(text).toMatch(/type="hidden" name="nutrient" value="salt&lt;1,sugars>2"/);
    expect(text).toMatch(/<option [^>]*value="-nutrient:salt"[^>]*>Salt ↓/);
  });

  it('has no filters where nothing was found, and a long list whole when asked', async () => {
    expect((await get('/search?q=zzzzzzzzzz')).text).not.toContain('class="facets"');
    for (let at = 0; at < 25; at++)
      await insertProduct(database.db, { name: `Spelt bread ${at}`, brand: `Bakery ${at}` });
    const brandsOf = (html: string) => html.match(/name="brand_in" value="bakery-/g)?.length;
    const first = (await get('/search?q=spelt+bread')).text;
    expect(brandsOf(first)).toBeLessThanOrEqual(10);
    expect(first).toMatch(/<button [^>]*name="all" value="1"[^>]*>Show all</);
    const all = (await get('/search?q=spelt+bread&all=1')).text;
    expect(brandsOf(all)).toBe(25);
    expect(all).toMatch(/<input class="find" type="search"/);
    expect(all).toMatch(/type="hidden" name="all" value="1"/);
    await database.pool.query("delete from products where name like 'Spelt bread %'");
  });

  it('offers roots, and the categories below the chosen one', async () => {
    await insertProduct(database.db, { name: 'Oat soap', category: 'beauty/soaps', kind: 'beauty' });
    const listed = (html: string) =>
      [...html.matchAll(/type="radio" name="category_in" value="([^"]+)"( checked)?/g)].map(
        ([, code, checked]) => `${code}${checked ?? ''}`,
      );
    expect(listed((await get('/search?q=oat')).text)).toEqual(['food', 'beauty']);
    expect(listed((await get('/search?q=oat&category_in=food')).text)).toEqual([
      'food checked',
      'drinks',
      'other',
      'beauty',
    ]);
    expect(listed((await get('/search?q=oat&category_in=soaps')).text)).toEqual([
      'food',
      'beauty',
      'body',
      'soaps checked',
    ]);
  });

  it.each([
    ['q=vegan+oat+drink', 'q=oat+drink&diet=vegan&typed=vegan+oat+drink'],
    ['q=gluten+free+bread&sort=name', 'q=bread&sort=name&allergen_not_in=gluten&typed=gluten+free+bread'],
    ['q=Gluten-free+bread', 'q=bread&allergen_not_in=gluten&typed=Gluten-free+bread'],
    [
      'q=pain+sans+gluten+sans+lait',
      'q=pain&allergen_not_in=gluten&allergen_not_in=milk&typed=pain+sans+gluten+sans+lait',
    ],
    ['q=V%C3%A9g%C3%A9tarien', 'diet=vegetarian&typed=V%C3%A9g%C3%A9tarien'],
    [
      'q=Glutenfreies+glutenfrei&allergen_not_in=milk',
      'q=Glutenfreies&allergen_not_in=milk&allergen_not_in=gluten&typed=Glutenfreies+glutenfrei',
    ],
  ])('takes the words of %s as filters', async (asked, understood) => {
    const { status, headers } = await get(`/search?${asked}`);
    expect([status, headers['location']]).toEqual([303, `/search?${understood}`]);
  });

  it('says that words were taken as filters, and searches for them where that is meant', async () => {
    const { text } = await get('/search?q=oat+drink&allergen_not_in=milk&typed=milk+free+oat+drink');
    expect(text).toContain('23 products');
    expect(text).toContain('href="/search?q=milk+free+oat+drink&amp;typed=milk+free+oat+drink"');
    const words = await get('/search?q=milk+free+oat+drink&typed=milk+free+oat+drink');
    expect([words.status, words.text.includes('Some words were taken')]).toEqual([200, false]);
    // Neither is a wish: with lactose there is milk.
    for (const q of ['oat+milk', 'lactose+free+drink', 'free+gluten'])
      expect((await get(`/search?q=${q}`)).status, q).toBe(200);
  });

  it('offers the brand that a text comes closest to, unless it is spelt right', async () => {
    await insertProduct(database.db, { name: 'Pralines', brand: 'Côte d’Or', category: 'food/other' });
    await insertProduct(database.db, { name: 'Hazelnut spread', brand: 'Avelotta', category: 'food/other' });
    const meantOf = async (q: string) =>
      /Did you mean: <a href="([^"]+)"/.exec((await get(`/search?q=${q}`)).text)?.[1];
    expect(await meantOf('avelota+hazelnut')).toBe('/brand/avelotta');
    expect(await meantOf('cote+dor+pralines')).toBe('/brand/cote-d-or');
    expect(await meantOf('avelotta+hazelnut')).toBeUndefined();
    expect(await meantOf('hazelnut')).toBeUndefined();
  });

  it('offers the product of a barcode whose check digit is wrong', async () => {
    const wrong = `${GTIN.slice(0, -1)}${(Number(GTIN.at(-1)) + 1) % 10}`;
    const { text } = await get(`/product/${wrong}`);
    expect(text).toContain(`Did you mean: <a href="/product/${GTIN}"><bdi>Oat drink 00</bdi></a>`);
    expect((await get('/product/4006381333932')).text).not.toContain('Did you mean');
  });

  it('shows the barcodes of cards that look the same', async () => {
    for (const gtin of ['4006381333931', '4006381333948'])
      await insertProduct(database.db, { name: 'Twin loaf', brand: 'Even', gtins: [gtin] });
    const { text } = await get('/search?q=twin+loaf');
    expect(text).toContain('<span class="faint">4006381333931</span>');
    expect(text).toContain('<span class="faint">4006381333948</span>');
    expect((await get('/search?q=oat+drink')).text).not.toContain(`<span class="faint">${GTIN}</span>`);
    await database.pool.query("delete from products where name = 'Twin loaf'");
  });

  it('keeps what was typed where it cannot answer, and leads on', async () => {
    const { status, text } = await get('/search?q=oat+drink&sort=price');
    expect(status).toBe(400);
    expect(text).toMatch(/<input id="top-search"[^>]* value="oat drink"/);
    expect(text).toContain('<a class="button plain" href="/categories">Categories</a>');
  });

  it('leaves out an allergen', async () => {
    const { text } = await get('/search?allergen_not_in=milk&page=2');
    expect(text).toContain('23 products');
    expect(text).toMatch(/value="milk" checked/);
  });

  it.each([
    GTIN,
    '3017620%20422003',
    '3-017620-422003',
    '%E2%80%8E3%E2%80%93017620%E2%80%91422003%0D%0A',
    `0${GTIN}`,
  ])('leads from the barcode %s to the product', async (q) => {
    const { status, headers } = await get(`/search?q=${q}`);
    expect([status, headers['location']]).toEqual([303, `/product/${GTIN}`]);
  });

  it('leads from a barcode of nothing to the page that says what it is', async () => {
    const { status, headers } = await get('/search?q=4006381333931');
    expect([status, headers['location']]).toEqual([303, '/product/4006381333931']);
  });

  it('offers to add what was not found', async () => {
    const { status, text } = await get('/search?q=zzzzzzzzzz');
    expect(status).toBe(200);
    expect(text).toContain('Nothing was found');
    expect(text).toContain('href="/contribute"');
    expect(text).toContain('href="/scan"');
  });

  it.each([
    'page=0',
    'page=100',
    'q=a&q=b',
    'sort=price',
    'brand_in=nobody',
    'nutri_score_in=x',
    'nutri_score_in=a&nutri_score_in=%FF',
    'q=%FF',
    'q=%00',
    `q=${'x'.repeat(201)}`,
    'brand_in=%00',
  ])('says of %s that it cannot be', async (query) => {
    const { status, text, headers } = await get(`/search?q=oat&${query}`);
    expect([status, headers['content-type']]).toEqual([400, 'text/html; charset=utf-8']);
    expect(text).toContain('That cannot be shown');
  });

  it('says when the names are only like what was typed', async () => {
    expect((await get('/search?q=oat+drnk')).text).toContain('these come closest');
    for (const typed of ['oat+drink', 'oat+drin', 'Drink+oa']) {
      const { text } = await get(`/search?q=${typed}`);
      expect(text, typed).toContain('class="unseen">Nutri-Score');
      expect(text, typed).not.toContain('these come closest');
    }
  });

  it('has cards with brand, content, Nutri-Score and a drawing of the category, and no quality of data', async () => {
    const { text } = await get('/search?q=oat+drink&size=1');
    expect(text).toContain('class="unseen">Nutri-Score A</span>');
    expect(text).toContain('class="thumb icon-basket"');
    expect(text).not.toContain('<meter');
  });

  it('shows categories as a tree', async () => {
    const { text } = await get('/search?q=oat+drink');
    expect(text).toMatch(/value="food".*?<ul><li><label><input[^>]*value="drinks".*?value="other".*?<\/ul>/);
  });

  it('leads out of filters that leave nothing', async () => {
    const { text } = await get('/search?q=oat+drink&category_in=other&nutri_score_in=a');
    expect(text).toContain('href="/search?q=oat+drink">Search without filters');
    expect(text).toContain('href="/search?q=drink"><bdi>drink</bdi>');
    expect(text).toContain('Remove all');
    expect(text).toContain('<span class="unseen">Remove: </span>Nutri-Score: <bdi>A</bdi>');
    const french = await get('/search?diet=vegan&nutri_score_in=a&lang=fr');
    expect(french.text).toMatch(/Nutri-Score : <bdi>A<\/bdi>/);
  });

  it('shows what was asked, and runs nothing of it', async () => {
    const { text } = await get('/search?q=%22%3E%3Cscript%3Ealert(1)%3C/script%3E');
    expect(text).not.toContain('<script>alert');
    expect(text).toContain(
      'value="&quot;&gt;&lt;script&gt;alert(1)'.replaceAll('&gt;', text.includes('&quot;>') ? '>' : '&gt;'),
    );
  });
});
