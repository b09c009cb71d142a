import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, expectError, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';

let database: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  database = await createTestDatabase();
  api = createTestApi(database);
});
afterAll(() => database.drop());

const send = (body: string) =>
  api.request().post('/api/public/submissions').set('Content-Type', 'application/json').send(body);

const price = (change: object) => ({ msrp: { amount: 3.99, currency: 'EUR', ...change } });
const url = (source_url: string) => ({ source_url });

/** Each is a submission that would be taken without it; `$` in a text stands for what JSON writes otherwise. */
const REFUSED: [input: string, change: object | string, code?: string][] = [
  ['an unknown field', { stars: 5 }, 'invalid_request'],
  ['a quality score', { quality_score: 1 }, 'invalid_request'],
  ['a status', { status: 'approved' }, 'invalid_request'],
  ['an id', { id: '01890a5d-ac96-774b-bcce-b302099a8057' }, 'invalid_request'],
  ['a name that is a number', { name: 7 }, 'invalid_request'],
  ['a name that is a list', { name: ['Milk'] }, 'invalid_request'],
  ['a name that is null', { name: null }, 'invalid_request'],
  ['no name', { name: undefined }],
  ['an empty name', { name: '' }],
  ['a blank name', { name: '   ' }],
  ['a name without letter or digit', { name: '!!!' }],
  ['a name of 201 characters', { name: 'x'.repeat(201) }],
  ['a name with NUL', { name: 'Mi\0lk' }],
  ['a name with a bell', { name: 'Milk\u0007' }],
  ['a name turned right to left', { name: 'Milk \u202egnp.exe' }],
  ['a name in an isolate', { name: '\u2066Milk\u2069' }],
  ['a name with half a surrogate pair', '{"name":"Milk \\ud800"}'],
  ['a name with the other half', '{"name":"\\udc00 Milk"}'],
  ['a name with NUL in the note', { note: 'so\u0000' }],
  ['half a surrogate pair in the ingredients', '{"name":"Milk","ingredients_text":"\\udfff"}'],
  ['a brand of 121 characters', { brand: 'x'.repeat(121) }],
  ['a country of 81 characters', { country_of_origin: 'x'.repeat(81) }],
  ['ingredients of 5,001 characters', { ingredients_text: 'x'.repeat(5_001) }],
  ['a note of 1,001 characters', { note: 'x'.repeat(1_001) }],
  ['a category nobody has', { category: 'nowhere' }],
  ['a category with SQL', { category: "x' OR '1'='1" }],
  ['a category with NUL', { category: 'food\0' }],
  ['a net content of 0', { net_content_value: 0 }],
  ['a negative net content', { net_content_value: -1 }],
  ['an endless net content', '{"name":"Milk","net_content_value":1e400}', 'invalid_request'],
  ['a net content in words', { net_content_value: '400' }, 'invalid_request'],
  ['an unknown unit', { net_content_unit: 'stone' }],
  ['a Nutri-Score of f', { nutri_score: 'f' }],
  ['an unknown basis', { nutrition_basis: '1kg' }],
  ['a nutriment nobody knows', { nutriments: { gold_g: 1 } }, 'invalid_request'],
  ['a nutriment of 129 characters', { nutriments: { ['x'.repeat(129)]: 1 } }, 'invalid_request'],
  [
    '1,001 nutriments',
    { nutriments: Object.fromEntries(Array.from({ length: 1_001 }, (_, i) => [`n${i}`, 1])) },
    'invalid_request',
  ],
  ['a nutriment that is text', { nutriments: { fat_g: '1' } }, 'invalid_request'],
  ['a nutriment that is NaN', { nutriments: { fat_g: 'NaN' } }, 'invalid_request'],
  ['an endless nutriment', '{"name":"Milk","nutriments":{"fat_g":1e400}}', 'invalid_request'],
  ['a negative nutriment', { nutriments: { fat_g: -0.1 } }],
  ['a nested nutriment', { nutriments: { fat_g: { fat_g: { fat_g: 1 } } } }, 'invalid_request'],
  [
    'a prototype among nutriments',
    '{"name":"Milk","nutriments":{"__proto__":{"fat_g":1}}}',
    'invalid_request',
  ],
  [
    'a prototype among attributes',
    '{"name":"Milk","attributes":{"__proto__":{"admin":true}}}',
    'invalid_request',
  ],
  ['a constructor among attributes', { attributes: { constructor: { prototype: {} } } }],
  ['61 attributes', { attributes: Object.fromEntries(Array.from({ length: 61 }, (_, i) => [`a${i}`, 1])) }],
  ['an attribute in capitals', { attributes: { Model: 'K380' } }],
  ['an attribute that is null', { attributes: { model: null } }],
  ['an attribute that is a list of numbers', { attributes: { model: [380] } }],
  ['an attribute of 501 characters', { attributes: { model: 'x'.repeat(501) } }],
  ['an attribute with NUL', { attributes: { model: 'K\0' } }],
  ['attributes that are a list', { attributes: [] }, 'invalid_request'],
  ['a price of 1e30', price({ amount: 1e30 })],
  ['a negative price', price({ amount: -1 })],
  ['a price of a tenth of a cent', price({ amount: 0.001 })],
  ['a price that is text', price({ amount: '12' }), 'invalid_request'],
  ['a price without currency', { msrp: { amount: 1 } }, 'invalid_request'],
  ['EURO', price({ currency: 'EURO' })],
  ['a currency in small letters', price({ currency: 'eur' })],
  ['an unknown currency', price({ currency: 'ABC' })],
  ['a currency of the past', price({ currency: 'DEM' })],
  ['an unknown region', price({ region: 'XX' })],
  ['the year 300000', price({ effective_date: '300000-01-01' })],
  ['the 30th of February', price({ effective_date: '2026-02-30' })],
  ['the 29th of February of no leap year', price({ effective_date: '2025-02-29' })],
  ['the year 0', price({ effective_date: '0000-01-01' })],
  ['a date with a time', price({ effective_date: '2026-01-01T00:00:00Z' })],
  ['a price from javascript:', price({ source_url: 'javascript:alert(1)' })],
  ['javascript:', url('javascript:alert(1)')],
  ['file:', url('file:///etc/passwd')],
  ['data:', url('data:text/html,x')],
  ['an inner address', url('http://169.254.169.254/latest/meta-data')],
  ['an inner address as one number', url('http://2852039166/')],
  ['an inner address in hexadecimal', url('http://0xa9fea9fe/')],
  ['an IPv6 address', url('http://[::1]/')],
  ['a host without a dot', url('http://localhost:8080/')],
  ['a host of the local net', url('http://printer.local/')],
  ['a password in the address', url('https://user:secret@example.com/')],
  ['an address with a line break', url('https://example.com/\r\nSet-Cookie: a=b')],
  ['an address without scheme', url('example.com')],
  ['an address of 501 characters', url(`https://example.com/${'x'.repeat(481)}`)],
  ['an invalid e-mail', { contact_email: 'ada@' }],
  ['an e-mail with a further header', { contact_email: 'a@b.org\r\nBcc:x@example.org' }],
  ['an invalid product id', { product_id: 'abc' }],
  ['a barcode that is a number', { gtin: 3017620422003 }, 'invalid_request'],
];

describe('a submission is refused', () => {
  it.each(REFUSED)('with %s', async (_, change, code = 'validation_failed') => {
    const body = typeof change === 'string' ? change : JSON.stringify({ name: 'Milk', ...change });
    const response = await send(body);
    expectError(response, 400, code);
    expect(({} as { admin?: unknown }).admin).toBeUndefined();
  });

  it.each([
    ['3017620422004', 'bad_check_digit'],
    ['3017620', 'bad_length'],
    ['30176204220O3', 'bad_format'],
    ['EAN 3017620422003', 'bad_format'],
    ['', 'bad_format'],
    ['2000000123455', 'restricted_circulation'],
    ['9811234567891', 'coupon'],
    ['93017620422006', 'variable_measure'],
    ['4'.repeat(60_000), 'bad_length'],
  ])('with the barcode %.20s: %s', async (gtin, reason) => {
    const response = await send(JSON.stringify({ name: 'Milk', gtin }));
    expectError(response, 400, 'invalid_gtin');
    expect(response.body).toMatchObject({ error: { details: { reason } } });
  });

  it('with 65,537 bytes, and not for its length with 65,536', async () => {
    const body = JSON.stringify({ name: 'Large milk' });
    const tooLarge = await send(body.padEnd(65_537));
    expectError(tooLarge, 413, 'payload_too_large');
    expect(tooLarge.body).toMatchObject({ error: { details: { limit: 65_536 } } });
    expect((await send(body.padEnd(65_536))).status).toBe(201);
  });
});

it.each([
  [
    'a name of 200 characters that are two units each',
    { name: 'Milk'.padEnd(196 + 8 - 4, '🥛'.slice(0, 2)) },
  ],
  ['a price of 0', price({ amount: 0 })],
  ['a price in fils', price({ amount: 1.125, currency: 'KWD' })],
  ['a price in no country', price({ region: 'GLOBAL' })],
  ['60 attributes', { attributes: Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`a${i}`, 0])) }],
  ['an international host', url('https://bücher.example/spread')],
  ['a name in two lines', { name: 'In two\nlines' }],
  ['a port and a query', url('http://www.example.com:8080/a?b=c#d')],
  ['ingredients in lines', { ingredients_text: 'Milk\r\n\tSugar' }],
])('a submission with %s is taken', async (input, change) => {
  const response = await send(JSON.stringify({ name: input, ...change }));
  expect(response.status, response.text).toBe(201);
});

it.each(['put', 'delete'] as const)('%s of the submissions is 405', async (method) => {
  const response = await api.request()[method]('/api/public/submissions');
  expectError(response, 405, 'method_not_allowed');
  expect(response.headers['allow']).toBe('POST, GET, HEAD, OPTIONS');
});

it('a page of any origin may submit', async () => {
  const response = await api
    .request()
    .options('/api/public/submissions')
    .set({ Origin: 'https://example.com', 'Access-Control-Request-Method': 'POST' });
  expect(response.status).toBe(204);
  expect(response.headers['access-control-allow-origin']).toBe('*');
});
