import { readFile, writeFile } from 'node:fs/promises';
import openapiTS, { astToString } from 'openapi-typescript';

const DESCRIPTION = new URL('../../docs/openapi-admin.json', import.meta.url);
const TYPES = new URL('../../console/api/admin-api.ts', import.meta.url);
const HEADER = '// Written by `npm run console:types` from docs/openapi-admin.json.\n\n';

/**
 * `npm run console:types` writes the types of the console's calls; with `--check` it writes nothing and exits with 1
 * when the file differs from the description.
 */
const description = JSON.parse(await readFile(DESCRIPTION, 'utf8'));
delete description.components.headers;
for (const { responses } of Object.values(description.paths).flatMap((path) => Object.values(path))) {
  for (const [status, response] of Object.entries(responses)) {
    delete response.headers;
    // Refusals have one shape, which console/api/api-problem.ts reads.
    if (!status.startsWith('2')) delete responses[status];
  }
}
// A field with a default may be left out of what is sent.
const types = await openapiTS(description, { defaultNonNullable: false });
const text = HEADER + astToString(types, { formatOptions: { removeComments: true } });
if (!process.argv.includes('--check')) {
  await writeFile(TYPES, text);
} else if ((await readFile(TYPES, 'utf8').catch(() => '')) !== text) {
  console.error(
    'console/api/admin-api.ts differs from docs/openapi-admin.json: run `npm run console:types`.',
  );
  process.exitCode = 1;
}
