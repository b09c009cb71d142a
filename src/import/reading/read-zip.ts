import path from 'node:path';
import { crc32 } from 'node:zlib';
import yauzl from 'yauzl';
import { ImportFileError } from './file-row.ts';
import { isUnpackedTooLarge } from './unpacked-limit.ts';

export interface ZipArchive {
  /** Yields the content of the file with this name, in any folder, one chunk in memory at a time. */
  read(name: string): AsyncGenerator<Buffer>;
  has(name: string): boolean;
  close(): void;
}

const MOST_ENTRIES = 1_000;

/** Bits of the Unix file mode, which archives store in the upper half of the attributes. */
const FILE_TYPE = 0o170000;
const SYMBOLIC_LINK = 0o120000;

/**
 * Opens a ZIP archive and reads its directory. Nothing is written to disk, so no file name can escape. Calls
 * `onBytesRead` with the compressed bytes read.
 * @throws {ImportFileError} for anything but a ZIP archive, a damaged one, names that point outside, or an excessive
 * size
 */
export async function openZip(file: string, onBytesRead: (bytes: number) => void): Promise<ZipArchive> {
  let zip: yauzl.ZipFile | undefined;
  const entries = new Map<string, yauzl.Entry>();
  try {
    zip = await yauzl.openPromise(file, { autoClose: false });
    if (zip.entryCount > MOST_ENTRIES) throw new Error(`it holds ${zip.entryCount} files`);
    for await (const entry of zip.eachEntry()) {
      if (!entry.fileName.endsWith('/')) addEntry(entries, entry);
    }
  } catch (error) {
    zip?.close();
    throw describeZipError(error);
  }
  const opened = zip;
  let bytesRead = 0;
  return {
    has: (name) => entries.has(name),
    async *read(name) {
      const entry = entries.get(name);
      if (!entry)
        throw new ImportFileError(`The ZIP archive has no ${name}: it is not that of FoodData Central.`);
      const before = bytesRead;
      let unpacked = 0;
      let checksum = 0;
      try {
        const stream = await opened.openReadStreamPromise(entry);
        for await (const bytes of stream as AsyncIterable<Buffer>) {
          unpacked += bytes.length;
          checksum = crc32(bytes, checksum);
          bytesRead =
            before + Math.round((entry.compressedSize * unpacked) / Math.max(1, entry.uncompressedSize));
          onBytesRead(bytesRead);
          yield bytes;
        }
        if (checksum !== entry.crc32) throw new Error(`${entry.fileName} does not match its checksum`);
      } catch (error) {
        throw describeZipError(error);
      }
    },
    close: () => opened.close(),
  };
}

function addEntry(entries: Map<string, yauzl.Entry>, entry: yauzl.Entry): void {
  const { fileName, uncompressedSize, compressedSize, externalFileAttributes } = entry;
  if (((externalFileAttributes >>> 16) & FILE_TYPE) === SYMBOLIC_LINK) {
    throw new Error(`${fileName} is a symbolic link`);
  }
  if (isUnpackedTooLarge(uncompressedSize, compressedSize)) {
    throw new Error(`${fileName} would become ${uncompressedSize} bytes out of ${compressedSize}`);
  }
  const name = path.posix.basename(fileName);
  if (entries.has(name)) throw new Error(`it holds two files ${name}`);
  entries.set(name, entry);
}

function describeZipError(error: unknown): unknown {
  if (error instanceof ImportFileError || (error as NodeJS.ErrnoException).code === 'ENOENT') return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new ImportFileError(`The ZIP archive is damaged or unsafe: ${reason}.`, { cause: error });
}
