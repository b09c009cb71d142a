import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import { LEAST_BYTES } from './send-text.ts';

const compress = {
  br: (content: Buffer) =>
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: promisify<Buffer, Buffer>(gzip),
};
/** One step further takes twice as long for one hundredth less. */
const BROTLI_QUALITY = 9;

/** Content that is the same for everybody: it is compressed once in each coding, when that is first asked for. */
export interface StoredAnswer {
  send: (request: Request, response: Response) => Promise<void>;
}

/** The caller sets the content type and `Cache-Control` of the response. */
export function storeAnswer(content: Buffer): StoredAnswer {
  const etag = `"${createHash('sha256').update(content).digest('base64url')}"`;
  const compressed = new Map<keyof typeof compress, Promise<Buffer>>();

  const encode = (coding: keyof typeof compress) => {
    const known = compressed.get(coding) ?? compress[coding](content);
    compressed.set(coding, known);
    return known;
  };
  const choose = (request: Request) => {
    if (content.length < LEAST_BYTES) return undefined;
    return (['br', 'gzip'] as const).find((coding) => request.acceptsEncodings(coding));
  };
  return {
    async send(request, response) {
      const coding = choose(request);
      response.set('ETag', etag).vary('Accept-Encoding');
      if (coding) response.set('Content-Encoding', coding);
      response.send(coding ? await encode(coding) : content);
    },
  };
}
