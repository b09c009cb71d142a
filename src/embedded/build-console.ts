import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { CONSOLE_BUILDER } from '../platform/release.ts';

const BUILD_TIMEOUT_MS = 120_000;

/**
 * Builds the console if it is missing or older than its sources, as after `git pull`. A release without sources
 * includes a built console, so it does nothing there.
 * @throws the error of the build; an older console stays
 */
export async function prepareConsole(signal: AbortSignal, timeout = BUILD_TIMEOUT_MS): Promise<void> {
  if (!existsSync(CONSOLE_BUILDER)) return;
  await promisify(execFile)(process.execPath, [CONSOLE_BUILDER], { signal, timeout });
}
