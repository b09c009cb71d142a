import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSubmissionLimits } from '../../../src/access/limits/submission-limits.ts';
import { createPictureDecoder } from '../../../src/review/pictures/decoding/decode-picture.ts';
import { createFolderStorage } from '../../../src/review/pictures/storage/folder-storage.ts';
import { gtinOf } from '../../support/imports/export-file.ts';
import { PLAIN_ADDRESSES, createTestAccounts } from '../../support/callers/test-accounts.ts';
import { createTestApi, expectError, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import {
  createPictureRoot,
  declarePng,
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

const sending = (sender: string, file: Buffer) => ({
  sender,
  sha256: createHash('sha256').update(file).digest(),
  signal: new AbortController().signal,
});

describe('a decoding process', () => {
  /** Nearly 50 megapixels that take a second and more, in a small file. */
  const drawLarge = () =>
    sharp({ create: { width: 7_000, height: 7_000, channels: 4, background: '#12345678' } })
      .png({ compressionLevel: 1 })
      .toBuffer();

  /** All of it has to be in memory at once. */
  const drawInterlaced = () =>
    sharp({ create: { width: 7_000, height: 7_000, channels: 3, background: 'green' } })
      .jpeg({ progressive: true, chromaSubsampling: '4:4:4' })
      .toBuffer();

  it('that is killed while it decodes costs that picture alone', async () => {
    const children: ChildProcess[] = [];
    const decodePicture = createPictureDecoder({ onStart: (child) => children.push(child) });
    const own = createTestApi(database, { pictureStorage, decodePicture });
    const submission = await submit();
    const sent = sendPicture(own, submission, await drawInterlaced());
    const pid = await waitFor('a process', () => children[0]?.pid);
    // Its pixels fill memory before anything is made of them.
    await waitFor('that it decodes', () => readMemoryMb(pid) > 200);
    process.kill(pid, 'SIGKILL');
    const refused = await sent;
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
    const refused = await sendPicture(poor, submission, await drawInterlaced());
    expectError(refused, 400, 'validation_failed');
    expect(errorOf(refused).details).toEqual({ reason: 'too_costly' });
    await sentPicture(poor, submission, await drawJpeg(31));
    // With what it usually may have it is taken.
    await sentPicture(api, submission, await drawInterlaced());
  });

  it('that takes too long is ended, and its address sends no other for a while', async () => {
    const limits = createSubmissionLimits(undefined, PLAIN_ADDRESSES);
    const hasty = createTestApi(database, {
      pictureStorage,
      trustProxy: 1,
      accounts: { ...createTestAccounts(database.db), submissionLimits: limits },
      decodePicture: createPictureDecoder({ timeoutMs: 1, onCostly: limits.holdPictures }),
    });
    const submission = await submit();
    const from = (address: string, file: Buffer) =>
      sendPicture(hasty, submission, file, { headers: { 'X-Forwarded-For': address } });
    const refused = await from('198.51.100.1', await drawJpeg(32));
    expectError(refused, 400, 'validation_failed');
    expect(errorOf(refused).details).toEqual({ reason: 'too_costly' });
    const held = await from('198.51.100.1', Buffer.from('no picture'));
    expectError(held, 429, 'rate_limited');
    expect(Number(held.headers['retry-after'])).toBeGreaterThan(200);
    expect((await from('198.51.100.2', Buffer.from('no picture'))).status).toBe(415);
  });

  it('is one of two, at which one sender has one place, and few wait', async () => {
    const running: string[] = [];
    let most = 0;
    let starts = 0;
    const decode = createPictureDecoder({
      onStart: (child) => {
        starts += 1;
        running.push('one');
        most = Math.max(most, running.length);
        child.once('exit', () => running.pop());
      },
    });
    const file = await drawJpeg(33);
    const ask = (sender: string) => decode(file, sending(sender, file));
    const results = await Promise.allSettled(['a', 'a', 'a', 'a', 'b', 'c'].map(ask));
    expect(results.map(({ status }) => status === 'fulfilled')).toEqual([
      true,
      true,
      false,
      false,
      true,
      true,
    ]);
    expect([most, starts]).toEqual([2, 4]);
    for (const result of results.slice(2, 4))
      expect(result).toMatchObject({ reason: { code: 'unavailable', headers: { 'Retry-After': '5' } } });
  });

  it('is started once for a file that is refused', async () => {
    let starts = 0;
    const decode = createPictureDecoder({ onStart: () => (starts += 1) });
    const file = declarePng(1, 49_999_999);
    for (const sender of ['a', 'a', 'b'])
      await expect(decode(file, sending(sender, file))).rejects.toMatchObject({
        details: { reason: 'too_many_pixels' },
      });
    expect(starts).toBe(1);
  });

  it('ends when nobody waits for it any more, and who waited behind it is next', async () => {
    const caller = new AbortController();
    const children: ChildProcess[] = [];
    const decode = createPictureDecoder({
      onStart: (child) => {
        children.push(child);
        child.once('spawn', () => caller.abort(new Error('the caller has left')));
      },
    });
    const [large, small] = [await drawLarge(), await drawJpeg(35)];
    const [left, next] = await Promise.allSettled([
      decode(large, { ...sending('a', large), signal: caller.signal }),
      decode(small, sending('a', small)),
    ]);
    expect(left).toMatchObject({ reason: { message: 'the caller has left' } });
    expect(children[0]?.signalCode).toBe('SIGKILL');
    expect(next).toMatchObject({ value: { width: 800 } });
  });

  it('sees nothing of the environment of the service', async () => {
    let environment = '';
    const decode = createPictureDecoder({
      onStart: ({ pid }) => {
        // Empty for a moment after the start of a program.
        while (environment === '') environment = readFileSync(`/proc/${pid}/environ`, 'utf8');
      },
    });
    const file = await drawJpeg(34);
    await decode(file, sending('a', file));
    expect(environment).toContain('VIPS_CONCURRENCY');
    expect(environment).not.toContain('PATH=');
  });
});

/** 0 when it has ended. */
function readMemoryMb(pid: number): number {
  const [, kb] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kb ?? 0) / 1_024;
}
