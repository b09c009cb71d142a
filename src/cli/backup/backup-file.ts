import { existsSync } from 'node:fs';
import { open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as tar from 'tar';
import { z } from 'zod';
import { StartError } from '../../embedded/describe-failure.ts';
import { makeDirectory } from '../../embedded/make-directory.ts';
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
  const file = path.join(root, `factshelf-${about.made_at.replaceAll(/[-:]|\.\d+/g, '')}.tar`);
  const draft = `${file}.unfinished`;
  const pictures = imageRoot && existsSync(imageRoot) ? await listPictures(imageRoot) : [];
  try {
    const told: AboutBackup = { ...about, pictures: pictures.length };
    await writeFile(path.join(work, ABOUT), JSON.stringify(told));
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
    await writeFile(`${file}.sha256`, `${sha256}  ${path.basename(file)}\n`, { mode: 0o600, flush: true });
    await rename(draft, file);
    return { file, bytes, sha256, pictures: pictures.length };
  } finally {
    await rm(draft, { force: true });
  }
}

/** Lists pictures, except those being saved. */
async function listPictures(imageRoot: string): Promise<string[]> {
  return (await readdir(imageRoot)).filter((name) => !name.startsWith('.'));
}

/**
 * Unpacks a backup's description and `database` into a folder.
 * @throws {StartError} when the file differs from its checksum
 */
export async function readBackup(file: string, work: string): Promise<AboutBackup> {
  if (!existsSync(file)) throw new StartError(`There is no file ${file}.`);
  const sum = await readFile(`${file}.sha256`, 'utf8').catch(() => {
    throw new StartError(`${file}.sha256 is missing: put it beside the backup, which is not used unchecked.`);
  });
  if (sum.split(' ')[0] !== (await hashFile(file))) {
    throw new StartError(`${file} is not as it was written: its checksum differs. Use another backup.`);
  }
  tar.extract({ file, cwd: work, strict: true, sync: true }, [ABOUT, DATABASE]);
  return aboutSchema.parse(JSON.parse(await readFile(path.join(work, ABOUT), 'utf8')));
}

/** Adds the pictures of a backup to the existing ones: each is named by its content. */
export function restorePictures(file: string, imageRoot: string): void {
  makeDirectory(imageRoot, 0o755);
  tar.extract({
    file,
    cwd: imageRoot,
    strip: 1,
    strict: true,
    sync: true,
    filter: (name) => name.startsWith(`${PICTURES}/`),
  });
}
