import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { contributorRoutes, publicRoutes, type AppDependencies } from '../routes.ts';
import { buildFieldReference } from './field-reference.ts';
import { buildOpenApi } from '../platform/openapi/openapi.ts';

/** Empty, because only the routes' schemas are read and no handler runs. */
const NOTHING = {} as AppDependencies;

const buildPublic = () => buildOpenApi(publicRoutes(NOTHING), contributorRoutes(NOTHING));

const DOCUMENTS = {
  'docs/openapi.json': () => `${JSON.stringify(buildPublic(), null, 2)}\n`,
  'docs/fields.md': () => buildFieldReference(buildPublic()),
};

/**
 * `npm run openapi` writes the description of the public API and the field reference. With `--check` it writes
 * nothing, and exits with 1 when a file differs from the routes.
 */
for (const [name, build] of Object.entries(DOCUMENTS)) {
  const file = fileURLToPath(new URL(`../../${name}`, import.meta.url));
  const text = build();
  if (!process.argv.includes('--check')) {
    await writeFile(file, text);
  } else if ((await readFile(file, 'utf8').catch(() => '')) !== text) {
    console.error(`${name} differs from the routes: run \`npm run openapi\` and commit the file.`);
    process.exitCode = 1;
  }
}
