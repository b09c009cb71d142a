import type { Logger } from 'pino';
import type { Db } from '../../platform/db/client.ts';
import { DAY_MS, startLoop, type RunningLoop } from '../../platform/start-loop.ts';
import { deleteForgotten, listKept } from './picture-store.ts';
import type { PictureStorage } from './storage/picture-storage.ts';

interface Dependencies {
  db: Db;
  pictureStorage: PictureStorage | undefined;
}

/** Younger files may belong to a picture whose row is not written yet. */
const LEAST_AGE_MS = 86_400_000;

/** Pictures per query. */
const BATCH = 500;

/** Deletes the files of these pictures unless a row needs them. Ignores errors: the daily cleanup retries. */
export async function removeUnkept(
  { db, pictureStorage }: Dependencies,
  sha256s: readonly Buffer[],
): Promise<void> {
  const kept = await listKept(db, sha256s);
  for (const name of sha256s.map((sha256) => sha256.toString('hex'))) {
    if (!kept.has(name)) await pictureStorage?.remove(name).catch(() => undefined);
  }
}

/** Deletes pictures that were not approved in time, and files that no row needs. Returns both counts. */
export async function cleanPictures({
  db,
  pictureStorage,
}: Dependencies): Promise<{ forgotten: number; removed: number }> {
  const forgotten = await deleteForgotten(db);
  if (!pictureStorage) return { forgotten, removed: 0 };
  let old = new Set<string>();
  let removed = 0;
  const removeOld = async () => {
    const kept = await listKept(
      db,
      [...old].map((name) => Buffer.from(name, 'hex')),
    );
    for (const name of old) {
      if (kept.has(name)) continue;
      await pictureStorage.remove(name);
      removed += 1;
    }
    old = new Set();
  };
  for await (const { sha256, savedAt } of pictureStorage.list()) {
    if (Date.now() - savedAt.getTime() >= LEAST_AGE_MS) old.add(sha256);
    if (old.size >= BATCH) await removeOld();
  }
  await removeOld();
  return { forgotten, removed };
}

export function cleanPicturesDaily(deps: Dependencies, logger: Logger): RunningLoop {
  const work = async () => {
    const done = await cleanPictures(deps);
    if (done.forgotten + done.removed > 0) logger.info(done, 'pictures cleaned up');
  };
  return startLoop({ name: 'the cleaning of pictures', everyMs: DAY_MS, work, logger });
}
