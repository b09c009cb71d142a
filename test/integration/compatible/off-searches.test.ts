import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertKey } from '../../support/callers/test-limits.ts';
import { createOffDesk, type OffDesk } from '../../support/compatible/off-desk.ts';

const SPREAD = '3017620422003';

let desk: OffDesk;

beforeAll(async () => {
  desk = await createOffDesk();
});
afterAll(async () => {
  await desk.close();
});

const read: OffDesk['read'] = (path, headers) => desk.read(path, headers);

describe('a search', () => {
  test('by text answers integers, and JSON without being asked', async () => {
    const { body } = await read(
      '/off/cgi/search.pl?search_terms=tartiner&action=process&page=1&page_size=1000',
    ).expect(200);
    expect(body).toMatchObject({ count: 1, page: 1, page_count: 1, page_size: 100, skip: 0 });
    expect((body as { products: object[] }).products).toMatchObject([{ code: SPREAD }]);
  });

  test.each([
    ['labels_tags=en:organic', 1],
    ['labels_tags_en=en:no-gluten', 1],
    ['countries_tags=en:france', 2],
    ['countries_tags=en:germany|en:france', 3],
    ['brands_tags=avelotta', 1],
    ['brands_tags=xx:lagg-s', 1],
    ['nutrition_grades_tags=e', 1],
    ['nova_groups_tags=en:4-ultra-processed', 1],
    ['sugars_100g%3C60', 1],
    ['sugars_100g%3C20', 0],
    ['sugars_100g%3E=56.3', 1],
    ['calcium_100g%3E0.1', 1],
    ['tagtype_0=labels&tag_contains_0=contains&tag_0=organic', 1],
    ['nutriment_0=fat&nutriment_compare_0=gte&nutriment_value_0=30', 1],
    ['categories_tags=en:no-such-category', 0],
    ['brands_tags=nobody', 0],
    // Ours finds any of several labels, and these ask for both.
    ['labels_tags=en:organic,en:no-gluten', 0],
    ['allergens_tags=en:milk', 0],
    ['tagtype_0=origins&tag_contains_0=contains&tag_0=spain', 0],
  ])('by %s finds %i', async (query, count) => {
    const { body } = await read(`/off/api/v2/search?${query}&fields=code`).expect(200);
    expect(body).toMatchObject({ count, page_count: count });
  });

  test('without an allergen finds only what states it', async () => {
    const { body } = await read('/off/api/v2/search?allergens_tags=-en:milk&fields=code').expect(200);
    expect(JSON.stringify(body)).not.toContain(SPREAD);
    const { body: advanced } = await read(
      '/off/cgi/search.pl?tagtype_0=allergens&tag_contains_0=does_not_contain&tag_0=en:milk&fields=code',
    ).expect(200);
    expect(advanced).toEqual(body);
  });

  test.each(['unique_scans_n', 'popularity', '-popularity_key'])(
    'by %s has the most scanned first',
    async (by) => {
      const { body } = await read(`/off/api/v2/search?sort_by=${by}&fields=code,unique_scans_n`).expect(200);
      expect((body as { products: object[] }).products).toEqual([
        { code: '0000101209159', unique_scans_n: 40 },
        { code: SPREAD, unique_scans_n: 39 },
        { code: '40123455' },
      ]);
    },
  );

  test('by a list of codes looks them up, and costs one call each', async () => {
    const codes = [SPREAD, '0000101209159', '96385074', ...Array.from({ length: 97 }, (_, i) => String(i))];
    const { body, headers } = await read(`/off/api/v2/search?code=${codes.join(',')}&fields=code`).expect(
      200,
    );
    expect(body).toMatchObject({ count: 2, products: [{ code: SPREAD }, { code: '0000101209159' }] });
    expect(Number(headers['x-quota-cost'])).toBeGreaterThanOrEqual(3);
  });

  test.each([
    'page=0',
    'page=-1',
    'page=x',
    'page_size=0',
    'page_size=1e9',
    'sort_by=nothing',
    'lc=',
    'json=',
    'foo=1&foo=2',
    'cc=zz',
  ])('with %s is answered', async (query) => {
    await read(`/off/cgi/search.pl?search_terms=tartiner&${query}`).expect(200);
    await read(`/off/api/v2/search?${query}`).expect(200);
    await read(`/off/search?q=tartiner&${query}`).expect(200);
  });

  test.each([
    ['/cgi/search.pl?search_terms=tartiner&page_size=16', 2],
    ['/api/v2/search?countries_tags=en:france&page_size=17', 3],
    ['/search?q=tartiner&page_size=100', 13],
    ['/facets/labels/en:organic.json?page_size=24', 3],
    ['/label/organic.json?page_size=24', 3],
    ['/cgi/search.pl?search_terms=tartiner&page_size=100&fields=code,product_name', 1],
    ['/api/v2/search?labels_tags=en:organic,en:no-gluten', 1],
  ])('of %s costs %i calls, as our own does', async (path, cost) => {
    const { key } = await insertKey(desk.catalogue.database.db);
    const { headers } = await read(`/off${path}`, { 'X-API-Key': key }).expect(200);
    expect(headers['x-quota-used']).toBe(String(cost));
  });

  test.each(['constructor', '__proto__', 'toString'])(
    'by the name %s, which every object has, is answered',
    async (name) => {
      for (const query of [
        `ingredients_analysis_tags=${name}`,
        `sort_by=${name}`,
        `tagtype_0=${name}&tag_0=x`,
        `${name}_100g%3C1`,
      ])
        await read(`/off/api/v2/search?${query}`).expect(200);
      await read(`/off/facets/${name}`).expect(404);
      await read(`/off/facets/${name}/x`).expect(404);
    },
  );

  test('of a page that is too deep is refused in their form', async () => {
    const { body } = await read('/off/cgi/search.pl?search_terms=tartiner&page=999999').expect(400);
    expect(body).toMatchObject({ status: 0, error: 'invalid_parameter' });
  });

  test('as Search-a-licious answers has hits', async () => {
    const { body } = await read('/off/search?q=tartiner brands:"Avelotta"&fields=code').expect(200);
    expect(body).toMatchObject({
      hits: [{ code: SPREAD }],
      count: 1,
      page: 1,
      page_count: 1,
      timed_out: false,
    });
  });

  test('completes terms', async () => {
    const { body } = await read('/off/autocomplete?q=avel&taxonomy_names=brand').expect(200);
    expect(body).toMatchObject({
      options: [{ id: 'xx:avelotta', text: 'Avelotta', taxonomy_name: 'brand' }],
    });
    const { body: names } = await read('/off/api/v3/taxonomy_suggestions?tagtype=brands&string=avel').expect(
      200,
    );
    expect(names).toMatchObject({ status: 'success', suggestions: ['Avelotta'] });
    const { body: labels } = await read('/off/api/v3/taxonomy_suggestions?tagtype=labels&string=org').expect(
      200,
    );
    expect(labels).toMatchObject({ suggestions: ['Organic'] });
  });

  test('lists facets and their products', async () => {
    const { body } = await read('/off/facets/brands.json').expect(200);
    expect((body as { tags: object[] }).tags).toContainEqual(
      expect.objectContaining({ id: 'xx:avelotta', name: 'Avelotta', products: 1, known: 1 }),
    );
    const { body: listed } = await read('/off/facets/labels/en:organic.json?fields=code').expect(200);
    expect(listed).toMatchObject({ count: 1, products: [{ code: SPREAD }] });
    const { body: ofOld } = await read('/off/label/organic.json?fields=code').expect(200);
    expect(ofOld).toEqual(listed);
    for (const path of ['/off/facets/editors.json', '/off/facets/editors/somebody', '/off/product/1.json']) {
      const { body: unknown } = await read(path).expect(404);
      expect(unknown).toMatchObject({ status: 0, error: 'not_found' });
    }
  });
});
