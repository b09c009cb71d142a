import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { nameWork, removeFolder } from '../../doctor/leftovers.ts';
import { StartError } from '../describe-failure.ts';

/** While it exists, a restore is decided. The next process that claims the data directory finishes it. */
const READY = 'restore-ready';

/**
 * Puts a restored cluster, stopped and complete, in the place of the former one, which is removed.
 * @param work folder below the data directory that holds `postgres` and `postgres-password`
 */
export async function moveClusterIn(dataDir: string, work: string): Promise<void> {
  await rename(work, path.join(dataDir, READY));
  await finishRestore(dataDir);
}

/**
 * Finishes a restore that was killed while it moved the cluster in. Each step may be the first.
 * @throws {StartError} when clusters are there that no restore of this release leaves
 */
export async function finishRestore(dataDir: string): Promise<void> {
  const place = path.join(dataDir, 'postgres');
  const ready = path.join(dataDir, READY);
  const restored = path.join(ready, 'postgres');
  const replaced = path.join(ready, 'replaced');
  const password = path.join(ready, 'postgres-password');
  if (!existsSync(ready)) return assertNotCutOff(dataDir);
  if (existsSync(restored)) {
    if (existsSync(place)) {
      if (existsSync(replaced)) {
        throw new StartError(
          `A restore was killed, and another database was made in ${place} since: move that one away, and the next start finishes the restore.`,
        );
      }
      await rename(place, replaced);
    }
    await rename(restored, place);
  }
  if (existsSync(password)) await rename(password, path.join(dataDir, 'postgres-password'));
  // No step needs space: the disk may be full.
  const leftover = path.join(dataDir, `${await nameWork('restore')}done`);
  await rename(ready, leftover);
  await removeFolder(leftover);
}

/** An earlier release moved the former cluster aside first, and could be killed then. */
function assertNotCutOff(dataDir: string): void {
  const aside = path.join(dataDir, 'postgres-replaced');
  if (existsSync(path.join(dataDir, 'postgres')) || !existsSync(aside)) return;
  throw new StartError(
    `A restore was killed in ${dataDir}, and the database is in postgres-replaced: rename that to postgres, or remove it and restore again.`,
  );
}
