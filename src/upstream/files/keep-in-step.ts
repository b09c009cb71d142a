import type { Logger } from 'pino';
import { findFollow } from '../../follow/follow-store.ts';
import { isLockHeld } from '../../platform/db/advisory-lock.ts';
import type { Db } from '../../platform/db/client.ts';
import { createCommandRunner } from '../../platform/processes/run-command.ts';
import { startLoop } from '../../platform/start-loop.ts';
import type { UpstreamSettings } from '../known-upstreams.ts';
import { listUpstreams, saveUpstream, UPSTREAM_LOCK } from '../upstream-store.ts';

const LOOK_EVERY_MS = 10_000;

interface KeepOptions {
  db: Db;
  databaseUrl: string;
  settings: UpstreamSettings;
  logger: Logger;
  lookEveryMs?: number;
}

/**
 * Keeps sources in step with their upstreams. Each API process looks whether a run is due. A separate process of lower
 * priority runs it, and the lock of the run lets one process do so at a time. A follower has its leader's facts.
 */
export function keepInStep(options: KeepOptions): { close(): Promise<void> } {
  const { db, databaseUrl, settings, logger, lookEveryMs = LOOK_EVERY_MS } = options;
  const run = createCommandRunner({
    what: 'a run of sources',
    program: 'src/cli/sources',
    options: ['--if-due'],
    settings: { DATABASE_URL: databaseUrl },
    logger,
  });
  const look = async () => {
    const upstreams = (await listUpstreams(db, settings)).filter(({ isOn }) => isOn);
    if (upstreams.length === 0 || (await findFollow(db))) return;
    // The age of a source counts from then on.
    for (const { code, isKept } of upstreams) if (!isKept) await saveUpstream(db, code, {});
    if (run.isRunning() || !upstreams.some(({ isDue }) => isDue)) return;
    if (!(await isLockHeld(db, UPSTREAM_LOCK))) run.start();
  };
  const looking = startLoop({
    name: 'looking whether a source is due',
    everyMs: lookEveryMs,
    startAfterMs: lookEveryMs,
    work: look,
    logger,
  });
  return {
    async close() {
      await looking.close();
      await run.close();
    },
  };
}
