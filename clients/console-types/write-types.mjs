import { writeFile } from 'node:fs/promises';
import openapiTS, { astToString } from 'openapi-typescript';
import { buildAdminOpenApi } from '../../src/platform/openapi/openapi-admin.ts';
import { adminRoutes } from '../../src/routes.ts';

const TYPES = new URL('../../console/api/admin-api.ts', import.meta.url);

/** `npm run console:types` writes the types of the console's calls, from the routes. No handler runs. */
const description = structuredClone(buildAdminOpenApi(adminRoutes({})));
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
await writeFile(TYPES, astToString(types, { formatOptions: { removeComments: true } }));
