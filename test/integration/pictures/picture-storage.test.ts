import { readdirSync } from 'node:fs';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import type { PictureStorage } from '../../../src/review/pictures/storage/picture-storage.ts';
import { createFolderStorage } from '../../../src/review/pictures/storage/folder-storage.ts';
import { createS3Storage } from '../../../src/review/pictures/storage/s3-storage.ts';
import { gtinOf } from '../../support/imports/export-file.ts';
import { S3_CREDENTIALS, startS3Server, type S3Server } from '../../support/servers/s3-server.ts';
import { createTestApi, expectError } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import {
  createPictureRoot,
  drawJpeg,
  submitProduct,
  sendPicture,
} from '../../support/pictures/test-pictures.ts';

const BUCKET = 'pictures';
const folder = createPictureRoot();
const bucketFolder = createPictureRoot();
let server: S3Server;
let storages: Record<string, PictureStorage>;
const s3At = (endpoint: string, bucket = BUCKET) =>
  createS3Storage({ bucket, region: 'us-east-1', endpoint, credentials: S3_CREDENTIALS });

beforeAll(async () => {
  server = await startS3Server(bucketFolder.root, BUCKET);
  storages = {
    folder: createFolderStorage(folder.root),
    S3: s3At(server.endpoint),
  };
});
afterAll(async () => {
  await server.close();
  folder.remove();
  bucketFolder.remove();
});

const renditions = { 200: Buffer.from('small'), 400: Buffer.from('middle'), 1200: Buffer.alloc(300_000, 5) };
const [one, two] = ['1'.repeat(64), '2'.repeat(64)] as const;

async function listNames(storage: PictureStorage): Promise<string[]> {
  const names = new Set<string>();
  for await (const { sha256, savedAt } of storage.list()) {
    expect(Math.abs(Date.now() - savedAt.getTime())).toBeLessThan(600_000);
    names.add(sha256);
  }
  return [...names].sort();
}

describe.each(['folder', 'S3'])('pictures in %s', (kind) => {
  it('are kept, read, listed and removed', async () => {
    const storage = storages[kind];
    if (!storage) throw new Error('there is no such storage');
    expect(await listNames(storage)).toEqual([]);
    expect(await storage.read(one, 200)).toBeUndefined();
    await storage.save(one, renditions);
    await storage.save(two, renditions);
    await storage.save(one, renditions);
    for (const size of [200, 400, 1200] as const)
      expect(await storage.read(one, size)).toEqual(renditions[size]);
    expect(await listNames(storage)).toEqual([one, two]);
    await storage.remove(one);
    await storage.remove(one);
    expect(await storage.read(one, 1200)).toBeUndefined();
    expect(await listNames(storage)).toEqual([two]);
  });
});

test('a folder keeps nothing of what was left unfinished', async () => {
  const storage = createFolderStorage(folder.root);
  const left = path.join(folder.root, '.unfinished-killed');
  await mkdir(left);
  await writeFile(path.join(left, '200.webp'), 'half');
  await listNames(storage);
  expect(readdirSync(folder.root)).toContain('.unfinished-killed');
  const then = new Date(Date.now() - 2 * 3_600_000);
  await utimes(left, then, then);
  await listNames(storage);
  expect(readdirSync(folder.root)).not.toContain('.unfinished-killed');
});

describe('a bucket that', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it.each([
    ['is not there', () => s3At('http://127.0.0.1:1')],
    ['nobody has made', () => s3At(server.endpoint, 'unknown')],
  ])('%s is 503, and nothing is noted', async (_name, open) => {
    const api = createTestApi(database, { pictureStorage: open() });
    const submission = await submitProduct(api, { gtin: gtinOf(_name.length), name: 'Kept nowhere' });
    const refused = await sendPicture(api, submission, await drawJpeg());
    expectError(refused, 503, 'unavailable');
    expect(refused.headers['retry-after']).toBe('30');
    const { rows } = await database.pool.query('select from submission_pictures');
    expect(rows).toEqual([]);
  });
});
