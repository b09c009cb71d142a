import { mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { v7 as uuidV7 } from 'uuid';
import { PICTURE_SIZES } from '../../../catalog/pictures/picture-address.ts';
import { isPictureName, type PictureStorage } from './picture-storage.ts';

/** Names that begin with a dot are neither read nor listed. */
const UNFINISHED = '.unfinished-';
/** Age from which an unfinished folder was left by a killed process. */
const ABANDONED_MS = 3_600_000;

/** Stores a folder per picture with a file per size. Several processes may share it on one volume. */
export function createFolderStorage(root: string): PictureStorage {
  const folderOf = (sha256: string) => path.join(root, sha256);
  return {
    async save(sha256, renditions) {
      const unfinished = path.join(root, `${UNFINISHED}${uuidV7()}`);
      await mkdir(unfinished, { recursive: true });
      try {
        for (const size of PICTURE_SIZES) {
          await writeDurably(path.join(unfinished, `${size}.webp`), renditions[size]);
        }
        await syncFolder(unfinished);
        await rename(unfinished, folderOf(sha256));
        await syncFolder(root);
      } catch (error) {
        await rm(unfinished, { recursive: true, force: true });
        if (!isCode(error, 'ENOTEMPTY', 'EEXIST')) throw error;
        // The same bytes are already stored. Renew the time for `list`.
        await utimes(folderOf(sha256), new Date(), new Date());
      }
    },

    async read(sha256, size) {
      try {
        return await readFile(path.join(folderOf(sha256), `${size}.webp`));
      } catch (error) {
        if (isCode(error, 'ENOENT')) return undefined;
        throw error;
      }
    },

    async remove(sha256) {
      // Rename first, so that a killed process leaves no picture without one of its sizes.
      const hidden = path.join(root, `${UNFINISHED}${uuidV7()}`);
      try {
        await rename(folderOf(sha256), hidden);
      } catch (error) {
        if (isCode(error, 'ENOENT')) return;
        throw error;
      }
      await rm(hidden, { recursive: true, force: true });
    },

    async *list() {
      for (const name of await listNames(root)) {
        const file = path.join(root, name);
        const found = await stat(file).catch(() => undefined);
        if (!found) continue;
        if (isPictureName(name)) yield { sha256: name, savedAt: found.mtime };
        else if (name.startsWith(UNFINISHED) && Date.now() - found.mtimeMs > ABANDONED_MS) {
          await rm(file, { recursive: true, force: true });
        }
      }
    },
  };
}

async function listNames(root: string): Promise<string[]> {
  try {
    return await readdir(root);
  } catch (error) {
    if (isCode(error, 'ENOENT')) return [];
    throw error;
  }
}

async function writeDurably(file: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(file, 'wx');
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync();
  await handle.close();
}

function isCode(error: unknown, ...codes: string[]): boolean {
  return codes.includes((error as NodeJS.ErrnoException).code ?? '');
}
