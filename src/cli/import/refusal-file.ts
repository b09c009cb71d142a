import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { makeDirectory } from '../../embedded/make-directory.ts';
import type { Refusal } from '../../import/read-records.ts';

export interface RefusalFile {
  path: string;
  write(refusal: Refusal): void;
  /** Returns the number of rows; without rows there is no file. Rejects when the file could not be written. */
  close(): Promise<number>;
}

const NAME = /^import-refused-.+\.tsv$/;
const KEPT_DAYS = 30;

/** Returns the default place of the refusals of this import. Removes lists that are older than 30 days. */
export async function placeRefusalFile(dataDir: string, now = new Date()): Promise<string> {
  for (const name of (await readdir(dataDir).catch(() => [])).filter((one) => NAME.test(one))) {
    const file = path.join(dataDir, name);
    const saved = await stat(file).catch(() => undefined);
    if (saved && now.getTime() - saved.mtimeMs > KEPT_DAYS * 86_400_000) await rm(file, { force: true });
  }
  const timestamp = now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
  return path.join(dataDir, `import-refused-${timestamp}.tsv`);
}

/** A tab-separated file: line, code, reason, and the effect on the product. Created with the first refusal. */
export function createRefusalFile(filePath: string): RefusalFile {
  let stream: WriteStream | undefined;
  let failure: Error | undefined;
  let count = 0;
  const openFile = () => {
    makeDirectory(path.dirname(filePath));
    const opened = createWriteStream(filePath);
    opened.on('error', (error) => (failure = error));
    opened.write('line\tcode\treason\tproduct\n');
    return opened;
  };
  return {
    path: filePath,
    write({ line, code, reason, isProductKept, detail }) {
      stream ??= openFile();
      count += 1;
      const left = detail === undefined ? 'barcode' : detail.replaceAll(/\s+/g, ' ');
      const product = isProductKept ? `kept without ${left}` : 'not imported';
      stream.write(`${line}\t${code.replaceAll(/\s+/g, ' ')}\t${reason}\t${product}\n`);
    },
    async close() {
      if (stream && !failure) {
        stream.end();
        if (!stream.closed) await once(stream, 'close');
      }
      if (failure) throw failure;
      return count;
    },
  };
}
