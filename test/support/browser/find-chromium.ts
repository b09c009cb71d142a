import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * Debian's Chromium without a window of its own comes first: the full one draws parts of its window for each page all
 * the same, and takes 1.4 times as long for the tests of pages.
 */
const NAMES = ['chromium-headless-shell', 'chromium'];

/** Returns the path of Chromium: CHROMIUM_PATH, else the one on PATH, else undefined. */
export function findChromium(): string | undefined {
  const directories = (process.env['PATH'] ?? '').split(path.delimiter);
  return (
    process.env['CHROMIUM_PATH'] ??
    NAMES.flatMap((name) => directories.map((directory) => path.join(directory, name))).find((file) =>
      existsSync(file),
    )
  );
}
