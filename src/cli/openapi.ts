import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { contributionRoutes, publicRoutes } from '../app.ts';
import { buildOpenApi } from '../openapi.ts';

/**
 * `npm run openapi` writes docs/openapi.json; with `--check` it writes nothing and exits with 1 when the file differs
 * from the routes.
 */
async function main(): Promise<void> {
  const file = fileURLToPath(new URL('../../docs/openapi.json', import.meta.url));
  // Only the routes' schemas are read: no handler runs, so none misses what it would work with.
  const routes = publicRoutes({
    db: undefined as never,
    searchProducts: undefined as never,
    accounts: undefined as never,
    logger: undefined as never,
  });
  const text = `${JSON.stringify(buildOpenApi(routes, contributionRoutes({ db: undefined as never })), null, 2)}\n`;
  if (!process.argv.includes('--check')) return writeFile(file, text);
  const checkedIn = await readFile(file, 'utf8').catch(() => '');
  if (checkedIn === text) return;
  console.error('docs/openapi.json differs from the routes: run `npm run openapi` and commit the file.');
  process.exitCode = 1;
}

await main();
