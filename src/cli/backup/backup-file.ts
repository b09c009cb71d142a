import { existsSync } from 'node:fs';
import { open, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as tar from 'tar';
import { z } from 'zod';
import { makeWorkFolder, removeFolder } from '../../doctor/leftovers.ts';
import { StartError } from '../../embedded/describe-failure.ts';
import { makeDirectory } from '../../embedded/make-directory.ts';
import { errorCodeOf } from '../../platform/error-code.ts';
import { hashFile } from '../../platform/hash-file.ts';

/** The description inside a backup. */
const aboutSchema = z.object({
  made_at: z.iso.datetime(),
  /** The tool that made `database`: `base_backup` for the server of `npm start`, `pg_dump` for any other. */
  method: z.enum(['base_backup', 'pg_dump']),
  /** The major version of the server. */
  postgres: z.string(),
  pictures: z.int(),
  /** The password of the database's owner, for the server of `npm start`. */
  password: z.string().optional(),
});
export type AboutBackup = z.output<typeof aboutSchema>;

const ABOUT = 'backup.json';
const DATABASE = 'database';
const PICTURES = 'pictures';

interface Contents {
  about: Omit<AboutBackup, 'pictures'>;
  /** A folder in which `database` is what Postgres wrote. */
  work: string;
  /** Undefined if pictures are not stored in a folder. */
  imageRoot: string | undefined;
}

/** Writes one file and its checksum in the format of `sha256sum`. Both get their final names only when complete. */
export async function writeBackup(root: string, { about, work, imageRoot }: Contents) {
  const name = `factshelf-${about.made_at.replaceAll(/[-:]|\.\d+/g, '')}.tar`;
  const file = path.join(root, name);
  const drafts = await makeWorkFolder(root, 'backup');
  const draft = path.join(drafts, name);
  const pictures = imageRoot ? await listPictures(imageRoot) : [];
  try {
    const manifest: AboutBackup = { ...about, pictures: pictures.length };
    await writeFile(path.join(work, ABOUT), JSON.stringify(manifest));
    // Readable by the owner only, because it contains the whole database.
    await writeFile(draft, '', { mode: 0o600 });
    await tar.create({ file: draft, cwd: work, portable: true }, [ABOUT, DATABASE]);
    if (imageRoot && pictures.length > 0) {
      await tar.replace({ file: draft, cwd: imageRoot, prefix: PICTURES, portable: true }, pictures);
    }
    const handle = await open(draft, 'r+');
    await handle.sync();
    const { size: bytes } = await handle.stat();
    await handle.close();
    const sha256 = await hashFile(draft);
    await writeFile(`${draft}.sha256`, `${sha256}  ${name}\n`, { mode: 0o600, flush: true });
    await rename(`${draft}.sha256`, `${file}.sha256`);
    await rename(draft, file);
    return { file, bytes, sha256, pictures: pictures.length };
  } finally {
    await removeFolder(drafts);
  }
}

/** Lists pictures, except those being saved. */
export async function listPictures(imageRoot: string): Promise<string[]> {
  if (!existsSync(imageRoot)) return [];
  return (await readdir(imageRoot)).filter((name) => !name.startsWith('.'));
}

/**
 * Returns the description of a backup.
 * @throws {StartError} when the file differs from its checksum
 */
export async function readBackup(file: string): Promise<AboutBackup> {
  if (!existsSync(file)) throw new StartError(`There is no file ${file}.`);
  const sum = await readFile(`${file}.sha256`, 'utf8').catch(() => {
    throw new StartError(`${file}.sha256 is missing: put it beside the backup, which is not used unchecked.`);
  });
  if (sum.split(' ')[0] !== (await hashFile(file))) {
    throw new StartError(`${file} is not as it was written: its checksum differs. Use another backup.`);
  }
  const chunks: Buffer[] = [];
  // A copy, because the library reads the next part of a large file into the same memory.
  const onReadEntry = (entry: tar.ReadEntry) =>
    void entry.on('data', (chunk) => chunks.push(Buffer.from(chunk)));
  tar.list({ file, strict: true, sync: true, filter: (name) => name === ABOUT, onReadEntry });
  return aboutSchema.parse(JSON.parse(Buffer.concat(chunks).toString()));
}

/** Unpacks what Postgres wrote into a folder. Returns the file. */
export function unpackDatabase(file: string, work: string): string {
  tar.extract({ file, cwd: work, strict: true, sync: true }, [DATABASE]);
  return path.join(work, DATABASE);
}

interface UnpackedPictures {
  /** Adds them to the existing ones. Each is named by its content, so that one too many does no harm. */
  moveIn(): Promise<void>;
  /** Removes what was not moved in. */
  remove(): Promise<void>;
}

/** Unpacks the pictures of a backup on the volume of their folder. */
export async function unpackPictures(file: string, imageRoot: string): Promise<UnpackedPictures> {
  makeDirectory(imageRoot, 0o755);
  const drafts = await makeWorkFolder(imageRoot, 'restore');
  const remove = () => removeFolder(drafts);
  try {
    const filter = (name: string) => name.startsWith(`${PICTURES}/`);
    tar.extract({ file, cwd: drafts, strip: 1, strict: true, sync: true, filter });
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    async moveIn() {
      for (const name of await readdir(drafts)) {
        await moveOver(path.join(drafts, name), path.join(imageRoot, name));
      }
    },
    remove,
  };
}

/** Moves a picture in; file by file if it is there already. */
async function moveOver(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes(errorCodeOf(error) ?? '')) throw error;
    for (const name of await readdir(from)) await rename(path.join(from, name), path.join(to, name));
  }
}
