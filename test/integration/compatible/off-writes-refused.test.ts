import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertKey } from '../../support/callers/test-limits.ts';
import { createOffDesk, type OffDesk } from '../../support/compatible/off-desk.ts';
import { gtinOf } from '../../support/imports/export-file.ts';

const SPREAD = '3017620422003';
const FORM = '/off/cgi/product_jqm2.pl';

let desk: OffDesk;
let key: string;

beforeAll(async () => {
  desk = await createOffDesk();
  ({ key } = await insertKey(desk.catalogue.database.db));
});
afterAll(async () => {
  await desk.close();
});

const withKey = () => ({ Authorization: `Bearer ${key}` });
const sendForm = (fields: Record<string, string>, headers: Record<string, string> = withKey()) =>
  desk.send('post', FORM, headers).type('form').send(fields);
const countSubmissions = async () =>
  Number((await desk.catalogue.query('select count(*) as count from submissions'))[0]?.['count']);

describe('a writer without a key', () => {
  test.each([
    ['none', {}],
    ['one of theirs', { Authorization: 'Basic b2ZmOm9mZg==', Cookie: 'session=abcdef' }],
  ])('(%s) is refused in their form', async (_what, headers) => {
    const before = await countSubmissions();
    const { body } = await sendForm({ code: SPREAD, product_name: 'X', password: 'off' }, headers).expect(
      401,
    );
    expect(body).toMatchObject({
      status: 0,
      status_verbose: 'no user credentials',
      error: 'invalid_api_key',
    });
    const { body: third } = await desk
      .send('patch', `/off/api/v3/product/${SPREAD}`, headers)
      .send({ product: { product_name: 'X' } })
      .expect(401);
    expect(third).toMatchObject({ status: 'failure', result: { id: 'invalid_api_key' } });
    await desk
      .send('post', '/off/cgi/product_image_upload.pl', headers)
      .field('code', SPREAD)
      .attach('imgupload_front', Buffer.from('x'), 'x.jpg')
      .expect(401);
    expect(await countSubmissions()).toBe(before);
  });

  test('has it as the password, or in the cookie that it got for it', async () => {
    await sendForm(
      { code: SPREAD, stores: 'By password', user_id: 'a@example.org', password: key },
      {},
    ).expect(200);
    const { body, headers } = await desk
      .send('post', '/off/cgi/session.pl')
      .type('form')
      .send({ user_id: 'a@example.org', password: key, '.submit': 'Sign-in' })
      .expect(200);
    expect(body).toEqual({
      status: 1,
      status_verbose: 'user signed-in',
      user_id: 'a@example.org',
      user: {},
    });
    const [cookie = ''] = headers['set-cookie'] as unknown as string[];
    expect(cookie).toBe(`session=${key}; Path=/off; HttpOnly; SameSite=Strict`);
    const Cookie = cookie.split(';')[0] ?? '';
    await sendForm({ code: SPREAD, stores: 'By cookie' }, { Cookie }).expect(200);
    const read = await desk.read(`/off/api/v2/product/${SPREAD}`, { Cookie }).expect(200);
    expect(read.headers['x-quota-limit']).not.toBe('1000');
  });

  test('gets no cookie for a wrong password', async () => {
    const { body, headers } = await desk
      .send('post', '/off/cgi/session.pl')
      .type('form')
      .send({ user_id: 'a@example.org', password: 'wrong' })
      .expect(403);
    expect(body).toMatchObject({
      status: 0,
      status_verbose: expect.stringContaining('Incorrect user name') as string,
    });
    expect(headers).not.toHaveProperty('set-cookie');
  });
});

describe('a bad value', () => {
  test.each([
    ['no code', {}, 400, 'invalid_request'],
    ['letters', { code: 'abc', product_name: 'X' }, 400, 'invalid_gtin'],
    ['a check digit', { code: '3017620422004', product_name: 'X' }, 400, 'invalid_gtin'],
    ['nothing said', { code: SPREAD }, 400, 'validation_failed'],
    ['no name', { code: gtinOf(79), brands: 'No name' }, 400, 'validation_failed'],
    ['no number', { code: SPREAD, nutriment_fat: 'much' }, 400, 'validation_failed'],
    ['a thousand or one', { code: SPREAD, nutriment_fat: '1,234' }, 400, 'validation_failed'],
    ['too much', { code: SPREAD, nutriment_fat: '120' }, 400, 'validation_failed'],
    [
      'two bases',
      { code: SPREAD, nutriment_fat_100g: '1', nutriment_salt_serving: '1' },
      400,
      'validation_failed',
    ],
    ['a long list', { code: SPREAD, labels: 'a,'.repeat(301) }, 400, 'validation_failed'],
    ['a long name', { code: SPREAD, product_name: 'x'.repeat(201) }, 400, 'validation_failed'],
    ['a long note', { code: SPREAD, customer_service: 'x'.repeat(1_001) }, 400, 'validation_failed'],
    ['a large body', { code: SPREAD, ingredients_text: 'x'.repeat(131_072) }, 413, 'payload_too_large'],
  ])('(%s) is refused, and nothing waits', async (_what, fields, status, error) => {
    const before = await countSubmissions();
    const { body } = await sendForm(fields as Record<string, string>).expect(status);
    expect(body).toMatchObject({ status: 0, status_verbose: expect.any(String) as string, error });
    expect(await countSubmissions()).toBe(before);
  });

  test.each(['', '{', '[]', '"text"', '{"product": []}', '{"product": {"__proto__": 1}}', 'null'])(
    'a body of %s is refused',
    async (text) => {
      const { body } = await desk
        .send('patch', `/off/api/v3/product/${SPREAD}`, withKey())
        .set('Content-Type', 'application/json')
        .send(text)
        .expect(400);
      expect(body).toMatchObject({ status: 'failure' });
    },
  );

  test('in a form in parts that breaks off is refused', async () => {
    const { body } = await desk
      .send('post', FORM, withKey())
      .set('Content-Type', 'multipart/form-data; boundary=x')
      .send('--x\r\nContent-Disposition: form-data; name="code"\r\n\r\n123')
      .expect(400);
    expect(body).toMatchObject({ status: 0, error: 'invalid_request' });
  });
});
