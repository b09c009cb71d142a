import { badParameter, ID, malformed, notFound, type BadRead } from './bad-read.ts';

/** Kinds, methods, paths and headers. */
export const BAD_REQUESTS: BadRead[] = [
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
  { input: 'an unknown method', target: 'STEAL /stats', ...malformed },
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
