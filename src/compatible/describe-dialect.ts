import { OpenAPIRegistry, OpenApiGeneratorV3, type RouteConfig } from '@asteasolutions/zod-to-openapi';
import { z } from 'zod';
import { IDEMPOTENCY_HEADER } from '../platform/http/idempotency/keyed-request.ts';
import type { Route } from '../platform/http/route.ts';
import { RELEASE_VERSION } from '../platform/release-version.ts';
import type { Dialect } from './dialect-endpoints.ts';

const errorSchema = z
  .looseObject({})
  .meta({ id: 'Refusal', description: 'In the form of the other service' });

const REFUSALS: Readonly<Record<number, string>> = {
  400: 'A parameter or a field is not valid, or the page is too deep for a text',
  401: 'The key is not valid, or a write has none',
  403: 'The quota is used up, or what the sender sends is refused',
  404: 'No product has this barcode, or there is no such facet',
  409:
    'The submission for this picture is being decided, or has as many as it can have, or the first request with this ' +
    '`Idempotency-Key` is still running',
  413: 'The body is too large',
  415: 'The body is of no type that is read here',
  422: 'This `Idempotency-Key` was sent with another request',
  429: 'Too many calls in this minute; see `Retry-After`',
  503: 'Try again in a moment',
};

/** Builds the OpenAPI description of the endpoints of a dialect. */
export function describeDialect({
  prefix,
  title,
  routes,
  keyHeader,
  keyCookie,
}: Dialect): ReturnType<OpenApiGeneratorV3['generateDocument']> {
  const registry = new OpenAPIRegistry();
  registry.registerComponent('securitySchemes', 'BearerKey', { type: 'http', scheme: 'bearer' });
  const inHeader = { type: 'apiKey', in: 'header', name: keyHeader ?? 'X-API-Key' } as const;
  registry.registerComponent('securitySchemes', 'HeaderKey', inHeader);
  const schemes = ['BearerKey', 'HeaderKey'];
  if (keyCookie !== undefined) {
    registry.registerComponent('securitySchemes', 'CookieKey', {
      type: 'apiKey',
      in: 'cookie',
      name: keyCookie,
    });
    schemes.push('CookieKey');
  }
  for (const item of routes) registry.registerPath(describe(item, schemes));
  return new OpenApiGeneratorV3(registry.definitions).generateDocument({
    openapi: '3.0.3',
    info: {
      title: `Factshelf, as ${title} answers`,
      version: RELEASE_VERSION,
      description:
        `For apps that were written for ${title}. Unknown parameters are ignored. Each product names its sources and their ` +
        `licences. A key may stand in the address as well: ${prefix}/k/{key}/… New apps read more from /api/v1.`,
      license: { name: 'MIT (software)', url: 'https://opensource.org/license/mit' },
    },
    servers: [{ url: prefix }],
  });
}

const describeBody = (schema: z.ZodType, types: readonly string[] = ['application/json']) =>
  Object.fromEntries(types.map((type) => [type, { schema }]));

function describe(
  {
    method,
    path,
    operationId,
    tag,
    summary,
    params,
    query,
    body,
    bodyTypes,
    response,
    takesIdempotencyKey,
  }: Route,
  schemes: readonly string[],
): RouteConfig {
  const json = (description: string, schema: z.ZodType) => ({
    description,
    content: { 'application/json': { schema } },
  });
  return {
    method,
    path,
    operationId,
    tags: [tag],
    summary,
    security: [{}, ...schemes.map((name) => ({ [name]: [] }))],
    request: {
      ...(params && { params }),
      ...(query && { query }),
      ...(takesIdempotencyKey && { headers: IDEMPOTENCY_HEADER }),
      ...(body && { body: { required: true, content: describeBody(body, bodyTypes) } }),
    },
    responses: {
      200: json('OK', response),
      ...Object.fromEntries(
        Object.entries(REFUSALS).map(([status, text]) => [status, json(text, errorSchema)]),
      ),
    },
  };
}
