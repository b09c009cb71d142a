import { Command } from 'commander';
import { readFile, writeFile } from 'node:fs/promises';
import { contributorRoutes, publicRoutes, type AppDependencies } from '../routes.ts';
import { buildOpenApi } from '../platform/openapi/openapi.ts';

const FILE = new URL('../../docs/openapi.json', import.meta.url);
/** Empty, because only the routes' schemas are read and no handler runs. */
const NOTHING = {} as AppDependencies;

const { check } = new Command('openapi')
  .description('Writes the description of the public API to docs/openapi.json.')
  .option('--check', 'write nothing, and exit with 1 when the file differs from the routes')
  .parse()
  .opts<{ check?: true }>();
const text = `${JSON.stringify(buildOpenApi(publicRoutes(NOTHING), contributorRoutes(NOTHING)), null, 2)}\n`;
if (!check) {
  await writeFile(FILE, text);
} else if ((await readFile(FILE, 'utf8').catch(() => '')) !== text) {
  console.error('docs/openapi.json differs from the routes: run `npm run openapi` and commit the file.');
  process.exitCode = 1;
}
