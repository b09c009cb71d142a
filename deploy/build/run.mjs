// @ts-check
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepareBundle } from './bundle.mjs';
import { DIST } from './up-to-date.mjs';

/** `node deploy/build/run.mjs PROGRAM …`: runs a program of `dist` in this process. Builds it first if a source is newer. */
const [name, ...options] = process.argv.slice(2);
try {
  await prepareBundle();
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  process.stderr.write(`The program could not be built; after a whole \`npm ci\` it can: ${reason}\n`);
  process.exit(1);
}
const program = path.join(DIST, `${name}.js`);
process.argv.splice(1, Infinity, program, ...options);
await import(pathToFileURL(program).href);
