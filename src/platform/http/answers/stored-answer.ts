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
/** The next level takes twice as long for one percent less. */
const BROTLI_QUALITY = 9;

/** Content that is the same for all callers. It is compressed once per encoding, on the first request. */
export class StoredAnswer {
  readonly #content: Buffer;
  readonly #etag: string;
  readonly #compressed = new Map<keyof typeof compress, Promise<Buffer>>();

  constructor(content: Buffer) {
    this.#content = content;
    this.#etag = `"${createHash('sha256').update(content).digest('base64url')}"`;
  }

  async send(request: Request, response: Response): Promise<void> {
    const coding =
      this.#content.length < LEAST_BYTES
        ? undefined
        : (['br', 'gzip'] as const).find((known) => request.acceptsEncodings(known));
    response.set('ETag', this.#etag).vary('Accept-Encoding');
    if (coding) response.set('Content-Encoding', coding);
    response.send(coding ? await this.#encode(coding) : this.#content);
  }

  #encode(coding: keyof typeof compress): Promise<Buffer> {
    const encoded = this.#compressed.get(coding) ?? compress[coding](this.#content);
    this.#compressed.set(coding, encoded);
    return encoded;
  }
}
