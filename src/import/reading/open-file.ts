import { open, stat, type FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { errorCodeOf } from '../../platform/error-code.ts';
import { ImportFileError } from './file-row.ts';
import { isUnpackedTooLarge } from './unpacked-limit.ts';

const CHUNK_BYTES = 256 * 1024;

const GZIP = Buffer.from([0x1f, 0x8b]);
const ZIP = Buffer.from('PK\u0003\u0004');
const UTF_16 = [Buffer.from([0xff, 0xfe]), Buffer.from([0xfe, 0xff])];
const NEWLINE = 0x0a;

/**
 * Yields the bytes of a text file, decompressed if it is gzip, one chunk in memory at a time. Calls `onBytesRead`
 * with the bytes read from disk.
 * @throws {ImportFileError} for a missing file, an archive, binary content, truncated or damaged compressed data, or
 * a file that changes while it is read
 */
export async function* openFile(
  path: string,
  onBytesRead: (bytes: number) => void = () => undefined,
): AsyncGenerator<Buffer> {
  const file = await openForReading(path);
  try {
    const { size, mtimeMs } = await file.stat();
    const start = await readStart(file);
    if (hasMagic(start, ZIP)) {
      throw new ImportFileError(
        'The file is a ZIP archive, and not that of FoodData Central. A spreadsheet has to be saved as CSV first.',
      );
    }
    let isFirst = true;
    for await (const bytes of readContent(file, hasMagic(start, GZIP), onBytesRead)) {
      if (isFirst) checkText(bytes);
      isFirst = false;
      yield bytes;
    }
    const now = await file.stat();
    if (now.size !== size || now.mtimeMs !== mtimeMs) {
      throw new ImportFileError('The file changed while it was read: import it again when it is whole.');
    }
  } finally {
    await file.close();
  }
}

async function* readContent(
  file: FileHandle,
  isGzip: boolean,
  onBytesRead: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  const stream = file.createReadStream({ highWaterMark: CHUNK_BYTES, start: 0, autoClose: false });
  // The iteration throws the error; the callback would report it twice.
  const content = isGzip
    ? pipeline(stream, createGunzip({ chunkSize: CHUNK_BYTES }), () => undefined)
    : stream;
  let unpackedBytes = 0;
  try {
    for await (const bytes of content as AsyncIterable<Buffer>) {
      unpackedBytes += bytes.length;
      if (isUnpackedTooLarge(unpackedBytes, stream.bytesRead))
        throw describeGrowth(stream.bytesRead, unpackedBytes);
      onBytesRead(stream.bytesRead);
      yield bytes;
    }
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (!code.startsWith('Z_')) throw error;
    throw new ImportFileError(
      `The file is cut off or damaged: its compressed data cannot be read on (${message}). Fetch it again.`,
      { cause: error },
    );
  }
}

function describeGrowth(compressed: number, unpacked: number): ImportFileError {
  const [from, to] = [compressed, unpacked].map((bytes) => bytes.toLocaleString('en'));
  return new ImportFileError(
    `The file is no data: its first ${from} bytes become more than ${to}. It was not read on.`,
  );
}

/** Returns whether the content is a ZIP archive. */
export async function isZip(path: string): Promise<boolean> {
  const file = await openForReading(path);
  try {
    return hasMagic(await readStart(file), ZIP);
  } finally {
    await file.close();
  }
}

/** Detects UTF-16 and UTF-32 by zero bytes, which no other text encoding has. */
function checkText(start: Buffer): void {
  const end = start.indexOf(NEWLINE);
  const firstLine = end === -1 ? start : start.subarray(0, end);
  if (UTF_16.some((mark) => hasMagic(start, mark)) || firstLine.includes(0)) {
    throw new ImportFileError('The file is in UTF-16, or no text at all: save it as UTF-8.');
  }
}

const hasMagic = (start: Buffer, magic: Buffer) => start.subarray(0, magic.length).equals(magic);

async function openForReading(path: string): Promise<FileHandle> {
  await findSize(path);
  return await open(path);
}

/**
 * Returns the bytes of a regular file. Refuses anything else, because opening a pipe would wait for a writer.
 * @throws {ImportFileError} a missing file, a directory, a pipe or a device
 */
export async function findSize(path: string): Promise<number> {
  const about = await stat(path).catch((error: unknown) => {
    const isMissing = ['ENOENT', 'ENOTDIR'].includes(errorCodeOf(error) ?? '');
    throw isMissing ? new ImportFileError(`There is no file ${path}.`, { cause: error }) : error;
  });
  if (!about.isFile()) throw new ImportFileError(`${path} is not a file.`);
  return about.size;
}

async function readStart(file: FileHandle): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
  return buffer.subarray(0, bytesRead);
}
