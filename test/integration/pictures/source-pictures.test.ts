import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import cacache from 'cacache';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { fetchPicture } from '../../../src/pages/source-pictures/fetch-picture.ts';
import { isPictureOfProduct } from '../../../src/pages/source-pictures/picture-of-product.ts';
import { createPictureCache } from '../../../src/pages/source-pictures/picture-cache.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { createPictureDecoder } from '../../../src/review/pictures/decoding/decode-picture.ts';
import { insertDisputedProduct, DISPUTED_PICTURE } from '../../support/catalogue/disputed-product.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { createPictureRoot, drawJpeg } from '../../support/pictures/test-pictures.ts';
import { createTestApi, expectError, type TestApi } from '../../support/test-api.ts';
import { waitFor } from '../../support/wait-for.ts';

const HOST = 'images.openfoodfacts.org';
const DAY_MS = 86_400_000;

let database: TestDatabase;
let api: TestApi;
let disputed: string;
let folder: ReturnType<typeof createPictureRoot>;
let asked: string[];
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let nowMs: number;

/** The host of the pictures, which stands on this machine. */
const host = createServer((request, response) => {
  asked.push(request.url ?? '');
  answer(request, response);
});

beforeAll(async () => {
  database = await createTestDatabase();
  disputed = await insertDisputedProduct(database.db);
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
});
beforeEach(() => {
  folder = createPictureRoot();
  asked = [];
  nowMs = Date.now();
  const jpeg = drawJpeg();
  answer = (_request, response) => void jpeg.then((bytes) => response.end(bytes));
  openApi();
});
afterEach(() => folder.remove());
afterAll(async () => {
  host.close();
  await database.drop();
});

/** As after a restart: only the folder is the same. */
function openApi(mostBytes = 10_000_000): void {
  const origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  const pictureCache = createPictureCache({
    folder: folder.root,
    mostBytes,
    fetchPicture: (address) => fetchPicture(address.replace(`https://${HOST}`, origin)),
    decodePicture: createPictureDecoder(),
    logger: createLogger('test', 'silent'),
    now: () => nowMs,
  });
  api = createTestApi(database, { pictureCache, publicUrl: 'https://facts.example.org' });
}

const addressOf = (size: string, code = '301/762/042/2003') =>
  `/pictures/from/${HOST}/images/products/${code}/front_en.633.${size}.jpg`;
const get = (address: string) => api.request().get(address).responseType('blob');

test.each([
  ['100', 200],
  ['400', 400],
  ['full', 800],
])('a picture of a source, %s, comes from here as a WebP of %d pixels', async (size, pixels) => {
  const { status, headers, body } = await get(addressOf(size));
  expect([status, headers['content-type']]).toEqual([200, 'image/webp']);
  expect(headers['cache-control']).toBe('public, max-age=86400');
  expect(await sharp(body as Buffer).metadata()).toMatchObject({ format: 'webp', width: pixels });
});

test('it is fetched once, in full, no matter who asks and after a restart', async () => {
  await Promise.all(['200', '400', '400', 'full'].map((size) => get(addressOf(size))));
  openApi();
  expect((await get(addressOf('400'))).status).toBe(200);
  expect(asked).toEqual(['/images/products/301/762/042/2003/front_en.633.full.jpg']);
});

test('an old one is shown at once, and fetched once more', async () => {
  const first = await get(addressOf('200'));
  nowMs += 31 * DAY_MS;
  const other = await drawJpeg(5);
  answer = (_request, response) => response.end(other);
  const second = await get(addressOf('200'));
  expect((second.body as Buffer).equals(first.body as Buffer)).toBe(true);
  await waitFor('the new picture', async () => {
    const { body } = await get(addressOf('200'));
    return !(body as Buffer).equals(first.body as Buffer);
  });
});

test('an old one stays when its host has it no more', async () => {
  await get(addressOf('200'));
  nowMs += 31 * DAY_MS;
  answer = (_request, response) => response.writeHead(404).end();
  await get(addressOf('200'));
  await waitFor('the second question', () => asked.length === 2);
  expect((await get(addressOf('200'))).status).toBe(200);
});

test.each<[string, typeof answer]>([
  ['is not there', (_request, response) => response.writeHead(404).end()],
  ['is no picture', (_request, response) => response.end('<html></html>')],
  ['breaks off', (_request, response) => response.writeHead(200, { 'Content-Length': 9 }).end().destroy()],
  ['is elsewhere', (_request, response) => response.writeHead(302, { Location: 'http://127.0.0.1/' }).end()],
])('a placeholder is drawn for one that %s, which is not asked for again for an hour', async (_, fault) => {
  answer = fault;
  const { status, headers, body } = await get(addressOf('200'));
  expect([status, headers['content-type']]).toEqual([404, 'image/svg+xml; charset=utf-8']);
  expect(String(body)).toContain('<svg');
  nowMs += 3_590_000;
  await get(addressOf('200'));
  expect(asked).toHaveLength(1);
  nowMs += 20_000;
  await get(addressOf('200'));
  expect(asked).toHaveLength(2);
});

test.each([
  [12_582_912, 12_582_912],
  [12_582_913, undefined],
])('of %i bytes at most 12 MiB are taken', async (bytes, taken) => {
  answer = (_request, response) => void response.end(Buffer.alloc(bytes));
  const origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}/large.jpg`;
  expect((await fetchPicture(origin))?.byteLength).toBe(taken);
});

test('the folder stays below its size: the oldest go', async () => {
  await get(addressOf('200'));
  const sizeOf = async () =>
    Object.values(await cacache.ls(folder.root)).reduce((sum, { size }) => sum + size, 0);
  const mostBytes = (await sizeOf()) * 2;
  openApi(mostBytes);
  for (let n = 1; n <= 4; n++) await get(addressOf('200', `301/762/042/200${n}`));
  expect(await sizeOf()).toBeLessThanOrEqual(mostBytes);
  openApi(mostBytes);
  const before = asked.length;
  await get(addressOf('200', '301/762/042/2004'));
  expect(asked, 'the newest is still there').toHaveLength(before);
});

test.each([
  '/pictures/from/example.org/images/products/301/762/042/2003/front_en.633.full.jpg',
  `/pictures/from/${HOST}/cgi/product.pl`,
  `/pictures/from/${HOST}:8080/images/products/301/762/042/2003/front_en.633.full.jpg`,
  // Of addresses that cannot be had ten thousand are remembered.
  `/pictures/from/${HOST}/images/products/${'301/'.repeat(20)}front_en.633.full.jpg`,
  `/pictures/from/${HOST}/images/products/301/762/042/2003/front_en.${'6'.repeat(20)}.full.jpg`,
])('nothing else is fetched: %s', async (address) => {
  expectError(await api.request().get(address), 404, 'not_found');
  expect(asked).toEqual([]);
});

test.each([
  [DISPUTED_PICTURE, true],
  [DISPUTED_PICTURE.replace('full', '400'), true],
  [DISPUTED_PICTURE.replace('633', '634'), false],
  [DISPUTED_PICTURE.replace('2003', '2004'), false],
  ['https://example.org/a.jpg', false],
])('only a picture of a product may be fetched: %s', async (address, isOne) => {
  expect(await isPictureOfProduct(database.db, address)).toBe(isOne);
});

test('pages show no picture of another host, and a link where one is not asked', async () => {
  const elsewhere = 'https://pictures.example.org/a.jpg';
  const id = await insertProduct(database.db, {
    facts: { pictures: [{ url: elsewhere, role: 'front', lang: null, width: null, height: null }] },
  });
  const page = await api.request().get(`/product/id/${disputed}`).redirects(1);
  expect(page.headers['content-security-policy']).toContain("img-src 'self' data:;");
  expect(page.text).toContain(`<img src="${addressOf('400')}"`);
  expect(page.text).toContain(`<a href="${DISPUTED_PICTURE}">`);
  const { text } = await api.request().get(`/product/id/${id}`);
  expect(text).not.toContain(`src="${elsewhere}"`);
  expect(text).toContain(`<a href="${elsewhere}">Front: Plain product</a>`);
});
