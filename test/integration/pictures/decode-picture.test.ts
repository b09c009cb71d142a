import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPictureDecoder } from '../../../src/review/pictures/decoding/decode-picture.ts';
import { createFolderStorage } from '../../../src/review/pictures/storage/folder-storage.ts';
import { gtinOf } from '../../support/imports/export-file.ts';
import { createTestApi, expectError, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import {
  createPictureRoot,
  drawJpeg,
  submitProduct,
  sendPicture,
  sentPicture,
} from '../../support/pictures/test-pictures.ts';
import { errorOf } from '../../support/review/test-submissions.ts';
import { waitFor } from '../../support/wait-for.ts';

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

describe('a decoding process', () => {
  /** Nearly 50 megapixels that take a second and more, in a small file. */
  const drawLarge = () =>
    sharp({ create: { width: 7_000, height: 7_000, channels: 4, background: '#12345678' } })
      .png({ compressionLevel: 1 })
      .toBuffer();

  it('that is killed while it decodes costs that picture alone', async () => {
    const children: ChildProcess[] = [];
    const decodePicture = createPictureDecoder({ onStart: (child) => children.push(child) });
    const own = createTestApi(database, { pictureStorage, decodePicture });
    const submission = await submit();
    const sending = sendPicture(own, submission, await drawLarge());
    const pid = await waitFor('a process', () => children[0]?.pid);
    await waitFor('that it decodes', () => readCpuTicks(pid) > 60);
    process.kill(pid, 'SIGKILL');
    const refused = await sending;
    expectError(refused, 503, 'unavailable');
    expect(refused.headers['retry-after']).toBe('5');
    await sentPicture(own, submission, await drawJpeg(30));
    expect(children).toHaveLength(2);
  });

  it('that takes more memory than it may costs that picture alone', async () => {
    const poor = createTestApi(database, {
      pictureStorage,
      // As much as it starts with, and some for a small picture.
      decodePicture: createPictureDecoder({ memoryKb: 262_144 }),
    });
    const submission = await submit();
    // All of it has to be in memory at once: it is interlaced.
    const large = await sharp({ create: { width: 7_000, height: 7_000, channels: 3, background: 'green' } })
      .jpeg({ progressive: true, chromaSubsampling: '4:4:4' })
      .toBuffer();
    const refused = await sendPicture(poor, submission, large);
    expectError(refused, 400, 'validation_failed');
    expect(errorOf(refused).details).toEqual({ reason: 'too_costly' });
    await sentPicture(poor, submission, await drawJpeg(31));
    // With what it usually may have it is taken.
    await sentPicture(api, submission, large);
  });

  it('that takes too long is ended', async () => {
    const hasty = createTestApi(database, {
      pictureStorage,
      decodePicture: createPictureDecoder({ timeoutMs: 1 }),
    });
    const refused = await sendPicture(hasty, await submit(), await drawJpeg(32));
    expectError(refused, 400, 'validation_failed');
    expect(errorOf(refused).details).toEqual({ reason: 'too_costly' });
  });

  it('is there for one picture at a time, and few wait for it', async () => {
    let running = 0;
    let most = 0;
    const decodePicture = createPictureDecoder({
      onStart: (child) => {
        running += 1;
        most = Math.max(most, running);
        child.once('exit', () => (running -= 1));
      },
    });
    const file = await drawJpeg(33);
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => decodePicture(file)));
    expect(most).toBe(1);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    for (const result of results.slice(5)) {
      expect(result).toMatchObject({ reason: { code: 'unavailable', headers: { 'Retry-After': '5' } } });
    }
  });

  it('ends when nobody waits for it any more, and who waited behind it is next', async () => {
    const caller = new AbortController();
    const children: ChildProcess[] = [];
    const decodePicture = createPictureDecoder({
      onStart: (child) => {
        children.push(child);
        child.once('spawn', () => caller.abort(new Error('the caller has left')));
      },
    });
    const [large, small] = [await drawLarge(), await drawJpeg(35)];
    const [left, next] = await Promise.allSettled([
      decodePicture(large, caller.signal),
      decodePicture(small),
    ]);
    expect(left).toMatchObject({ reason: { message: 'the caller has left' } });
    expect(children[0]?.signalCode).toBe('SIGKILL');
    expect(next).toMatchObject({ value: { width: 800 } });
  });

  it('sees nothing of the environment of the service', async () => {
    let environment = '';
    const decode = createPictureDecoder({
      onStart: ({ pid }) => {
        environment = readFileSync(`/proc/${pid}/environ`, 'utf8');
      },
    });
    await decode(await drawJpeg(34));
    expect(environment).toContain('VIPS_CONCURRENCY');
    expect(environment).not.toContain('PATH=');
  });
});

/** Of a hundredth of a second each. */
function readCpuTicks(pid: number): number {
  const [, after = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const fields = after.split(' ');
  return Number(fields[11]) + Number(fields[12]);
}
