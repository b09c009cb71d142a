import { spawn } from 'node:child_process';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const BUILT = path.join(ROOT, 'dist/console');
const VITE = path.join(ROOT, 'node_modules/vite/bin/vite.js');
const BUILD_TIMEOUT_MS = 120_000;

/**
 * Builds the console when there is none, or one that is older than its sources, as after `git pull`; a built program
 * brings its own. Returns whether there is a console to serve: the API works without one.
 */
export async function prepareConsole(stopping: AbortSignal, timeoutMs = BUILD_TIMEOUT_MS): Promise<boolean> {
  if (!import.meta.url.endsWith('.ts')) return true;
  // Built beside and put in place whole: another process may be serving, or building, it.
  const folder = path.join(ROOT, 'dist', `console-${process.pid}`);
  try {
    if (await isFresh()) return true;
    await runVite(folder, stopping, timeoutMs);
    await rm(BUILT, { recursive: true, force: true });
    await rename(folder, BUILT);
    return true;
  } catch {
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
    return await isThere(BUILT);
  }
}

async function isFresh(): Promise<boolean> {
  const builtAt = await stat(path.join(BUILT, 'index.html')).catch(() => undefined);
  if (!builtAt) return false;
  const files = [
    ...(await listFiles('console')),
    ...(await listFiles('src')).filter((file) => SHARED.test(file)),
  ];
  const changes = await Promise.all(
    [...files, path.join(ROOT, 'package-lock.json')].map((file) => stat(file)),
  );
  return changes.every(({ mtimeMs }) => mtimeMs <= builtAt.mtimeMs);
}

/** Of the service's own files the console uses these. */
const SHARED = /-contract\.ts$|\/facts\/registry\//;

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(path.join(ROOT, folder), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}

async function isThere(folder: string): Promise<boolean> {
  return await stat(path.join(folder, 'index.html')).then(
    () => true,
    () => false,
  );
}

async function runVite(folder: string, stopping: AbortSignal, timeoutMs: number): Promise<void> {
  const child = spawn(
    process.execPath,
    [VITE, 'build', path.join(ROOT, 'console'), '--outDir', folder, '--logLevel', 'error'],
    { stdio: 'ignore', signal: stopping, timeout: timeoutMs },
  );
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`vite ended with ${code}`))));
  });
}
