import { readdirSync, readFileSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { SUBMISSION_FIGURES } from '../../../src/access/limits/limits.ts';
import { createSubmissionLimits } from '../../../src/access/limits/submission-limits.ts';
import { createFolderStorage } from '../../../src/review/pictures/storage/folder-storage.ts';
import { gtinOf } from '../../support/imports/export-file.ts';
import { PLAIN_ADDRESSES, createTestAccounts } from '../../support/callers/test-accounts.ts';
import { createTestApi, expectError, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import {
  createPictureRoot,
  declarePng,
  drawJpeg,
  drawQuarters,
  submitProduct,
  readColour,
  sendPicture,
  sentPicture,
  takePhoto,
} from '../../support/pictures/test-pictures.ts';
import { errorOf, listAudit } from '../../support/review/test-submissions.ts';

let database: TestDatabase;
let api: TestApi;
const kept = createPictureRoot();
const pictureStorage = createFolderStorage(kept.root);
let submitted = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  api = createTestApi(database, { pictureStorage });
});
afterAll(async () => {
  kept.remove();
  await database.drop();
});

const submit = () => {
  submitted += 1;
  return submitProduct(api, { gtin: gtinOf(submitted), name: `Submission ${submitted}` });
};
const countFolders = () => readdirSync(kept.root).length;
const newestFolder = (known: string[]) =>
  readdirSync(kept.root).find((name) => !known.includes(name)) ?? 'none';
const readStored = (sha256: string, size: number) => readFileSync(`${kept.root}/${sha256}/${size}.webp`);

describe('a picture that is sent', () => {
  it.each(['jpeg', 'png', 'webp'] as const)('as %s is kept as WebP in three sizes', async (format) => {
    const known = readdirSync(kept.root);
    const file = await drawQuarters(1600, 1200).toFormat(format).toBuffer();
    const response = await sendPicture(api, await submit(), file, { query: '?role=ingredients' });
    expect(response.status, response.text).toBe(201);
    expect(response.body).toEqual({
      id: expect.any(String),
      role: 'ingredients',
      width: 1200,
      height: 900,
      created_at: expect.any(String),
    });
    const sha256 = newestFolder(known);
    for (const size of [200, 400, 1200]) {
      const { format: stored, width, height } = await sharp(readStored(sha256, size)).metadata();
      expect({ stored, width, height }).toEqual({ stored: 'webp', width: size, height: (size * 3) / 4 });
    }
  });

  it('is never made larger', async () => {
    const known = readdirSync(kept.root);
    const taken = await sentPicture(api, await submit(), await drawJpeg(1, 300, 100));
    expect(taken).toMatchObject({ width: 300, height: 100 });
    const { width, height } = await sharp(readStored(newestFolder(known), 400)).metadata();
    expect({ width, height }).toEqual({ width: 300, height: 100 });
  });

  it('stands upright, and tells nothing of place and camera', async () => {
    const known = readdirSync(kept.root);
    const file = await takePhoto();
    expect(file.includes('Secretcam')).toBe(true);
    const taken = await sentPicture(api, await submit(), file);
    // 800 × 600 as it is stored, and turned by a quarter as it is seen.
    expect(taken).toMatchObject({ width: 600, height: 800 });
    for (const size of [200, 400, 1200]) {
      const stored = readStored(newestFolder(known), size);
      const { exif, icc, xmp, iptc, orientation } = await sharp(stored).metadata();
      expect({ exif, icc, xmp, iptc, orientation }).toEqual({});
      expect(stored.includes('Secretcam')).toBe(false);
      // Blue was below red: turned clockwise it is at the left of it.
      const colours = await Promise.all([
        readColour(stored, { right: false, low: false }),
        readColour(stored, { right: true, low: false }),
        readColour(stored, { right: true, low: true }),
        readColour(stored, { right: false, low: true }),
      ]);
      for (const [at, wanted] of [
        [0, 0, 255],
        [255, 0, 0],
        [0, 255, 0],
        [0, 0, 0],
      ].entries()) {
        for (const [channel, value] of wanted.entries()) {
          expect(Math.abs((colours[at]?.[channel] ?? -1) - value), `${size} ${at} ${channel}`).toBeLessThan(
            40,
          );
        }
      }
    }
  });

  it('has nothing of what was hidden in its file', async () => {
    const known = readdirSync(kept.root);
    const hidden = '<html><script>alert(1)</script>PK\x03\x04hidden-archive';
    const file = Buffer.concat([await drawJpeg(2), Buffer.from(hidden, 'latin1')]);
    await sentPicture(api, await submit(), file);
    for (const size of [200, 400, 1200]) {
      const stored = readStored(newestFolder(known), size).toString('latin1');
      for (const part of ['script', 'hidden', 'PK\x03\x04']) expect(stored).not.toContain(part);
    }
  });

  it('is the same one when it is sent again', async () => {
    const submission = await submit();
    const file = await drawJpeg(3);
    const first = await sentPicture(api, submission, file);
    expect(await sentPicture(api, submission, file)).toEqual(first);
  });

  it('is not believed to be what it is said to be, and recognised by what it is', async () => {
    const submission = await submit();
    expect((await sendPicture(api, submission, await drawJpeg(4), { type: 'text/html' })).status).toBe(201);
    const page = Buffer.from('<html><body>no picture</body></html>');
    expectError(
      await sendPicture(api, submission, page, { type: 'image/png' }),
      415,
      'unsupported_media_type',
    );
  });
});

describe('refused is', () => {
  const files: [string, () => Promise<Buffer> | Buffer, number, string, string?][] = [
    ['SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 415, 'unsupported_media_type'],
    ['GIF', () => drawQuarters(20, 20).gif().toBuffer(), 415, 'unsupported_media_type'],
    ['TIFF', () => drawQuarters(20, 20).tiff().toBuffer(), 415, 'unsupported_media_type'],
    ['a body without bytes', () => Buffer.alloc(0), 400, 'invalid_request'],
    [
      'a PNG of 5 kB that says it has 64,250² pixels',
      () => declarePng(64_250),
      400,
      'validation_failed',
      'too_many_pixels',
    ],
    [
      'a PNG that says it has 1 by 49,999,999 pixels',
      () => declarePng(1, 49_999_999),
      400,
      'validation_failed',
      'too_many_pixels',
    ],
    ['a PNG that holds nothing', () => declarePng(100), 400, 'validation_failed', 'unreadable'],
    [
      'a JPEG that is cut off',
      async () => (await drawJpeg(5)).subarray(0, 4_000),
      400,
      'validation_failed',
      'unreadable',
    ],
    [
      'a JPEG signature with anything behind it',
      () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(2_000, 7)]),
      400,
      'validation_failed',
      'unreadable',
    ],
    [
      'a WebP that moves',
      async () =>
        await sharp([await drawJpeg(6, 60, 60), await drawJpeg(7, 60, 60)], { join: { animated: true } })
          .webp()
          .toBuffer(),
      400,
      'validation_failed',
      'animated',
    ],
  ];

  it.each(files)('%s', async (_name, make, status, code, reason) => {
    const submission = await submit();
    const before = countFolders();
    const refused = await sendPicture(api, submission, await make());
    expectError(refused, status, code);
    if (reason) expect(errorOf(refused).details).toEqual({ reason });
    expect(countFolders()).toBe(before);
    await sentPicture(api, submission, await drawJpeg(submitted));
  });

  it('one byte too many, before it is read', async () => {
    const submission = await submit();
    expectError(await sendPicture(api, submission, Buffer.alloc(10_000_001)), 413, 'payload_too_large');
    // As many as may be are looked at.
    expectError(await sendPicture(api, submission, Buffer.alloc(10_000_000)), 415, 'unsupported_media_type');
  });

  it('a fifth picture', async () => {
    const submission = await submit();
    for (let number = 0; number < 4; number += 1) await sentPicture(api, submission, await drawJpeg(number));
    const refused = await sendPicture(api, submission, await drawJpeg(9));
    expectError(refused, 409, 'invalid_state');
    expect(errorOf(refused).details).toEqual({ reason: 'too_many_pictures' });
  });

  it('anyone who has not the token, and a submission that is not there or not pending', async () => {
    const submission = await submit();
    const file = await drawJpeg(8);
    const other = await submit();
    expectError(await sendPicture(api, { ...submission, token: other.token }, file), 403, 'forbidden');
    expectError(await sendPicture(api, { ...submission, token: '' }, file), 403, 'forbidden');
    const nobody = { ...submission, id: '01890a5d-ac96-774b-bcce-b302099a8057' };
    expectError(await sendPicture(api, nobody, file), 404, 'not_found');
    await database.pool.query(
      "update submissions set status = 'rejected', reviewed_at = now(), reason = 'no' where id = $1",
      [submission.id],
    );
    const late = await sendPicture(api, submission, file);
    expectError(late, 409, 'invalid_state');
    expect(errorOf(late).details).toEqual({ status: 'rejected' });
  });

  it('all, where pictures are kept nowhere', async () => {
    const without = createTestApi(database);
    const refused = await sendPicture(without, await submit(), await drawJpeg());
    expectError(refused, 503, 'unavailable');
    expect(errorOf(refused).details).toEqual({ reason: 'pictures_off' });
  });

  it('too many from one address, by a limit of its own', async () => {
    const limits = createSubmissionLimits(undefined, PLAIN_ADDRESSES, {
      ...SUBMISSION_FIGURES,
      pictureMinute: { most: 2, seconds: 60 },
    });
    const limited = createTestApi(database, {
      pictureStorage,
      accounts: { ...createTestAccounts(database.db), submissionLimits: limits },
    });
    const submission = await submit();
    const page = Buffer.from('no picture');
    for (let sent = 0; sent < 2; sent += 1)
      expect((await sendPicture(limited, submission, page)).status).toBe(415);
    const refused = await sendPicture(limited, submission, page);
    expectError(refused, 429, 'rate_limited');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    // Submissions are counted by themselves.
    expect((await limited.submit('/submissions', { gtin: gtinOf(900), name: 'Another' })).status).toBe(201);
  });
});

describe('a picture that is taken back', () => {
  const withdraw = (submission: { id: string; token: string }, pictureId: string) =>
    api
      .request()
      .delete(`/api/public/submissions/${submission.id}/images/${pictureId}`)
      .set('X-Answer-Token', submission.token);

  test('is gone with its files, and makes room for another', async () => {
    const submission = await submit();
    const known = readdirSync(kept.root);
    const { id } = await sentPicture(api, submission, await drawJpeg(40));
    const sha256 = newestFolder(known);
    const other = await submit();
    expectError(await withdraw({ ...submission, token: other.token }, id), 403, 'forbidden');
    expectError(await withdraw({ ...other }, id), 404, 'not_found');
    const answer = await withdraw(submission, id);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toEqual({ id });
    expect(readdirSync(kept.root)).not.toContain(sha256);
    expect(await listAudit(database.db, submission.id)).toMatchObject([
      { action: 'submission.picture_withdrawn', actor: 'anonymous', before: { picture: sha256 } },
    ]);
    expectError(await withdraw(submission, id), 404, 'not_found');
  });

  test('leaves the files to another submission that has the same', async () => {
    const [one, two] = [await submit(), await submit()];
    const file = await drawJpeg(41);
    const known = readdirSync(kept.root);
    const { id } = await sentPicture(api, one, file);
    await sentPicture(api, two, file);
    expect((await withdraw(one, id)).status).toBe(200);
    expect(newestFolder(known)).not.toBe('none');
  });
});
