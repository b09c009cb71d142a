import { expect } from 'vitest';
import {
  ALL,
  badParameter,
  encode,
  everything,
  malformed,
  NAMES,
  nothing,
  search,
  type BadRead,
} from './bad-read.ts';

/** Search texts, and pages of results. */
export const BAD_TEXTS: BadRead[] = [
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
  { input: 'no UTF-8 in the name of a parameter', target: search('x%E9=%E9'), ...badParameter('\ufffd') },
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
  { input: 'names with brackets', target: search('q[$gt]=1&q[]=1&q[a][b]=1'), ...badParameter('q[$gt]') },
  { input: 'a prototype', target: search('__proto__[x]=1&__proto__=1'), ...everything },
  {
    input: 'a method of objects',
    target: search('constructor.prototype.x=1&toString=1'),
    ...badParameter('constructor.prototype.x'),
  },
  {
    input: '1,000 parameters',
    target: search(Array.from({ length: 1_000 }, (_, i) => `p${i}=`).join('&')),
    ...badParameter('p0'),
  },
  {
    input: 'names of a cache and of a campaign',
    target: search('_=1&_=2&utm_source=a&utm_medium=b'),
    ...everything,
  },
  { input: 'a parameter of an endpoint without any', target: '/stats?page=1', ...badParameter('page') },
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
];
