import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { adminRoutes, contributorRoutes, publicRoutes, type AppDependencies } from '../routes.ts';
import { buildFieldReference } from './field-reference.ts';
import { buildAdminOpenApi } from '../platform/openapi/openapi-admin.ts';
import { buildOpenApi } from '../platform/openapi/openapi.ts';

/** Only the routes' schemas are read: no handler runs, so none misses what it would work with. */
const NOTHING = {} as AppDependencies;

const buildPublic = () => buildOpenApi(publicRoutes(NOTHING), contributorRoutes(NOTHING));
const asJson = (document: object) => `${JSON.stringify(document, null, 2)}\n`;

const DOCUMENTS = {
  'docs/openapi.json': () => asJson(buildPublic()),
  'docs/openapi-admin.json': () => asJson(buildAdminOpenApi(adminRoutes(NOTHING))),
  'docs/fields.md': () => buildFieldReference(buildPublic()),
};

/**
 * `npm run openapi` writes the descriptions of both interfaces and the reference of fields; with `--check` it writes nothing and exits with 1 when a
 * file differs from the routes.
 */
async function main(): Promise<void> {
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
}

await main();
