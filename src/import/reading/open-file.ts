import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { ImportFileError } from './import-file-error.ts';

const CHUNK_BYTES = 256 * 1024;

const GZIP = Buffer.from([0x1f, 0x8b]);
const ZIP = Buffer.from('PK\u0003\u0004');
const UTF_16 = [Buffer.from([0xff, 0xfe]), Buffer.from([0xfe, 0xff])];

/**
 * The bytes of a file of text, decompressed when its content is gzip, one chunk in memory at a time. `onBytesRead` is
 * told how many were read of the file as it lies on the disk.
 * @throws {ImportFileError} an archive, UTF-16, or compressed data that ends early or is damaged
 */
export async function* openFile(
  path: string,
  onBytesRead: (bytes: number) => void = () => undefined,
): AsyncGenerator<Buffer> {
  const start = await readStart(path);
  if (hasMagic(start, ZIP)) {
    throw new ImportFileError(
      'The file is a ZIP archive, and not that of FoodData Central. A spreadsheet has to be saved as CSV first.',
    );
  }
  if (UTF_16.some((mark) => hasMagic(start, mark))) {
    throw new ImportFileError('The file is in UTF-16: save it as UTF-8.');
  }
  const file = createReadStream(path, { highWaterMark: CHUNK_BYTES });
  if (!hasMagic(start, GZIP)) {
    for await (const bytes of file as AsyncIterable<Buffer>) {
      onBytesRead(file.bytesRead);
      yield bytes;
    }
    return;
  }
  // The callback hears an error a second time: the iteration throws it.
  const content = pipeline(file, createGunzip({ chunkSize: CHUNK_BYTES }), () => undefined);
  try {
    for await (const bytes of content as AsyncIterable<Buffer>) {
      onBytesRead(file.bytesRead);
      yield bytes;
    }
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (!code.startsWith('Z_')) throw error;
    throw new ImportFileError(
      `The file is cut off or damaged: its compressed data cannot be read on (${message}). ` +
        'Fetch it again; what came before is saved.',
      { cause: error },
    );
  }
}

/** Whether a file is a ZIP archive, by its content. */
export async function isZip(path: string): Promise<boolean> {
  return hasMagic(await readStart(path), ZIP);
}

const hasMagic = (start: Buffer, magic: Buffer) => start.subarray(0, magic.length).equals(magic);

async function readStart(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
