import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ApiError } from '../../../src/platform/http/api-error.ts';
import { createFolderStorage } from '../../../src/review/pictures/storage/folder-storage.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { createPictureRoot, drawJpeg } from '../../support/pictures/test-pictures.ts';
import { createTestApi } from '../../support/test-api.ts';

/** Longer than a read may take. */
const DECODING_MS = 1_600;

const kept = createPictureRoot();
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  kept.remove();
  await database.drop();
});

it('a picture whose decoding takes longer than a read may is refused with its reason', async () => {
  const api = createTestApi(database, {
    pictureStorage: createFolderStorage(kept.root),
    decodePicture: async () => {
      await wait(DECODING_MS);
      throw new ApiError('validation_failed', 'too many', { details: { reason: 'too_many_pixels' } });
    },
  });
  const sent = await api
    .request()
    .post('/contribute?gtin=9521000000018')
    .type('form')
    .send({ name: 'Pictured', category: 'Food' });
  expect(sent.status, sent.text).toBe(303);
  const cookies = ((sent.headers['set-cookie'] ?? []) as unknown as string[]).map(
    (line) => line.split(';')[0],
  );
  const [, id] = /contribute\/([\da-f-]{36})/.exec(sent.headers.location ?? '') ?? [];
  const refused = await api
    .request()
    .post(`/contribute/${id}/images`)
    .set('Cookie', cookies.join('; '))
    .attach('picture', await drawJpeg(1), 'a.jpg');
  expect(refused.status, refused.text).toBe(400);
  expect(refused.text).toContain('more than 50 megapixels');
});
