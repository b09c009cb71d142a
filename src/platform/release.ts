import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const OWN_FILE = fileURLToPath(import.meta.url);
/** A bundle contains this file at any depth of `dist`. */
const IS_BUILT = OWN_FILE.endsWith('.js');

/** The folder of `migrations`, `docs`, `src/data`, `src/pages/assets` and `src/platform/db/functions`: the repository, or a build, which has copies. */
export const RELEASE = findRelease(path.dirname(OWN_FILE));

/** The folder of the built console. */
export const CONSOLE = path.join(RELEASE, IS_BUILT ? 'console' : 'dist/console');

/** The program that builds the console; missing where only a build is installed. */
export const CONSOLE_BUILDER = path.join(RELEASE, IS_BUILT ? '..' : '.', 'deploy/build/console.mjs');

/** The arguments of Node that run a program of this release: as TypeScript or built, like this process. */
export function argumentsOf(program: string): string[] {
  const file = path.join(RELEASE, program);
  return IS_BUILT ? [`${file}.js`] : ['--import', 'tsx', `${file}.ts`];
}

function findRelease(folder: string): string {
  if (existsSync(path.join(folder, 'migrations'))) return folder;
  const above = path.dirname(folder);
  if (above === folder) throw new Error(`no folder above ${OWN_FILE} has the migrations`);
  return findRelease(above);
}
