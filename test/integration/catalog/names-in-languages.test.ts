import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { clearCatalogue, ensureCategory, insertProduct } from '../../support/catalogue/catalogue.ts';
import { findLastAudit } from '../../support/catalogue/stored-rows.ts';
import { createAdminCaller } from '../../support/callers/test-admin.ts';
import { signInTestOperator } from '../../support/callers/test-operator.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { createTestApi, type TestApi } from '../../support/test-api.ts';

let database: TestDatabase;
let api: TestApi;

beforeAll(async () => {
  database = await createTestDatabase();
});
// A new application for each test: the tree is kept for a moment.
beforeEach(async () => {
  await clearCatalogue(database.db);
  api = createTestApi(database);
  await insertProduct(database.db, {
    category: 'food/juices',
    countryOfOrigin: 'Germany',
    food: { allergens: ['milk'] },
    facts: { labels: ['organic'] },
  });
});
afterAll(() => database.drop());

test.each([
  ['allergens', 'milk', 'Milch', 'Milk'],
  ['labels', 'no-gmo', 'Ohne Gentechnik', 'No GMO'],
  ['additives', 'e330', 'Citronensäure', 'Citric acid'],
  ['nutriments', 'salt_g', 'Salz', 'Salt'],
  ['countries', 'FR', 'Frankreich', 'France'],
])('the list of %s has names in a language, else in English', async (list, code, german, english) => {
  const read = async (query: string) => {
    const { body, headers } = await api.get(`/names/${list}${query}`);
    expect(headers['vary']).toContain('Accept-Language');
    return [body.language, body.items.find((item: { code: string }) => item.code === code).name];
  };
  expect(await read('?lang=de')).toEqual(['de', german]);
  expect(await read('?lang=fi')).toEqual(['en', english]);
  expect(await read('')).toEqual(['en', english]);
});

test('a list that is not there is 404', async () => {
  expect((await api.get('/names/colours')).status).toBe(404);
});

test('with `lang` an answer about a product has the names of its codes', async () => {
  await insertProduct(database.db, {
    category: 'food/juices',
    gtins: ['4006381333931'],
    countryOfOrigin: 'Germany',
    food: { allergens: ['milk'], nutriments: { fat_g: 1 } },
    facts: { labels: ['vegan'], additives: ['e330', 'e9999'], countries_sold: ['France'] },
  });
  const { body: whole } = await api.get('/products/barcode/4006381333931?lang=de');
  expect(whole.code_names).toMatchObject({
    language: 'de',
    categories: { food: 'Lebensmittel' },
    allergens: { milk: 'Milch', gluten: 'Glutenhaltiges Getreide' },
    labels: { vegan: 'Vegan' },
    additives: { e330: 'Citronensäure' },
    nutriments: { fat_g: 'Fett' },
    countries: { France: 'Frankreich', Germany: 'Deutschland' },
  });
  expect(whole.code_names.additives).not.toHaveProperty('e9999');
  const chosen = { language: 'fr', labels: { vegan: 'Végan' } };
  const ask = async (path: string) => (await api.get(path)).body;
  const byId = await ask(`/products/${whole.id}?lang=fr&fields=labels`);
  expect(byId.code_names).toMatchObject({ language: 'fr', labels: { vegan: expect.any(String) } });
  expect(Object.keys(byId.code_names)).toEqual(Object.keys(chosen));
  const { items: found } = await ask('/products/search?label_in=vegan&lang=fr&fields=labels');
  const { items: lookedUp } = await ask('/products/lookup?codes=4006381333931&lang=fr&fields=labels');
  const scanned = await ask('/products/scan?data=4006381333931&lang=fr&fields=labels');
  for (const product of [found[0], lookedUp[0].product, scanned.product])
    expect(product.code_names).toEqual(byId.code_names);
});

test('without `lang` no answer has names of codes, whatever language a browser prefers', async () => {
  const { body } = await api.get('/products/search?fields=labels');
  expect(body.items[0]).not.toHaveProperty('code_names');
  const german = await api.request().get(`/api/v1/products/${body.items[0].id}`).set('Accept-Language', 'de');
  expect(german.body).not.toHaveProperty('code_names');
  expect((await api.get('/products/search?lang=de')).body.items[0]).not.toHaveProperty('code_names');
});

test('facets call their values by their names in the language', async () => {
  const labels = async (lang: string) => {
    const { body } = await api.get(`/products/search?facets=category,label,allergen,country&lang=${lang}`);
    const { category, label, allergen, country } = body.facets;
    return [category, label, allergen, country].map(({ values }) => values.at(-1).label as string);
  };
  expect(await labels('de')).toEqual(['Lebensmittel', 'Bio', 'Milch', 'Deutschland']);
  expect(await labels('nl')).toEqual(['Voedingsmiddelen', 'Biologisch', 'Melk', 'Duitsland']);
  expect(await labels('fi')).toEqual(['Juices', 'Organic', 'Milk', 'Germany']);
  const { body } = await api.get('/products/search?facets=category&lang=de');
  expect(body.facets.category.values.map(({ label }: { label: string }) => label)).toContain('Lebensmittel');
});

test('a name that an operator gives comes before that of the release, and is audited', async () => {
  const [operator, editor] = await Promise.all([
    signInTestOperator(database.db, 'admin'),
    signInTestOperator(database.db, 'editor'),
  ]);
  const id = await ensureCategory(database.db, 'food');
  expect((await api.get('/categories?lang=de')).body.items[0].name).toBe('Lebensmittel');
  const change = { names: { de: ' Essen  und Trinken ' } };
  const changed = await createAdminCaller(api, editor.headers).patch(`/categories/${id}`, change);
  expect(changed.body.category).toMatchObject({ names: { de: 'Essen und Trinken' } });
  api = createTestApi(database);
  expect((await api.get('/categories?lang=de')).body.items[0].name).toBe('Essen und Trinken');
  expect((await api.get('/categories?lang=fr')).body.items[0].name).toBe('Aliments');
  const { body } = await api.get('/products/search?facets=category&lang=de');
  expect(body.facets.category.values).toContainEqual(
    expect.objectContaining({ value: 'food', label: 'Essen und Trinken' }),
  );
  expect(await findLastAudit(database.db)).toMatchObject({
    action: 'category.changed',
    entityId: id,
    before: { names: {} },
    after: { names: { de: 'Essen und Trinken' } },
  });
  const admin = createAdminCaller(api, operator.headers);
  const synonyms = ['Grub', 'À manger'];
  const further = await createAdminCaller(api, editor.headers).patch(`/categories/${id}`, { synonyms });
  expect(further.body.category).toMatchObject({ names: { de: 'Essen und Trinken' }, synonyms });
  for (const bad of [[''], ['x'.repeat(121)], Array(201).fill('word')])
    expect((await admin.patch(`/categories/${id}`, { synonyms: bad })).status).toBe(400);
  for (const names of [{ en: 'Food' }, { fi: 'Ruoka' }, { de: '' }, { de: 'x'.repeat(121) }])
    expect((await admin.patch(`/categories/${id}`, { names })).status).toBe(400);
});

test('a name that an operator gives to a label is shown by lists, facets and pages, and is audited', async () => {
  const { headers } = await signInTestOperator(database.db, 'editor');
  const editor = createAdminCaller(api, headers);
  const change = (list: string, code: string, given: object) =>
    editor.put(`/names/${list}/${code}`, { given });
  const changed = await change('labels', 'organic', { de: ' Aus  Bio-Anbau ', en: 'Organically grown' });
  expect(changed.body).toMatchObject({
    code: 'organic',
    released: { de: 'Bio', en: 'Organic', fr: 'Bio' },
    given: { de: 'Aus Bio-Anbau', en: 'Organically grown' },
  });
  expect(await findLastAudit(database.db)).toMatchObject({
    action: 'code_name.changed',
    entityId: 'labels/organic',
    before: { names: {} },
    after: { names: { de: 'Aus Bio-Anbau', en: 'Organically grown' } },
  });
  await change('allergens', 'milk', { de: 'Milch und Laktose' });
  const nameOf = async (lang: string) =>
    (await api.get(`/names/labels?lang=${lang}`)).body.items.find(
      ({ code }: { code: string }) => code === 'organic',
    ).name as string;
  expect([await nameOf('de'), await nameOf('en'), await nameOf('fr')]).toEqual([
    'Aus Bio-Anbau',
    'Organically grown',
    'Bio',
  ]);
  const { facets } = (await api.get('/products/search?facets=label,allergen&lang=de')).body;
  expect([facets.label.values[0].label, facets.allergen.values[0].label]).toEqual([
    'Aus Bio-Anbau',
    'Milch und Laktose',
  ]);
  api = createTestApi(database);
  const form = async () => (await api.request().get('/contribute').set('Accept-Language', 'de')).text;
  expect(await form()).toContain('Milch und Laktose');
  const { items } = (await editor.get('/names/labels')).body as { items: { code: string }[] };
  expect(items).toContainEqual(changed.body);
  await change('labels', 'organic', {});
  await change('allergens', 'milk', {});
  expect(await nameOf('de')).toBe('Bio');
  for (const [list, code, given, status] of [
    ['labels', 'nothing', {}, 404],
    ['countries', 'FR', {}, 404],
    ['labels', 'organic', { fi: 'Luomu' }, 400],
    ['labels', 'organic', { de: '' }, 400],
  ] as const)
    expect((await change(list, code, given)).status, `${list} ${code}`).toBe(status);
});

test('without a requested language `Accept-Language` counts, and `Vary` names it', async () => {
  await ensureCategory(database.db, 'food/juices/orange-juices');
  const { body, headers } = await api.get('/categories', { 'Accept-Language': 'es-MX, en;q=0.5' });
  expect(body.items[0].name).toBe('Alimentos');
  expect(body.items[0].children[0].children[0].name).toBe('Zumos de naranja');
  expect(headers['vary']).toContain('Accept-Language');
});

test('a page in German shows German names of categories and allergens', async () => {
  const read = async (path: string) => (await api.request().get(path).set('Accept-Language', 'de')).text;
  expect(await read('/categories')).toContain('Lebensmittel');
  const search = await read('/search?q=');
  expect(search).toContain('<bdi>Milch</bdi>');
  expect(search).toContain('<bdi>Lebensmittel</bdi>');
});

test('a suggested category has its name in the language beside the text that was compared', async () => {
  const suggested = async (query: string) =>
    (await api.get(`/suggest?q=jui&types=category${query}`)).body.items as { text: string; name: string }[];
  await ensureCategory(database.db, 'food/fruit-juices');
  await insertProduct(database.db, { category: 'food/fruit-juices' });
  expect(await suggested('&lang=de')).toMatchObject([
    { text: 'Juices', name: 'Juices' },
    { text: 'Fruit juices', name: 'Fruchtsäfte' },
  ]);
  expect(await suggested('')).toMatchObject([
    { text: 'Juices', name: 'Juices' },
    { text: 'Fruit juices', name: 'Fruit juices' },
  ]);
});

test('a named additive has its class', async () => {
  const { body } = await api.get('/names/additives');
  const classes = new Map(
    body.items.map((item: { code: string; class?: string }) => [item.code, item.class]),
  );
  expect([classes.get('e322'), classes.get('e150d'), classes.get('e950')]).toEqual([
    'emulsifier',
    'colour',
    'sweetener',
  ]);
  expect([...classes.values()]).not.toContain(undefined);
});
