// @ts-check
import { readFile, writeFile } from 'node:fs/promises';

/** Dependencies that cannot be bundled: they have native code, or find their own files by path. */
export const EXTERNAL_PACKAGES = ['@bull-board/ui', 'argon2', 'barcode-detector', 'sharp'];

/** Leaves these alone in package.json: everything else that an image runs is in the bundle. */
async function keepExternal() {
  const manifest = JSON.parse(await readFile('package.json', 'utf8'));
  const { dependencies } = manifest;
  manifest.dependencies = Object.fromEntries(EXTERNAL_PACKAGES.map((name) => [name, dependencies[name]]));
  delete manifest.optionalDependencies;
  delete manifest.devDependencies;
  await writeFile('package.json', `${JSON.stringify(manifest, null, 2)}\n`);
}

if (process.argv[1] === import.meta.filename) await keepExternal();
