import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertKindFields, insertProduct } from '../../support/catalogue/catalogue.ts';
import { createTestApi, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import {
  insertDisputedProduct,
  DISPUTED_GTIN,
  DISPUTED_NAME,
  DISPUTED_PICTURE,
} from '../../support/catalogue/disputed-product.ts';

const UNKNOWN_GTIN = '4006381333931';

describe('the page of a product', () => {
  let database: TestDatabase;
  let api: TestApi;
  let disputed: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    api = createTestApi(database, { publicUrl: 'https://facts.example.org' });
    disputed = await insertDisputedProduct(database.db);
  });
  afterAll(() => database.drop());

  const get = (path: string, headers: Record<string, string> = {}) => api.request().get(path).set(headers);
  const readJsonLd = (html: string): Record<string, unknown> => {
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? [];
    return JSON.parse(json) as Record<string, unknown>;
  };

  it('has a description, all brands and the manufacturer, which an answer leaves out where they are not known', async () => {
    const description = 'Spread of hazelnuts and cocoa';
    const facts = {
      description,
      generic_names: { en: description },
      brands: ['Avelotta', 'Harbour Foods'],
      manufacturer: 'Harbour Foods Inc.',
    };
    const id = await insertProduct(database.db, { brand: 'Avelotta', facts });
    const { brands, manufacturer } = facts;
    expect((await api.get(`/products/${id}`)).body).toMatchObject({ description, brands, manufacturer });
    const chosen = await api.get('/products/search?q=&fields=description,brands,manufacturer,generic');
    expect((chosen.body as { items: object[] }).items).toContainEqual(
      expect.objectContaining({ id, description, brands, manufacturer }),
    );
    const { text } = await get(`/product/id/${id}`);
    expect(text.split(description)).toHaveLength(2);
    expect(text).toMatch(/Manufacturer<\/dt><dd><bdi>Harbour Foods Inc\./);
    expect(text).toContain('<bdi>Harbour Foods</bdi>');
    const { body } = await api.get(`/products/${disputed}`);
    for (const name of ['description', 'brands', 'manufacturer', 'generic'])
      expect(body, name).not.toHaveProperty(name);
  });

  it.each([
    ['a name', DISPUTED_NAME],
    ['names in other languages', 'Pâte à tartiner racontée'],
    ['a legal name', 'Brotaufstrich mit Haselnüssen'],
    ['a brand', 'Told &amp; Sons'],
    ['a category', '<a href="/category/spreads">Spreads</a>'],
    ['energy in one row', 'Energy</th><td>2,252 kJ<br/>539 kcal</td><td>337.8 kJ<br/>80.8 kcal</td>'],
    ['allergens with a code', 'Milk'],
    ['other allergens', 'Coconut'],
    ['that there are no traces', 'The label states none.'],
    ['ingredients in their language', '<p class="ingredients" lang="en" dir="auto">Sugar, palm oil'],
    ['ingredients in another one', 'lang="fr" dir="auto">Sucre, huile de palme'],
    ['a sentence of what matters', 'High in fat and saturated fat. Contains milk and nuts.'],
    ['NOVA', 'Ultra-processed'],
    ['who claims a score', '<span>Claimed by </span><span class="who">Open Food Facts</span>'],
    ['the level of a nutrient', '<span aria-hidden="true">▲</span> High'],
    ['words of allergens', '<mark>hazelnuts</mark>'],
    ['additives with their function', '<span>Lecithins</span> <span class="faint">emulsifier</span>'],
    ['the barcode as it is printed', '<div class="barcode" aria-hidden="true"><svg '],
    [
      'the address to pass on',
      `<code id="address">https://facts.example.org/product/${DISPUTED_GTIN}</code>`,
    ],
    ['a score', 'A+'],
    ['additives', 'E150d'],
    ['labels', 'Gluten-free'],
    ['other labels', 'made in italy'],
    ['countries', 'Germany'],
    ['places', 'Alba'],
    ['packaging', 'Jar'],
    ['stores', 'Carrefour'],
    ['barcodes', '13017620422000'],
    ['prices', '€3.99'],
    ['that nothing is sold', 'nothing can be bought here'],
    ['a picture in a size for pages', 'front_en.633.400.jpg'],
    ['the licence of a picture', 'CC BY-SA 3.0'],
    ['where it comes from', `href="/api/v1/products/`],
    ['what can be done', '/contribute?product='],
  ])('shows %s', async (_, text) => {
    const { status, text: html } = await get(`/product/${DISPUTED_GTIN}`);
    expect(status).toBe(200);
    expect(html).toContain(text);
  });

  it('is in the language that was asked for, as far as the product is known in it', async () => {
    const { text } = await get(`/product/${DISPUTED_GTIN}?lang=de`);
    expect(text).toContain('<h1 lang="de" dir="auto">Erzählte Nusscreme</h1>');
    for (const shown of ['Nährwerte', 'Gesättigte Fettsäuren', 'Schalenfrüchte', 'Italien', '30,9 g'])
      expect(text, shown).toContain(shown);
    // What nobody has said in German stays as it is said.
    expect(text).toContain('<p class="ingredients" lang="en" dir="auto">Sugar');
  });

  it('says who says what, and what others say', async () => {
    const { text } = await get(`/product/${DISPUTED_GTIN}`);
    const content = /<span>400 g<\/span>(.*?)<\/details>/s.exec(text)?.[1] ?? '';
    expect(content).toContain(
      '<span class="unseen">Source: </span><span class="who">Community contributions',
    );
    expect(content).toContain('<span class="otherwise">One source says otherwise</span>');
    const [, other = ''] = content.split('<div class="other">');
    expect(other).toMatch(/<bdi>Open Food Facts<\/bdi>.*ODbL 1.0 · Trust 60%/);
    expect(other).toContain(`href="https://world.openfoodfacts.org/product/${DISPUTED_GTIN}"`);
    expect(other).toContain('<div>350</div><div>g</div>');
    const nutrition = /<h2 id="nutrition">(.*?)<\/section>/s.exec(text)?.[1] ?? '';
    expect(nutrition).toMatch(/Source: <\/span><span class="who">Open Food Facts/);
    expect(nutrition).toContain('29 g');
  });

  it('leads from who says a fact to its correction alone', async () => {
    const { text } = await get(`/product/${DISPUTED_GTIN}`);
    const content = /<span>400 g<\/span>(.*?)<\/details>/s.exec(text)?.[1] ?? '';
    const [, link = ''] = /href="(\/contribute[^"]*)"/.exec(content) ?? [];
    const form = await get(link.replaceAll('&amp;', '&'));
    expect(form.status).toBe(200);
    const fields = [...form.text.matchAll(/name="(\w+)"/g)].map(([, name]) => name);
    expect(fields).toEqual(expect.arrayContaining(['net_content_value', 'net_content_unit', 'source_url']));
    expect(fields).not.toContain('brand');
  });

  it('shows no fact twice', async () => {
    const { text } = await get(`/product/${DISPUTED_GTIN}`);
    const shown = text.slice(text.indexOf('<main')).replaceAll(/<[^>]+>/g, '|');
    for (const fact of ['Told &amp; Sons', '400 g', 'Lecithins', 'Ultra-processed', '2,252 kJ'])
      expect(shown.split(fact).length - 1, fact).toBe(1);
    expect(text).not.toMatch(/\bsafe\b/i);
  });

  it('shows amounts per 100 g that were computed from a serving, and says so', async () => {
    await insertProduct(database.db, {
      name: 'By the serving',
      gtins: ['4000000000044'],
      category: 'food/spreads',
      food: { nutriments: { sugars_g: 17 }, nutritionBasis: 'serving', servingSize: '30 g' },
    });
    const { text } = await get('/product/4000000000044');
    expect(text).toContain('<td>56.7 g</td><td>17 g</td>');
    expect(text).toContain('Computed from a serving of 30 g');
    expect(text).toContain('High in sugars.');
  });

  it('shows the specifications of what is no food, and nothing of food', async () => {
    await insertKindFields(database.db, 'electronics', [
      { key: 'screen_size', label: 'Screen size', unit: 'in' },
    ]);
    const id = await insertProduct(database.db, {
      name: 'Phone',
      category: 'gadgets',
      kind: 'electronics',
      attributes: { screen_size: 6.1 },
    });
    const { text } = await get(`/product/id/${id}`);
    expect(text).toMatch(/Screen size<\/dt><dd><bdi>6.1<\/bdi> in/);
    expect(text).not.toMatch(/Allergens|Nutrition|Nutri-Score/);
    expect(text).toContain(`<link rel="canonical" href="https://facts.example.org/product/id/${id}"/>`);
  });

  it('says the same to programs', async () => {
    const { text } = await get(`/product/${DISPUTED_GTIN}`);
    expect(readJsonLd(text)).toEqual({
      '@context': 'https://schema.org',
      '@type': 'Product',
      '@id': `https://facts.example.org/product/${DISPUTED_GTIN}`,
      url: `https://facts.example.org/product/${DISPUTED_GTIN}`,
      name: DISPUTED_NAME,
      gtin: DISPUTED_GTIN,
      hasGS1DigitalLink: `https://facts.example.org/01/${DISPUTED_GTIN.padStart(14, '0')}`,
      brand: { '@type': 'Brand', name: 'Told & Sons' },
      category: 'Spreads',
      image: [DISPUTED_PICTURE],
      countryOfOrigin: { '@type': 'Country', name: 'Italy' },
      additionalProperty: expect.arrayContaining([
        {
          '@type': 'PropertyValue',
          propertyID: 'nutrition',
          name: 'Nutrition',
          valueReference: expect.objectContaining({
            '@type': 'NutritionInformation',
            servingSize: '100 g',
            saturatedFatContent: '10.6 g',
          }) as object,
        },
        {
          '@type': 'PropertyValue',
          propertyID: 'saturated_fat_g',
          name: 'Saturated fat',
          value: 10.6,
          unitText: 'g',
          description: 'per 100 g',
        },
      ]),
    });
    expect(text).toContain(
      `<meta property="og:image" content="${DISPUTED_PICTURE.replace('full', '400')}"/>`,
    );
    expect(text).toContain(
      `<link rel="canonical" href="https://facts.example.org/product/${DISPUTED_GTIN}"/>`,
    );
  });

  it.each([
    ['of a script', '</script><script>alert(1)</script>', '55123457'],
    ['of quotes', `"onload="alert(1)" 'x' & <b>bold</b>`, '4000000000006'],
    ['from right to left', 'كريم البندق <i>', '4000000000013'],
    ['of 300 characters', `<${'é'.repeat(299)}`, '4000000000020'],
  ])('shows a name %s as it is, and runs nothing of it', async (_, name, gtin) => {
    await insertProduct(database.db, {
      name,
      brand: name.slice(0, 60),
      gtins: [gtin],
      food: { ingredientsText: name },
    });
    for (const path of [`/product/${gtin}`, '/search?q=', '/', '/brands']) {
      const { status, text } = await get(path);
      expect(status).toBe(200);
      expect(text).not.toMatch(/<script>alert|<b>bold|<i>|="alert/);
    }
    const { text } = await get(`/product/${gtin}`);
    expect(readJsonLd(text)['name']).toBe(name);
    // Scripts are our own files, and data.
    expect(text.match(/<script[ >]/g)).toHaveLength(3);
  });

  it.each([
    ['another of its barcodes', () => '/product/13017620422000?lang=de', '?lang=de'],
    ['its barcode with zeros before it', () => `/product/0${DISPUTED_GTIN}`, ''],
    ['its id', () => `/product/id/${disputed}?x=%0D%0AX:1`, '?x=%0D%0AX:1'],
  ])('is led to from %s', async (_, pathOf, query) => {
    const { status, headers } = await get(pathOf());
    expect([status, headers['location'], headers['cache-control']]).toEqual([
      308,
      `/product/${DISPUTED_GTIN}${query}`,
      'private, no-cache',
    ]);
  });

  it('has a tag, by which it is not sent again', async () => {
    const first = await get(`/product/${DISPUTED_GTIN}`);
    const again = await get(`/product/${DISPUTED_GTIN}`, { 'If-None-Match': first.headers['etag'] ?? '' });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  it.each([
    [UNKNOWN_GTIN, 'This is a valid GTIN-13: its check digit 1 is right.'],
    ['4006381333932', 'it would have to be 1'],
    ['2000000000008', 'inside one shop or region only'],
    ['9800000000007', 'a coupon or refund'],
    ['9521000000001', 'Its prefix is for demonstrations.'],
    ['12345', '8, 12, 13 or 14 digits; this one has 5'],
  ])('says of %s, which is no product here, what it is', async (digits, sentence) => {
    const { status, text } = await get(`/product/${digits}`);
    expect(status).toBe(404);
    expect(text).toContain(sentence);
    expect(text).toContain('<meta name="robots" content="noindex"/>');
    expect(text.includes(`/contribute?gtin=${digits}`)).toBe(/valid/.test(text));
  });

  it.each([
    '/product/abc',
    '/product/id/abc',
    '/product/<script>',
    `/product/${'1'.repeat(50)}`,
    '/product/',
  ])('%s is no page', async (path) => {
    const { status, text } = await get(path, { Accept: 'text/html' });
    expect([status, text.includes('Nothing is here'), text.includes('<script>')]).toEqual([404, true, false]);
  });

  it('is not there for a product that is not in use', async () => {
    const id = await insertProduct(database.db, { status: 'archived', gtins: ['4000000000037'] });
    expect((await get('/product/4000000000037')).status).toBe(404);
    expect((await get(`/product/id/${id}`)).status).toBe(404);
  });
});
