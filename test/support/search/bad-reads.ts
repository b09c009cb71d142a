import { expect } from 'vitest';

/** One bad or odd input to the read API, and what it must come to. */
export interface BadRead {
  /** What is odd about it. */
  input: string;
  /** Request target below /api/v1, as it goes over the wire; with a leading method unless that is GET. */
  target: string;
  headers?: Record<string, string>;
  status: number;
  code?: string;
  /** What the body must hold. */
  body?: unknown;
  /** Names of the products found, in any order. */
  finds?: string[];
}

/** A product whose id, unlike others, is known beforehand. */
export const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const NOBODY = '01890a5d-ac96-774b-bcce-b302099a8058';
export const UPC = '036000291452';

export const NAMES = {
  percent: '100% Cacao',
  underscore: 'Under_score',
  backslash: 'Back\\slash',
  accent: 'Crème brûlée',
  milk: 'Whole milk',
};
const ALL = Object.keys(NAMES).length;

const notFound = { status: 404, code: 'not_found' };
const malformed = { status: 400, code: 'invalid_request' };
const badParameter = (parameter: string) => ({
  status: 400,
  code: 'invalid_parameter',
  body: { error: { details: { parameter } } },
});
const badValue = (parameter: string, value: string) => ({
  ...badParameter(parameter),
  body: { error: { message: expect.stringContaining(value), details: { parameter, value } } },
});
const reason = (text: string) => ({ ...notFound, body: { error: { details: { reason: text } } } });
const nothing = { status: 200, body: { items: [], total: 0 } };
const everything = { status: 200, body: { total: ALL, items: expect.arrayContaining([expect.any(Object)]) } };
const encode = encodeURIComponent;

const search = (query: string) => `/products/search?${query}`;
const barcode = (text: string) => `/products/barcode/${text}`;

const EXACT_FILTERS = [
  'brand_in',
  'category_in',
  'country_in',
  'sold_in',
  'nutri_score_in',
  'kind_in',
  'label_in',
  'allergen_not_in',
];

export const BAD_READS: BadRead[] = [
  // Ids
  { input: 'an id that is no UUID', target: '/products/abc', ...reason('malformed_id') },
  { input: 'the nil UUID', target: '/products/00000000-0000-0000-0000-000000000000', ...notFound },
  { input: 'an id with NUL', target: `/products/${ID}%00`, ...notFound },
  { input: 'a cut percent escape', target: '/products/%E0%A4%A', ...malformed },
  { input: 'an overlong UTF-8 slash', target: '/products/%C0%AF', ...malformed },
  { input: 'a lone surrogate in UTF-8', target: '/products/%ED%A0%80', ...malformed },
  { input: 'an id in capitals', target: `/products/${ID.toUpperCase()}`, status: 200, body: { id: ID } },
  { input: 'an id in braces', target: `/products/%7B${ID}%7D`, ...notFound },
  { input: 'an id in braces as they are', target: `/products/{${ID}}`, ...notFound },
  {
    input: 'prices of an id nobody has',
    target: `/products/${NOBODY}/msrp`,
    status: 200,
    body: { items: [] },
  },
  { input: 'prices of what is no id', target: '/products/abc/msrp', ...notFound },
  {
    input: 'nutriments that nobody knows',
    target: `/products/${ID}/nutriments`,
    status: 200,
    body: { nutriments: null },
  },
  { input: 'a way out of the path', target: '/sources/../../etc/passwd', ...notFound },
  { input: 'an escaped way out of the path', target: '/sources/%2e%2e%2f', ...notFound },

  // Barcodes
  { input: 'no barcode', target: barcode(''), ...notFound },
  { input: 'a wrong check digit', target: barcode('4006381333932'), ...reason('bad_check_digit') },
  ...[7, 9, 10, 11, 15, 5_000].map((length) => ({
    input: `${length} digits`,
    target: barcode('4'.repeat(length)),
    ...reason('bad_length'),
  })),
  ...[UPC, `0${UPC}`, `00${UPC}`].map((gtin) => ({
    input: `${gtin.length} digits for one product`,
    target: barcode(gtin),
    status: 200,
    body: { id: ID, gtin: UPC },
  })),
  ...[
    ['an in-store code', '2000000000008'],
    ['a variable-weight code', '0200000000004'],
    ['a coupon', '9810000000006'],
    ['another coupon', '9900000000004'],
    ['a UPC coupon', '500000000005'],
    ['a refund slip', '9800000000007'],
    ['a UPC variable-weight code', '200000000004'],
  ].map(([input = '', gtin = '']) => ({ input, target: barcode(gtin), ...notFound })),
  ...[
    ['full-width digits', '４００６３８１３３３９３１'],
    ['Arabic digits', '٤٠٠٦٣٨١٣٣٣٩٣١'],
    ['a blank behind the digits', '4006381333931 '],
    ['a plus before the digits', '+4006381333931'],
    ['a number in exponent form', '4.006e12'],
    ['SQL behind the digits', "4006381333931' OR '1'='1"],
  ].map(([input = '', text = '']) => ({ input, target: barcode(encode(text)), ...reason('bad_format') })),

  // Search text
  { input: '201 characters', target: search(`q=${'a'.repeat(201)}`), ...badParameter('q') },
  { input: '9 KB', target: search(`q=${'a'.repeat(9_000)}`), status: 431, code: 'header_too_large' },
  {
    input: '200 characters in 40 words',
    target: search(
      `q=${encode(
        Array.from({ length: 40 }, (_, i) => `w${100 + i}`)
          .join(' ')
          .slice(0, 200),
      )}`,
    ),
    ...nothing,
  },
  { input: 'a percent sign', target: search('q=%25'), status: 200, finds: [NAMES.percent] },
  { input: 'an underscore', target: search('q=_'), status: 200, finds: [NAMES.underscore] },
  { input: 'a backslash', target: search('q=%5C'), status: 200, finds: [NAMES.backslash] },
  {
    input: 'operators of search engines',
    target: search(`q=${encode('"milk" -milk "unclosed')}`),
    status: 200,
  },
  { input: 'NUL in the text', target: search('q=milk%00'), ...badParameter('q') },
  ...['%E0%A4%A', 'caf%E9', '%ED%A0%80', '%C0%AF', '%FF%FE', '%F4%90%80%80'].map((text) => ({
    input: `${text.replaceAll('%', '')}, which is no UTF-8, in the text`,
    target: search(`q=${text}`),
    ...badParameter('q'),
    body: { error: { message: 'Parameter q must be text in UTF-8.', details: { parameter: 'q' } } },
  })),
  ...['category', 'brand', 'country', 'page', 'size'].map((name) => ({
    input: `no UTF-8 in ${name}`,
    target: search(`${name}=%E9`),
    ...badParameter(name),
  })),
  { input: 'bytes that are not escaped', target: search('q=caf\u00e9'), ...malformed },
  { input: 'no UTF-8 in a kind', target: '/kind-fields?kind=%E9', ...badParameter('kind') },
  { input: 'no UTF-8 in a parameter nobody knows', target: search('x%E9=%E9'), ...everything },
  {
    input: 'a percent sign that escapes nothing',
    target: search('q=100%'),
    status: 200,
    finds: [NAMES.percent],
  },
  { input: 'a replacement character that was meant', target: search('q=%EF%BF%BD'), ...nothing },
  {
    input: 'a letter and its accent apart',
    target: search(`q=${encode('bru\u0302le\u0301e')}`),
    status: 200,
    finds: [NAMES.accent],
  },
  { input: 'text turned right to left', target: search(`q=${encode('\u202emilk')}`), status: 200 },
  { input: 'a zero-width joiner', target: search(`q=${encode('mi\u200dlk')}`), status: 200 },
  { input: '50 emoji', target: search(`q=${encode('🥛'.repeat(50))}`), ...nothing },
  { input: 'two texts', target: search('q=a&q=b'), ...badParameter('q') },
  { input: 'names with brackets', target: search('q[$gt]=1&q[]=1&q[a][b]=1'), ...everything },
  {
    input: 'a prototype',
    target: search('__proto__[x]=1&constructor.prototype.x=1&__proto__=1'),
    ...everything,
  },
  {
    input: '1,000 parameters',
    target: search(Array.from({ length: 1_000 }, (_, i) => `p${i}=`).join('&')),
    ...everything,
  },
  {
    input: 'an empty text',
    target: search('q='),
    status: 200,
    body: { total: ALL, items: [{ score: null }, {}, {}, {}, {}] },
  },
  {
    input: 'a blank text',
    target: search('q=%20%20'),
    status: 200,
    body: { total: ALL, items: [{ score: null }, {}, {}, {}, {}] },
  },

  // Paging
  ...[
    '0',
    '-1',
    '1.5',
    'abc',
    '1e3',
    '0x10',
    '%201',
    'NaN',
    '',
    '9999999999999999999',
    '1e21',
    'Infinity',
  ].map((page) => ({ input: `page ${page}`, target: search(`page=${page}`), ...badParameter('page') })),
  ...['0', '-5', '101', '1e9', 'null'].map((size) => ({
    input: `size ${size}`,
    target: `/brands?size=${size}`,
    ...badParameter('size'),
  })),
  {
    input: 'a page over the limit',
    target: search('page=1000001'),
    ...badParameter('page'),
    body: { error: { message: expect.stringContaining('1000000') } },
  },
  {
    input: 'a page past the end',
    target: search('page=1000000&size=100'),
    status: 200,
    body: { items: [], total: ALL },
  },

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
    ['brand_in', 'Vieux Moulin'],
    ['category_in', 'nowhere'],
    ['category_in', 'other/drinks'],
    ['country_in', 'Den'],
    ['country_in', 'XX'],
    ['sold_in', 'world'],
    ['sold_in', "x' or 1=1"],
    ['nutri_score_in', 'f'],
    ['nutri_score_in', 'A'],
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

  // Orders and fields
  ...['', 'NAME', 'updated', '-name', 'quality,name', '1'].map((sort) => ({
    input: `sort ${sort}`,
    target: search(`sort=${sort}`),
    ...badParameter('sort'),
  })),
  ...['quality', 'name', '-updated', '-created'].map((sort) => ({
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

  // Kinds
  { input: 'no kind', target: '/kind-fields', ...badParameter('kind') },
  { input: 'an empty kind', target: '/kind-fields?kind=', ...badParameter('kind') },
  { input: 'NUL in a kind', target: '/kind-fields?kind=food%00', ...badParameter('kind') },
  { input: 'a kind nobody has', target: '/kind-fields?kind=cars', ...notFound },
  { input: 'a prototype for a kind', target: '/kind-fields?kind=__proto__', ...notFound },
  { input: 'a method of objects for a kind', target: '/kind-fields?kind=toString', ...notFound },

  // Methods, paths and headers
  ...['PUT', 'DELETE', 'TRACE', 'POST'].map((method) => ({
    input: method,
    target: `${method} /products/${ID}`,
    status: 405,
    code: 'method_not_allowed',
  })),
  { input: 'a method that is none', target: 'STEAL /stats', ...malformed },
  { input: 'an unknown path', target: '/nowhere', ...notFound },
  { input: 'an empty part of the path', target: '//products/search', ...notFound },
  { input: 'a slash behind the path', target: '/stats/', ...notFound },
  { input: '101 headers', target: '/stats', headers: numbered(101), ...malformed },
  ...['<script>', '1.1.1.1, '.repeat(600), '::1', ''].map((value) => ({
    input: `X-Forwarded-For ${value.slice(0, 12)}`,
    target: `/products/${ID}`,
    headers: { 'X-Forwarded-For': value },
    status: 200,
  })),
  {
    input: 'X-Forwarded-For of 10 KB',
    target: `/products/${ID}`,
    headers: { 'X-Forwarded-For': 'x'.repeat(10_000) },
    status: 431,
    code: 'header_too_large',
  },
  ...['x'.repeat(5_000), 'short', 'caf\u00e9-caf\u00e9', 'two words'].map((value) => ({
    input: `X-Request-Id ${value.slice(0, 12)}`,
    target: `/products/${ID}`,
    headers: { 'X-Request-Id': value },
    status: 200,
  })),
  {
    input: 'Accept of XML',
    target: `/products/${ID}`,
    headers: { Accept: 'text/xml' },
    status: 200,
    body: { id: ID },
  },
  {
    input: 'no encoding accepted at all',
    target: `/products/${ID}`,
    headers: { 'Accept-Encoding': 'identity;q=0' },
    status: 200,
  },
];

function numbered(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [`X-${i}`, '1']));
}
