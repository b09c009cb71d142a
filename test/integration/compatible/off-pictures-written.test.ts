import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SubmissionDetail } from '../../../src/review/decisions/review-contract.ts';
import { createSubmissionLimits } from '../../../src/access/limits/submission-limits.ts';
import { saveFollow } from '../../../src/follow/follow-store.ts';
import { createTestAccounts, PLAIN_ADDRESSES } from '../../support/callers/test-accounts.ts';
import { createAdminCaller, type AdminCaller } from '../../support/callers/test-admin.ts';
import { insertKey } from '../../support/callers/test-limits.ts';
import { signInTestOperator } from '../../support/callers/test-operator.ts';
import { createOffDesk, type OffDesk } from '../../support/compatible/off-desk.ts';
import { gtinOf } from '../../support/imports/export-file.ts';
import { declarePng, drawJpeg } from '../../support/pictures/test-pictures.ts';
import { createTestApi } from '../../support/test-api.ts';

const SPREAD = '3017620422003';
const UPLOAD = '/off/cgi/product_image_upload.pl';

let desk: OffDesk;
let key: string;
let reviewer: AdminCaller;

beforeAll(async () => {
  desk = await createOffDesk();
  const { db } = desk.catalogue.database;
  ({ key } = await insertKey(db));
  reviewer = createAdminCaller(desk.api, (await signInTestOperator(db, 'reviewer')).headers);
});
afterAll(async () => {
  await desk.close();
});

const withKey = () => ({ Authorization: `Bearer ${key}` });
const upload = (code: string, imagefield: string, file: Buffer, headers = withKey()) =>
  desk
    .send('post', UPLOAD, headers)
    .field('code', code)
    .field('imagefield', imagefield)
    .attach(`imgupload_${imagefield}`, file, 'picture.jpg');
const submissionOf = ({ body }: { body: unknown }) => (body as { submission: { id: string } }).submission.id;
const detailOf = async (id: string) => (await reviewer.get(`/submissions/${id}`)).body as SubmissionDetail;
const queued = async () =>
  await desk.catalogue.query('select id from submissions where content::text like $$%Pictures without%$$');

test('pictures join what the same key submitted for a new product, and are shown once it is approved', async () => {
  const code = gtinOf(81);
  const product = await desk
    .send('post', '/off/cgi/product_jqm2.pl', withKey())
    .type('form')
    .send({ code, lang: 'en', product_name: 'Quince jelly' })
    .expect(200);
  const front = await upload(code, 'front_en', await drawJpeg(1)).expect(200);
  expect(front.body).toMatchObject({
    code,
    status: 'status ok',
    imagefield: 'front_en',
    image: { imgid: expect.any(String) as string },
  });
  const third = await desk
    .send('post', `/off/api/v3/product/${code}/images`)
    .send({
      image_data_base64: (await drawJpeg(2)).toString('base64'),
      selected: { nutrition: { en: {} } },
      user_id: 'somebody',
      password: key,
    })
    .expect(200);
  expect(third.body).toMatchObject({ status: 'success', result: { id: 'image_uploaded' } });
  const id = submissionOf(product);
  expect([submissionOf(front), submissionOf(third)]).toEqual([id, id]);
  expect((await detailOf(id)).pictures.map(({ role, state }) => [role, state])).toEqual([
    ['front', 'pending'],
    ['nutrition', 'pending'],
  ]);
  const { status, text } = await reviewer.post(`/submissions/${id}/approve`, {
    overrides: { category: 'spreads' },
  });
  expect(status, text).toBe(200);
  const { body } = await desk.read(`/off/api/v2/product/${code}?fields=image_front_url,image_nutrition_url`);
  expect(body).toMatchObject({
    product: {
      image_front_url: expect.stringContaining('/images/') as string,
      image_nutrition_url: expect.stringContaining('/images/') as string,
    },
  });
});

test('a picture of a known product is a submission of its own, and further ones join it', async () => {
  const first = await upload(SPREAD, 'front', await drawJpeg(3)).expect(200);
  const second = await upload(SPREAD, 'ingredients_fr', await drawJpeg(4)).expect(200);
  expect(submissionOf(second)).toBe(submissionOf(first));
  expect(await detailOf(submissionOf(first))).toMatchObject({
    content: { note: 'Pictures without facts' },
    pictures: [{ role: 'front' }, { role: 'ingredients' }],
  });
  const again = await upload(SPREAD, 'front', await drawJpeg(3)).expect(200);
  expect(again.body).toEqual(first.body);
});

test('another key adds to no submission of this one', async () => {
  const { key: other } = await insertKey(desk.catalogue.database.db);
  const own = await upload(SPREAD, 'front', await drawJpeg(5), withKey()).expect(200);
  const theirs = await upload(SPREAD, 'front', await drawJpeg(5), {
    Authorization: `Bearer ${other}`,
  }).expect(200);
  expect(submissionOf(theirs)).not.toBe(submissionOf(own));
});

test.each([
  ['of an unknown product', gtinOf(82), 'front', 'picture', 400],
  ['of no product', 'abc', 'front', 'picture', 400],
  ['with an unknown field', SPREAD, 'back', 'picture', 400],
  ['that is no picture', '40123455', 'front', 'text', 415],
  ['that is empty', '40123455', 'front', 'nothing', 400],
  ['that is too large', '40123455', 'front', 'large', 413],
])('a file %s is refused, and leaves no submission', async (_what, code, field, file, expected) => {
  const bytes = {
    picture: await drawJpeg(6),
    text: Buffer.from('no picture'),
    nothing: Buffer.alloc(0),
    large: Buffer.alloc(10_000_001),
  }[file];
  const before = await queued();
  const { body } = await upload(code, field, bytes ?? Buffer.alloc(0)).expect(expected);
  expect(body).toMatchObject({ status: 0, status_verbose: expect.any(String) as string });
  expect(await queued()).toEqual(before);
});

test('a picture that cannot be decoded is refused, and so is a form without one', async () => {
  await upload('40123455', 'front', declarePng(60_000)).expect(400);
  const { body } = await desk.send('post', UPLOAD, withKey()).field('code', SPREAD).expect(400);
  expect(body).toMatchObject({ status: 0, status_verbose: expect.stringContaining('no file') as string });
});

test('the limits of an address are those of our own submissions and pictures', async () => {
  const { db } = desk.catalogue.database;
  const figures = {
    minute: { most: 2, seconds: 60 },
    day: { most: 9, seconds: 86_400 },
    statusReads: { most: 9, seconds: 60 },
    pictureMinute: { most: 1, seconds: 60 },
    pictureDay: { most: 9, seconds: 86_400 },
  };
  const submissionLimits = createSubmissionLimits(undefined, PLAIN_ADDRESSES, figures);
  const api = createTestApi(desk.catalogue.database, {
    accounts: { ...createTestAccounts(db), submissionLimits },
  });
  const send = (code: string) =>
    api.request().post('/off/cgi/product_jqm2.pl').set(withKey()).type('form').send({ code });
  await send('a').expect(400);
  await send('b').expect(400);
  const { body, headers } = await send('c').expect(429);
  expect(body).toMatchObject({ status: 0, error: 'rate_limited' });
  expect(headers['retry-after']).toMatch(/^\d+$/);
  const sendPicture = () => api.request().post(UPLOAD).set(withKey()).field('code', 'x');
  await sendPicture().expect(400);
  await sendPicture().expect(429);
});

test('a full queue takes no more, and costs no quota', async () => {
  const api = createTestApi(desk.catalogue.database, { queueCaps: { public: 0, backflow: 0 } });
  const { body, headers } = await api
    .request()
    .post('/off/cgi/product_jqm2.pl')
    .set(withKey())
    .type('form')
    .send({ code: SPREAD, stores: 'Dune' })
    .expect(429);
  expect(body).toMatchObject({ status: 0, error: 'rate_limited' });
  expect(headers).not.toHaveProperty('x-quota-cost');
});

test('a blocked sender is refused, also with a picture of what waits', async () => {
  const { db } = desk.catalogue.database;
  const { key: blocked, accountId: id } = await insertKey(db);
  const send = (stores: string) =>
    desk
      .send('post', '/off/cgi/product_jqm2.pl', { 'X-API-Key': blocked })
      .type('form')
      .send({ code: SPREAD, stores });
  await send('Sent before').expect(200);
  await desk.catalogue.query(
    `insert into sender_blocks (id, account_id) values (gen_random_uuid(), '${id}')`,
  );
  const picture = await upload(SPREAD, 'front', await drawJpeg(7), { Authorization: `Bearer ${blocked}` });
  for (const { status, body } of [await send('Blocked'), picture]) {
    expect(status).toBe(403);
    expect(body).toMatchObject({ status: 0, error: 'forbidden', details: { reason: 'sender_blocked' } });
  }
});

test('a follower takes nothing', async () => {
  await desk.catalogue.database.db.transaction((tx) => saveFollow(tx, 'https://leader.example.org'));
  const { body } = await desk
    .send('patch', `/off/api/v3/product/${SPREAD}`, withKey())
    .send({ product: { stores: 'Follower' } })
    .expect(409);
  expect(body).toMatchObject({ status: 'failure', result: { id: 'invalid_state' } });
});
