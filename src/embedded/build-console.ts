import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { CONSOLE_BUILDER } from '../platform/release.ts';

const BUILD_TIMEOUT_MS = 120_000;

/**
 * Builds the console when there is none, or one that is older than its sources, as after `git pull`. A build of the
 * program has no sources, and brings its own.
 * @throws what the build failed with: the console from before stays, if there is one
 */
export async function prepareConsole(signal: AbortSignal, timeout = BUILD_TIMEOUT_MS): Promise<void> {
  if (!existsSync(CONSOLE_BUILDER)) return;
  await promisify(execFile)(process.execPath, [CONSOLE_BUILDER], { signal, timeout });
}
