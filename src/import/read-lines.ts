import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** The longest row of an export is under 1 MB; a file without line ends must not fill the memory. */
const LONGEST_LINE_BYTES = 16 * 1024 * 1024;

const NEWLINE = 0x0a;
const GZIP_MAGIC = Buffer.from([0x1f, 0x8b]);

export interface TextLine {
  /** From 1. */
  line: number;
  /** Undefined when the line is longer than anything an export holds. */
  text: string | undefined;
}

/**
 * The lines of a file, decompressed when its content is gzip, one chunk in memory at a time. Only `\n` ends a line:
 * node:readline also breaks at U+2028, which may stand inside a JSON text.
 * @throws when the file cannot be read, or its compressed data ends early
 */
export async function* readLines(
  path: string,
  onBytesRead: (bytes: number) => void,
): AsyncGenerator<TextLine> {
  let line = 0;
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  const take = (end: Buffer): TextLine => {
    line += 1;
    const isTooLong = pendingBytes + end.length > LONGEST_LINE_BYTES;
    const bytes = isTooLong || pending.length === 0 ? end : Buffer.concat([...pending, end]);
    pending = [];
    pendingBytes = 0;
    if (isTooLong) return { line, text: undefined };
    const text = bytes.toString('utf8').replace(/\r$/, '');
    return { line, text: line === 1 ? text.replace(/^\uFEFF/, '') : text };
  };

  const file = createReadStream(path, { highWaterMark: 256 * 1024 });
  // The callback hears an error a second time: the iteration throws it.
  const content: AsyncIterable<Buffer> = (await isGzip(path))
    ? pipeline(file, createGunzip({ chunkSize: 256 * 1024 }), () => undefined)
    : file;
  for await (const bytes of content) {
    onBytesRead(file.bytesRead);
    let start = 0;
    for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
      yield take(bytes.subarray(start, end));
      start = end + 1;
    }
    const rest = bytes.subarray(start);
    pendingBytes += rest.length;
    // Past the limit the bytes are only counted.
    if (rest.length > 0 && pendingBytes <= LONGEST_LINE_BYTES) pending.push(rest);
  }
  if (pendingBytes > 0) yield take(Buffer.alloc(0));
}

async function isGzip(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer.equals(GZIP_MAGIC);
  } finally {
    await file.close();
  }
}
