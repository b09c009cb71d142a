import {
  badParameter,
  badValue,
  barcode,
  encode,
  ID,
  NAMES,
  nothing,
  search,
  UPC,
  type BadRead,
} from './bad-read.ts';

const EXACT_FILTERS = [
  'brand_in',
  'category_in',
  'country_in',
  'sold_in',
  'nutri_score_in',
  'nova_group_in',
  'environmental_score_in',
  'kind_in',
  'label_in',
  'allergen_not_in',
  'nutrient',
];

/** Filters, orders, facets and fields. */
export const BAD_FILTERS: BadRead[] = [
  // Filters
  { input: 'a filter in the category', target: search(`category=${encode('x" OR n > 0')}`), ...nothing },
  { input: 'SQL in the category', target: search(`category=${encode("x' OR 1=1")}`), ...nothing },
  {
    input: 'a category of 469 bytes',
    target: search(`category=${'x'.repeat(469)}`),
    ...badParameter('category'),
  },
  { input: 'a category nobody has', target: search('category=nowhere'), ...nothing },
  {
    input: 'a brand of 201 characters',
    target: search(`brand=${'x'.repeat(201)}`),
    ...badParameter('brand'),
  },
  { input: 'a regular expression for a brand', target: search(`brand=${encode('.*(a+)+$')}`), ...nothing },
  { input: 'a percent sign for a country', target: search('country=%25'), ...nothing },
  { input: 'a pattern for a country', target: search('country=d%25'), ...nothing },

  // Exact filters
  ...[
    ['brand_in', 'nobody'],
    ['category_in', 'nowhere'],
    ['category_in', 'other/drinks'],
    ['country_in', 'Den'],
    ['country_in', 'XX'],
    ['sold_in', 'world'],
    ['sold_in', "x' or 1=1"],
    ['nutri_score_in', 'f'],
    ['nutri_score_in', 'A'],
    ['nova_group_in', '5'],
    ['environmental_score_in', 'A'],
    ['nutrient', 'sugars'],
    ['nutrient', 'sugars=5'],
    ['nutrient', 'sugars<-5'],
    ['nutrient', 'sugars<1e3'],
    ['nutrient', 'sugars<5 OR id EXISTS'],
    ['nutrient', 'energy<200'],
    ['nutrient', '__proto__<5'],
    ['kind_in', 'cars'],
    ['kind_in', '__proto__'],
    ['label_in', 'vegann'],
    ['label_in', 'toString'],
    ['allergen_not_in', 'penguins'],
    ['allergen_not_in', 'milk] OR id EXISTS'],
    ['fields', 'nome'],
    ['fields', 'constructor'],
  ].map(([name = '', value = '']) => ({
    input: `${value} in ${name}`,
    target: search(`${name}=${encode(value)}`),
    ...badValue(name, value),
  })),
  ...EXACT_FILTERS.flatMap((name) => [
    { input: `nothing in ${name}`, target: search(`${name}=`), ...badValue(name, '') },
    { input: `an empty value in ${name}`, target: search(`${name}=a,,b`), ...badValue(name, '') },
    { input: `101 values in ${name}`, target: search(`${name}=${'a,'.repeat(100)}a`), ...badParameter(name) },
    {
      input: `201 characters in ${name}`,
      target: search(`${name}=${'a'.repeat(201)}`),
      ...badParameter(name),
    },
    { input: `NUL in ${name}`, target: search(`${name}=a%00`), ...badParameter(name) },
    { input: `no UTF-8 in ${name}`, target: search(`${name}=%E9`), ...badParameter(name) },
    { input: `${name} twice`, target: search(`${name}=a&${name}=b`), ...badParameter(name) },
  ]),
  {
    input: 'a value that is known beside one that is not',
    target: search('label_in=organic,vegann,halall'),
    ...badValue('label_in', 'vegann'),
  },
  {
    input: 'blanks around values, and one of them twice',
    target: search('brand_in=%20vieux-moulin%20,vieux-moulin'),
    status: 200,
    finds: [NAMES.milk],
  },
  { input: 'a country without products', target: search('country_in=JP'), ...nothing },
  { input: 'a kind without products', target: search('kind_in=electronics'), ...nothing },
  { input: 'filters that exclude each other', target: search('country=den&country_in=FR'), ...nothing },

  ...['', 'yesterday', '2026', '2026-02-30', '1767225600', '2026-01-01T00:00:00+01:00'].map((time) => ({
    input: `updated_since ${time}`,
    target: search(`updated_since=${time}`),
    ...badParameter('updated_since'),
  })),
  { input: 'the first year there is', target: search('updated_since=0000-01-01'), status: 200 },
  { input: 'the last year there is', target: search('updated_since=9999-12-31T23:59:59Z'), ...nothing },
  { input: 'a bound that is not escaped', target: search('nutrient=sugars<5,protein>=10'), ...nothing },

  // Orders and fields
  ...[
    '',
    'NAME',
    'updated',
    '-name',
    'quality,name',
    '1',
    'nutrient:',
    'nutrient:smell',
    '--nutrient:salt',
  ].map((sort) => ({
    input: `sort ${sort}`,
    target: search(`sort=${sort}`),
    ...badParameter('sort'),
  })),
  ...['quality', 'name', '-updated', '-created', 'nutrient:salt', '-nutrient:protein'].map((sort) => ({
    input: `sort ${sort} of a text`,
    target: search(`q=milk&sort=${sort}`),
    status: 200,
    finds: [NAMES.milk],
  })),
  {
    input: 'an order of a text of which folding leaves nothing',
    target: search('q=%CC%81&sort=name'),
    ...nothing,
  },
  {
    input: 'too deep a page of an order of a text',
    target: search('q=milk&sort=name&page=11&size=100'),
    ...badParameter('page'),
  },

  // Facets
  ...[
    ['', ''],
    ['brands', 'brands'],
    ['brand,,kind', ''],
    ['sold', 'sold'],
    ['brand;kind', 'brand;kind'],
    ['__proto__', '__proto__'],
  ].map(([facets = '', value = '']) => ({
    input: `facets ${facets}`,
    target: search(`facets=${encodeURIComponent(facets)}`),
    ...badValue('facets', value),
  })),
  ...['0', '101', '-1', '1.5', 'x', ''].map((size) => ({
    input: `facet_size ${size}`,
    target: search(`facets=brand&facet_size=${size}`),
    ...badParameter('facet_size'),
  })),
  { input: 'facets twice', target: search('facets=brand,brand&q=milk'), status: 200, finds: [NAMES.milk] },
  { input: 'a size without facets', target: search('q=milk&facet_size=1'), status: 200, finds: [NAMES.milk] },
  { input: 'a text by relevance', target: search('q=milk&sort=relevance'), status: 200, finds: [NAMES.milk] },
  {
    input: 'too deep a page of an order',
    target: search('sort=name&page=101&size=100'),
    ...badParameter('page'),
    body: { error: { details: { parameter: 'page', reason: 'too_deep_for_sort' } } },
  },
  { input: 'the deepest page of an order', target: search('sort=name&page=100&size=100'), status: 200 },
  { input: 'any page by quality', target: search('sort=quality&page=1000000&size=100'), status: 200 },
  ...[`/products/${ID}`, barcode(UPC)].flatMap((path) => [
    { input: `no field of ${path}`, target: `${path}?fields=`, ...badValue('fields', '') },
    {
      input: `an unknown field of ${path}`,
      target: `${path}?fields=name,nome`,
      ...badValue('fields', 'nome'),
    },
    {
      input: `a nested field of ${path}`,
      target: `${path}?fields=msrp.amount`,
      ...badValue('fields', 'msrp.amount'),
    },
    { input: `fields of ${path} twice`, target: `${path}?fields=id&fields=name`, ...badParameter('fields') },
  ]),
];
