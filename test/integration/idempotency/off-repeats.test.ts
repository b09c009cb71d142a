import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertKey } from '../../support/callers/test-limits.ts';
import { createOffDesk, type OffDesk } from '../../support/compatible/off-desk.ts';
import { gtinOf } from '../../support/imports/export-file.ts';
import { drawJpeg } from '../../support/pictures/test-pictures.ts';

let desk: OffDesk;
let key: string;
beforeAll(async () => {
  desk = await createOffDesk();
  ({ key } = await insertKey(desk.catalogue.database.db));
});
afterAll(() => desk.close());

const withKey = (idempotencyKey: string) => ({
  Authorization: `Bearer ${key}`,
  'Idempotency-Key': idempotencyKey,
});
const fields = (name: string) => ({ code: gtinOf(91), lang: 'en', product_name: name });
const image = async (number: number) => ({ image_data_base64: (await drawJpeg(number)).toString('base64') });

test.each([
  [
    'a form',
    (once: string) =>
      desk.send('post', '/off/cgi/product_jqm2.pl', withKey(once)).type('form').send(fields('Quince')),
  ],
  [
    'a patch',
    (once: string) =>
      desk
        .send('patch', `/off/api/v3/product/${gtinOf(92)}`, withKey(once))
        .send({ product: { product_name: 'Medlar', lang: 'en' } }),
  ],
  [
    'a picture as a form',
    async (once: string) =>
      desk
        .send('post', '/off/cgi/product_image_upload.pl', withKey(once))
        .field('code', gtinOf(91))
        .field('imagefield', 'front_en')
        .attach('imgupload_front_en', await drawJpeg(1), 'picture.jpg'),
  ],
  [
    'a picture as JSON',
    async (once: string) =>
      desk.send('post', `/off/api/v3/product/${gtinOf(91)}/images`, withKey(once)).send(await image(2)),
  ],
])('%s that is repeated with its key gets the first answer', async (_, write) => {
  const once = randomUUID();
  const first = await write(once);
  expect(first.status, first.text).toBe(200);
  // Each request comes from an address of its own.
  await desk.catalogue.query(
    `update submissions set status = 'rejected', reason = 'no', reviewed_at = now()`,
  );
  const repeat = await write(once);
  expect([repeat.status, repeat.text]).toEqual([200, first.text]);
  expect(repeat.headers['idempotent-replayed']).toBe('true');
  await desk.catalogue.query(`update submissions set status = 'pending', reason = null, reviewed_at = null`);
});

test('another body is 422 in the form of Open Food Facts', async () => {
  const once = randomUUID();
  const send = (name: string) =>
    desk.send('post', '/off/cgi/product_jqm2.pl', withKey(once)).type('form').send(fields(name));
  await send('Rowan jelly').expect(200);
  const refused = await send('Sloe jelly').expect(422);
  expect(refused.body).toMatchObject({ status: 0, error: 'idempotency_conflict' });
});
