import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { mount, unmount } from '../engine/engine-scenarios.ts';
import type { AlertCause } from './alert-cause.ts';

const DISK_MB = 50;
const FILLER_MB = 48;

export const DISK_ALERT_CAUSE: AlertCause = {
  alert: 'FactshelfDiskLow',
  cause: 'old backups fill their disk (as root: a mounted tmpfs)',
  remedy: 'remove old backups',
  async bringAbout({ world }) {
    const folder = path.join(world.root, 'small-backups');
    const filler = path.join(folder, 'filler');
    await mkdir(folder, { recursive: true });
    if (!mount(folder, DISK_MB)) throw new Error('cannot mount a tmpfs');
    const own = { PORT: new URL(world.api.origin).port, METRICS_PORT: String(world.api.metricsPort) };
    await world.api.stop();
    // A process measures the disks of the folders that exist when it starts.
    world.api = await world.startApi({ ...own, BACKUP_DIR: folder });
    await writeFile(filler, Buffer.alloc(FILLER_MB * 1_024 * 1_024));
    return async () => {
      await rm(filler);
      // Lazily: the mount ends with the last process that uses it.
      unmount(folder);
    };
  },
};
