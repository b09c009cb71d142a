import { OpenAPIRegistry, OpenApiGeneratorV3, type RouteConfig } from '@asteasolutions/zod-to-openapi';
import { z } from 'zod';
import { ERROR_STATUS, type ErrorCode } from './http/api-error.ts';
import type { Route } from './http/route.ts';

export const API_VERSION = '1.0.0';

const errorEnvelope = z
  .object({
    error: z.object({
      code: z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]).meta({ description: 'Machine-readable code' }),
      message: z.string().meta({ description: 'Human-readable text' }),
      request_id: z.string().meta({ description: 'Also sent as X-Request-Id' }),
      details: z.record(z.string(), z.unknown()).optional(),
    }),
  })
  .meta({ id: 'Error' });

const ERROR_DESCRIPTIONS: Partial<Record<ErrorCode, string>> = {
  invalid_parameter: 'A query parameter is not valid; `details.parameter` names it.',
  not_found: 'There is no such resource, or the id or GTIN in the path is malformed (`details.reason`).',
  unavailable: 'The service cannot answer right now. Try again in a moment.',
};

const header = (description: string) => ({ description, schema: { type: 'string' as const } });
const HEADERS = { 'X-Request-Id': header('Id of this request, also in error envelopes') };

/**
 * The OpenAPI 3.0.3 description of a route table. The routes themselves are the source: what is not in the table is
 * not served, and what is served is described.
 */
export function buildOpenApi(routes: Route[]): ReturnType<OpenApiGeneratorV3['generateDocument']> {
  const registry = new OpenAPIRegistry();
  registry.registerComponent('securitySchemes', 'ApiKeyHeader', { type: 'apiKey', in: 'header', name: 'X-API-Key' });
  registry.registerComponent('securitySchemes', 'BearerKey', { type: 'http', scheme: 'bearer' });
  for (const item of routes) registry.registerPath(describe(item));
  return new OpenApiGeneratorV3(registry.definitions).generateDocument({
    openapi: '3.0.3',
    info: {
      title: 'Factshelf',
      version: API_VERSION,
      description:
        'Product facts: look a product up by barcode, search by name, and see where each fact came from. ' +
        'Data is governed by each source’s own licence (see /sources) and is provided as is; it is neither medical ' +
        'nor purchase advice. Anonymous use is possible at a lower rate; a key gives a higher one.',
      license: { name: 'MIT (software)', url: 'https://opensource.org/license/mit' },
    },
    servers: [{ url: '/api/v1' }],
  });
}

function describe(item: Route): RouteConfig {
  const errors = new Set<ErrorCode>(item.errors);
  if (item.query) errors.add('invalid_parameter');
  errors.add('unavailable');
  const byStatus = groupByStatus(errors);
  const errorResponses = [...byStatus].map(([status, codes]) => [
    status,
    {
      description: codes.map((code) => `\`${code}\` ${ERROR_DESCRIPTIONS[code] ?? ''}`.trim()).join('\n'),
      headers: HEADERS,
      content: { 'application/json': { schema: errorEnvelope } },
    },
  ]);
  return {
    method: item.method,
    path: item.path,
    operationId: item.operationId,
    tags: [item.tag],
    summary: item.summary,
    ...(item.description ? { description: item.description } : {}),
    security: [{}, { ApiKeyHeader: [] }, { BearerKey: [] }],
    request: {
      ...(item.params ? { params: item.params } : {}),
      ...(item.query ? { query: item.query } : {}),
      ...(item.body ? { body: { required: true, content: { 'application/json': { schema: item.body } } } } : {}),
    },
    responses: {
      [item.status ?? 200]: {
        description: 'OK',
        headers: { ...HEADERS, ETag: header('Send it back in If-None-Match to get 304 when nothing changed') },
        content: { 'application/json': { schema: item.response } },
      },
      ...Object.fromEntries(errorResponses),
    },
  };
}

function groupByStatus(codes: Iterable<ErrorCode>): Map<number, ErrorCode[]> {
  const groups = new Map<number, ErrorCode[]>();
  for (const code of codes) groups.set(ERROR_STATUS[code], [...(groups.get(ERROR_STATUS[code]) ?? []), code]);
  return groups;
}
