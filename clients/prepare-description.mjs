const REFUSAL = {
  description: 'Refused',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
};

/**
 * The description as generators of clients make the best of it: paths from the root of the service, as not all are below
 * `/api/v1`; no key for each call, as a client is given it once; no headers; of answers those that are no refusal.
 */
export function prepareDescription({ openapi, info, servers, paths, components }) {
  const version = servers[0].url;
  const prepared = {};
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, { servers: own, security: _, responses, ...operation }] of Object.entries(
      operations,
    )) {
      const whole = own?.[0].url === '/' ? path : version + path;
      const answers = Object.entries(responses)
        .filter(([status]) => status.startsWith('2'))
        .map(([status, { headers: __, ...answer }]) => [status, answer]);
      prepared[whole] = {
        ...prepared[whole],
        [method]: { ...operation, responses: Object.fromEntries(answers) },
      };
    }
  }
  return { openapi, info, paths: prepared, components: { schemas: withReferences(components.schemas) } };
}

/**
 * A schema with a name is written out where it may be null, as OpenAPI 3.0 has no reference that may be. Generators would
 * make a second type of it.
 */
function withReferences(schemas) {
  const names = new Map(Object.entries(schemas).map(([name, schema]) => [keyOf(schema), name]));
  const refer = (part) => {
    if (part === null || typeof part !== 'object') return part;
    if (Array.isArray(part)) return part.map(refer);
    const name = part.nullable && part.properties && names.get(keyOf(part));
    if (!name) return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, refer(value)]));
    const { type, nullable, description } = part;
    return { type, nullable, description, allOf: [{ $ref: `#/components/schemas/${name}` }] };
  };
  return refer(schemas);
}

const keyOf = ({ properties, required }) => JSON.stringify({ properties, required });

/** With the one shape that every refusal has. */
export function withRefusals({ paths, ...description }) {
  return {
    ...description,
    paths: mapOperations(paths, ({ responses, ...operation }) => ({
      ...operation,
      responses: { ...responses, default: REFUSAL },
    })),
  };
}

/** What is generated for a shape that is none of those that it knows. */
const ANY_SHAPE = { type: 'object', additionalProperties: true };

/**
 * For the generator of Python. Closed lists and choices of shapes may grow in any release, and what is generated fails at an
 * answer with what it does not know: so there is text in place of each list, and one more shape, of anything, in each
 * choice. References that may be null are in the form that it reads, without the `type` that OpenAPI 3.0 wants beside them.
 */
export function forPython(part) {
  if (Array.isArray(part)) return part.map(forPython);
  if (part === null || typeof part !== 'object') return part;
  const { enum: values, anyOf: choice, type, ...rest } = part;
  if (Array.isArray(values)) {
    const known = `One of ${values.filter((value) => value !== null).join(', ')}`;
    return { ...rest, type, description: rest.description ? `${rest.description}. ${known}` : known };
  }
  if (choice?.every((each) => each.$ref)) return { ...rest, anyOf: [...choice, ANY_SHAPE] };
  return Object.fromEntries(
    Object.entries(part.allOf && part.nullable ? rest : part).map(([key, value]) => [key, forPython(value)]),
  );
}

function mapOperations(paths, change) {
  return Object.fromEntries(
    Object.entries(paths).map(([path, operations]) => [
      path,
      Object.fromEntries(Object.entries(operations).map(([method, each]) => [method, change(each)])),
    ]),
  );
}
