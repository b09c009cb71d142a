import { prepareConsole } from '../../src/embedded/build-console.ts';

const BUILD_MS = 600_000;

/**
 * The console is built before the first test: two that found it too old would each put their own in the place of the
 * other's, while pages are loading its files.
 */
export default async function setup(): Promise<void> {
  await prepareConsole(AbortSignal.timeout(BUILD_MS), BUILD_MS);
}
