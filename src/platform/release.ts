import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const OWN_FILE = fileURLToPath(import.meta.url);
/** A build joins this file with others, at any depth of `dist`. */
const IS_BUILT = OWN_FILE.endsWith('.js');

/** Where `migrations`, `docs` and `src/pages/assets` lie: the repository, or the folder of a build, which has copies. */
export const RELEASE = findRelease(path.dirname(OWN_FILE));

/** Where the console is put when it is built. */
export const CONSOLE = path.join(RELEASE, IS_BUILT ? 'console' : 'dist/console');

/** What builds the console; not there where there is the build alone. */
export const CONSOLE_BUILDER = path.join(RELEASE, IS_BUILT ? '..' : '.', 'deploy/build/console.mjs');

/** What Node is to be told to run a program of this release, as TypeScript or built, as this one runs. */
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
