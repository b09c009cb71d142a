import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import type { Response } from 'supertest';
import { expect } from 'vitest';
import type { TakenPicture } from '../../../src/review/pictures/submitted-picture-contract.ts';
import type { TestApi } from '../test-api.ts';

/** A folder for pictures of a test. */
export function createPictureRoot(): { root: string; remove(): void } {
  const root = mkdtempSync(path.join(tmpdir(), 'factshelf-pictures-'));
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) };
}

/** A picture of four coloured quarters, like which no other number's looks: red, green, blue, and a shade by the number. */
export function drawQuarters(width: number, height: number, number = 0): Sharp {
  const [w, h] = [Math.ceil(width / 2), Math.ceil(height / 2)];
  const part = (background: string, left: number, top: number) => ({
    input: { create: { width: w, height: h, channels: 3 as const, background } },
    left,
    top,
  });
  // A bar at a place of its own tells the likeness of one number from that of another.
  const bars = Array.from({ length: 16 }, (_, at) => ((number * 2654435761) >>> at) & 1).flatMap((bit, at) =>
    bit === 0
      ? []
      : [
          {
            input: {
              create: {
                width: Math.max(1, Math.floor(width / 10)),
                height: Math.max(1, Math.floor(height / 8)),
                channels: 3 as const,
                background: 'white',
              },
            },
            left: Math.floor(((at % 8) * width) / 9),
            top: Math.floor(((at < 8 ? 1 : 5) * height) / 8),
          },
        ],
  );
  return sharp({ create: { width, height, channels: 3, background: 'black' } }).composite([
    part('#ff0000', 0, 0),
    part('#00ff00', width - w, 0),
    part('#0000ff', 0, height - h),
    ...bars,
  ]);
}

export const drawJpeg = (number = 0, width = 800, height = 600) =>
  drawQuarters(width, height, number).jpeg({ quality: 90 }).toBuffer();

/** The file of a phone that was held upright: stored lying, with where it was taken. */
export async function takePhoto(): Promise<Buffer> {
  return await drawQuarters(800, 600)
    .jpeg({ quality: 95 })
    .withExif({
      IFD0: { Make: 'Secretcam', Copyright: 'Somebody' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 12/1', GPSLongitudeRef: 'E' },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer();
}

/** Returns a PNG that declares this width and height, with almost no data. */
export function declarePng(width: number, height = width): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.length, 0);
    ends.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', Buffer.alloc(5_000)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Returns a pending submission and its sender's token. */
export async function submitProduct(api: TestApi, body: object): Promise<{ id: string; token: string }> {
  const response = await api.submit('/submissions', body);
  expect(response.status, response.text).toBe(201);
  const { id, answer_token: token } = response.body as { id: string; answer_token: string };
  return { id, token };
}

/** Sends a file as a body, as a browser's `fetch` does. */
export async function sendPicture(
  api: TestApi,
  { id, token }: { id: string; token: string },
  file: Buffer,
  { type = 'application/octet-stream', query = '', headers = {} } = {},
): Promise<Response> {
  return await api
    .request()
    .post(`/api/public/submissions/${id}/images${query}`)
    .set({ 'X-Answer-Token': token, 'Content-Type': type, ...headers })
    .send(file);
}

/** The same, and fails unless it is taken. */
export async function sentPicture(
  api: TestApi,
  submission: { id: string; token: string },
  file: Buffer,
): Promise<TakenPicture> {
  const response = await sendPicture(api, submission, file);
  expect(response.status, response.text).toBe(201);
  return response.body as TakenPicture;
}

/** The bytes of an answer. */
export async function download(
  api: Pick<TestApi, 'request'>,
  address: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Record<string, string>; bytes: Buffer }> {
  const response = await api
    .request()
    .get(address)
    .set(headers)
    .buffer(true)
    .parse((stream, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => done(null, Buffer.concat(chunks)));
    });
  return {
    status: response.status,
    headers: response.headers,
    bytes: response.body as Buffer,
  };
}

/** The colour in the middle of a quarter: red, green, blue from 0 to 255. */
export async function readColour(file: Buffer, quarter: { right: boolean; low: boolean }): Promise<number[]> {
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const x = Math.floor(info.width * (quarter.right ? 0.97 : 0.03));
  const y = Math.floor(info.height * (quarter.low ? 0.97 : 0.03));
  const at = (y * info.width + x) * info.channels;
  return [...data.subarray(at, at + 3)];
}
