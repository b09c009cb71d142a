import { mkdir, readdir, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import { hashFile } from '../../platform/hash-file.ts';
import { receiveFile, sizeOf } from '../../platform/outbound/receive-file.ts';
import type { DumpFile } from '../../publish/dumps/dump-contract.ts';
import { LeaderError, type Leader } from '../leader-client.ts';
import { DumpUnusable, type LeaderDump } from './leader-dump.ts';

/** A leader that sends nothing for this time counts as down. */
const SILENCE_MS = 30_000;
/** Prefix of our folders. Only these are removed, because other programs may use the same parent folder. */
const PREFIX = 'from-leader-';
/** If a connection breaks after this many bytes, the rest is requested at once. */
const WORTH_GOING_ON_BYTES = 1_024 * 1_024;
/** Maximum share of the free disk space, because the database may be on the same disk. */
const LARGEST_SHARE = 0.5;

/** Returns the folder of downloads, by default below `DATA_DIR`. */
export function findDownloadFolder(config: { DATA_DIR: string; FOLLOW_DIR?: string | undefined }): string {
  return path.resolve(config.FOLLOW_DIR ?? path.join(config.DATA_DIR, 'follow'));
}

/**
 * Downloads the files of a dump, and resumes after an earlier process was killed. All files are complete, with the
 * checksums of the manifest, before any of them is read.
 * @returns the folder
 * @throws DumpUnusable; LeaderError if the leader is down or busy
 */
export async function downloadDump(
  leader: Leader,
  dump: LeaderDump,
  root: string,
  signal: AbortSignal,
  silenceMs = SILENCE_MS,
): Promise<string> {
  const folder = path.join(root, PREFIX + dump.name);
  const files = Object.values(dump.files);
  await onDisk(async () => {
    await mkdir(folder, { recursive: true });
    const sizes = await Promise.all(files.map((file) => sizeOf(path.join(folder, file.name))));
    const missing = files.reduce((sum, file, at) => sum + Math.max(0, file.bytes - (sizes[at] ?? 0)), 0);
    const { bavail, bsize } = await statfs(folder);
    if (missing > bavail * bsize * LARGEST_SHARE)
      throw new DumpUnusable(`there is no room for ${missing} bytes of it`);
  });
  for (const file of files) await downloadFile({ leader, name: dump.name, file, folder, signal, silenceMs });
  return folder;
}

/** Removes all downloads except those of the dump `kept`. Ignores errors. */
export async function removeDownloads(root: string, kept?: string): Promise<void> {
  const names = await readdir(root).catch(() => []);
  for (const name of names)
    if (name.startsWith(PREFIX) && name !== `${PREFIX}${kept}`)
      await rm(path.join(root, name), { recursive: true, force: true }).catch(() => undefined);
}

interface Download {
  leader: Leader;
  /** Name of the dump. */
  name: string;
  file: DumpFile;
  folder: string;
  signal: AbortSignal;
  silenceMs: number;
}

async function downloadFile(download: Download): Promise<void> {
  const { file, folder, signal } = download;
  const target = path.join(folder, file.name);
  let wasWhole = false;
  for (;;) {
    const before = await sizeOf(target);
    if (before === file.bytes) {
      if ((await onDisk(() => hashFile(target))) === file.sha256) return;
      // Leftovers of an earlier process may be corrupt, as after a disk lost its last writes.
      if (wasWhole) throw new DumpUnusable(`the checksum of ${file.name} is wrong`);
      await onDisk(() => rm(target));
      continue;
    }
    try {
      wasWhole = await receive(download, target);
    } catch (error) {
      signal.throwIfAborted();
      const isBroken = error instanceof LeaderError && error.kind === 'away';
      if (!isBroken || (await sizeOf(target)) - before < WORTH_GOING_ON_BYTES) throw error;
    }
  }
}

/** @returns whether the file was received from its first byte */
async function receive(download: Download, target: string): Promise<boolean> {
  const { leader, name, file, signal, silenceMs } = download;
  const given = await onDisk(() =>
    receiveFile({
      target,
      size: file.bytes,
      mostBytes: file.bytes,
      silenceMs,
      signal,
      away: (problem) => new LeaderError(`The leader does not answer: ${problem}`, 'away'),
      unusable: (problem) => new DumpUnusable(`${file.name} ${problem}`),
      open: async (since, opening) =>
        await leader.openFile(`${name}/${file.name}`, since, opening).catch((error: unknown) => {
          throw isGone(error) ? new DumpUnusable(`${file.name}: ${(error as Error).message}`) : error;
        }),
    }),
  );
  return given.from === 0;
}

/** Returns whether the leader says that a file is missing or shorter. */
function isGone(error: unknown): boolean {
  return error instanceof LeaderError && ['refused', 'nonsense'].includes(error.kind);
}

/** @throws DumpUnusable on disk errors, because the feed needs no disk space */
async function onDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (error instanceof DumpUnusable || code === undefined) throw error;
    throw new DumpUnusable(`the folder of downloads cannot be used: ${code}`, { cause: error });
  }
}
