import { readFile, writeFile } from 'node:fs/promises';
import openapiTS, { astToString } from 'openapi-typescript';

const DESCRIPTION = new URL('../../docs/openapi.json', import.meta.url);
const REFUSAL = {
  description: 'Refused',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
};

/** `npm run build` writes src/schema.ts, the types of every call and shape, from the description in the checkout. */
const description = JSON.parse(await readFile(DESCRIPTION, 'utf8'));
// A field with a default may be left out of what is sent.
const types = await openapiTS(prepareDescription(description), { defaultNonNullable: false });
await writeFile(new URL('src/schema.ts', import.meta.url), astToString(types));

/**
 * The description as the generator makes the best of it: paths from the root of the service, no key for each call (the
 * client takes it once), no headers, and the one shape that every refusal has.
 */
function prepareDescription({ openapi, info, servers, paths, components }) {
  const prepared = {};
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, { servers: own = servers, security: _, responses, ...operation }] of Object.entries(
      operations,
    )) {
      const answers = Object.entries(responses)
        .filter(([status]) => status.startsWith('2'))
        .map(([status, { headers: __, ...answer }]) => [status, answer]);
      const whole = own[0].url === '/' ? path : own[0].url + path;
      prepared[whole] ??= {};
      prepared[whole][method] = {
        ...operation,
        responses: { ...Object.fromEntries(answers), default: REFUSAL },
      };
    }
  }
  return { openapi, info, paths: prepared, components: { schemas: withReferences(components.schemas) } };
}

/**
 * Schemas in which a named schema that may be null is a reference again. OpenAPI 3.0 writes it out there, and the
 * generator would make a second type of it.
 */
function withReferences(schemas) {
  const keyOf = ({ properties, required }) => JSON.stringify({ properties, required });
  const names = new Map(Object.entries(schemas).map(([name, schema]) => [keyOf(schema), name]));
  const refer = (part) => {
    if (part === null || typeof part !== 'object') return part;
    if (Array.isArray(part)) return part.map(refer);
    const name = part.nullable && part.properties && names.get(keyOf(part));
    if (!name) return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, refer(value)]));
    const { type, nullable, description: text } = part;
    return { type, nullable, description: text, allOf: [{ $ref: `#/components/schemas/${name}` }] };
  };
  return refer(schemas);
}
