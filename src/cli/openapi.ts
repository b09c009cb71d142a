import { Command } from 'commander';
import { readFile, writeFile } from 'node:fs/promises';
import { format, resolveConfig } from 'prettier';
import { writeEndpointTable } from '../pages/docs/endpoints/write-operations.ts';
import { listOperations } from '../pages/docs/endpoints/operations.ts';
import { contributorRoutes, publicRoutes, type AppDependencies } from '../routes.ts';
import { buildOpenApi } from '../platform/openapi/openapi.ts';

const DOCS = new URL('../../docs/', import.meta.url);
/** Empty, because only the routes' schemas are read and no handler runs. */
const NOTHING = {} as AppDependencies;

const { check } = new Command('openapi')
  .description(
    'Writes the description of the public API to docs/openapi.json, and its table to docs/endpoints.md.',
  )
  .option('--check', 'write nothing, and exit with 1 when a file differs from the routes')
  .parse()
  .opts<{ check?: true }>();
const routes = [publicRoutes(NOTHING), contributorRoutes(NOTHING)] as const;
const description = buildOpenApi(...routes);
const table = writeEndpointTable(listOperations(description, routes.flat()));
const style = await resolveConfig(new URL('endpoints.md', DOCS));
const files = {
  'openapi.json': `${JSON.stringify(description, null, 2)}\n`,
  'endpoints.md': await format(table, { ...style, parser: 'markdown' }),
};
for (const [name, text] of Object.entries(files)) {
  const file = new URL(name, DOCS);
  if (!check) {
    await writeFile(file, text);
  } else if ((await readFile(file, 'utf8').catch(() => '')) !== text) {
    console.error(`docs/${name} differs from the routes: run \`npm run openapi\` and commit the file.`);
    process.exitCode = 1;
  }
}
