import { OpenAPIRegistry, OpenApiGeneratorV3, type RouteConfig } from '@asteasolutions/zod-to-openapi';
import { z } from 'zod';
import type { ErrorCode } from '../http/api-error.ts';
import { freeForm } from '../http/free-form.ts';
import { LIMIT_HEADERS } from '../http/callers/rate-limit.ts';
import { IDEMPOTENCY_HEADER } from '../http/idempotency/keyed-request.ts';
import type { Route } from '../http/route.ts';
import { describeErrors, NEEDED_KEY } from './openapi-errors.ts';
import { RELEASE_VERSION } from '../release-version.ts';
import { headers, registerHeaders, type HeaderName } from './openapi-headers.ts';
import { NO_CONTROL_CHARACTERS } from '../http/value-list.ts';

const SECURITY: Record<string, string[]>[] = [{}, { ApiKeyHeader: [] }, { BearerKey: [] }];

/** Builds the OpenAPI 3.0.3 description from the routes, so that exactly the served endpoints are described. */
export function buildOpenApi(
  routes: Route[],
  contributorRoutes: Route[],
): ReturnType<OpenApiGeneratorV3['generateDocument']> {
  const { definitions } = registerAll(routes, contributorRoutes);
  return new OpenApiGeneratorV3(definitions).generateDocument({ openapi: '3.0.3', ...ABOUT });
}

/** What both versions say about the API. */
export const ABOUT = {
  info: {
    title: 'Factshelf',
    version: RELEASE_VERSION,
    description:
      'Product facts: look a product up by barcode, search by name, and see where each fact came from. ' +
      'Data is governed by each source’s own licence (see /sources) and is provided as is; it is neither medical ' +
      'nor purchase advice. Anonymous use is possible at a lower rate; a key gives a higher one.',
    license: { name: 'MIT (software)', url: 'https://opensource.org/license/mit' },
  },
  servers: [{ url: '/api/v1' }],
  tags: [
    { name: 'Search', description: 'Find products by name or part of a barcode' },
    { name: 'Products', description: 'One product and its facts' },
    { name: 'Catalogue', description: 'Categories, brands and sources; dumps and changes' },
    {
      name: 'Accounts',
      description: 'Your key: get one, see its remaining calls, replace it. E-mail and password in the body',
    },
    { name: 'Webhooks', description: 'Receive changes and decisions at your own address' },
    {
      name: 'Contribution',
      description: 'Submit facts: they are reviewed before anything changes. No version in these paths',
    },
    { name: 'Service', description: 'This interface and its state' },
  ],
};

/** Registers every public endpoint. */
export function registerAll(routes: Route[], contributorRoutes: Route[]): OpenAPIRegistry {
  const registry = new OpenAPIRegistry();
  registry.registerComponent('securitySchemes', 'ApiKeyHeader', {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
  });
  registry.registerComponent('securitySchemes', 'BearerKey', { type: 'http', scheme: 'bearer' });
  registerHeaders(registry);
  for (const item of routes) registry.registerPath(describeRoute(item));
  for (const item of contributorRoutes) {
    registry.registerPath({
      ...describeRoute(item),
      path: `/api/public${item.path}`,
      servers: [{ url: '/' }],
    });
  }
  for (const path of describeServicePaths()) registry.registerPath(path);
  return registry;
}

/** Describes a route: its request, answers and errors. */
export function describeRoute(item: Route): RouteConfig {
  const errors = new Set<ErrorCode>([...(item.errors ?? []), ...ERRORS_OF_ALL, 'invalid_parameter']);
  if (item.params) errors.add('not_found');
  if (item.body) for (const code of BODY_ERRORS) errors.add(code);
  if (!item.unmetered && !item.needsKey) for (const code of REFUSALS) errors.add(code);
  if (item.takesIdempotencyKey) for (const code of KEY_ERRORS) errors.add(code);
  if (item.hasOwnLimit) errors.delete('quota_exhausted');
  const errorTexts = { ...(item.needsKey ? { invalid_api_key: NEEDED_KEY } : {}), ...item.errorTexts };
  const onEvery: HeaderName[] = [
    'X-Request-Id',
    ...(item.unmetered
      ? []
      : LIMIT_HEADERS.filter((name) => !item.hasOwnLimit || !name.startsWith('X-Quota'))),
    ...(item.unmetered && item.hasOwnLimit ? OWN_LIMIT_HEADERS : []),
  ];
  const requestHeaders = item.takesIdempotencyKey
    ? IDEMPOTENCY_HEADER.extend(item.requestHeaders?.shape ?? {})
    : item.requestHeaders;
  return {
    method: item.method,
    path: item.path,
    operationId: item.operationId,
    tags: [item.tag],
    summary: item.summary,
    ...(item.description ? { description: item.description } : {}),
    security: item.unmetered
      ? []
      : SECURITY.filter((choice) => !item.needsKey || Object.keys(choice).length > 0),
    request: {
      ...(item.params ? { params: item.params } : {}),
      ...(item.query ? { query: item.query } : {}),
      ...(requestHeaders ? { headers: requestHeaders } : {}),
      ...(item.body ? { body: { required: true, content: describeContent(item.body, item.bodyTypes) } } : {}),
    },
    responses: {
      [item.status ?? 200]: {
        description: 'OK',
        headers: headers(
          ...onEvery,
          ...(hasTag(item) ? (['ETag'] as const) : []),
          ...(item.takesIdempotencyKey ? (['Idempotent-Replayed'] as const) : []),
          'Cache-Control',
        ),
        content: { [item.contentType ?? 'application/json']: { schema: item.part ?? item.response } },
      },
      ...(hasTag(item) ? { 304: describeNotModified(onEvery) } : {}),
      ...describeErrors(errors, onEvery, errorTexts),
    },
  };
}

/** A stream is sent while it is made, so it has no tag. */
const hasTag = ({ method, contentType }: Route): boolean => method === 'get' && contentType === undefined;

function describeContent(schema: z.ZodType, types: readonly string[] = ['application/json']) {
  return Object.fromEntries(types.map((type) => [type, { schema }]));
}

/** Errors of any request, before or without a matching route. */
const ERRORS_OF_ALL = [
  'invalid_request',
  'request_timeout',
  'header_too_large',
  'internal_error',
  'unavailable',
] as const satisfies ErrorCode[];

const OWN_LIMIT_HEADERS = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
] as const satisfies HeaderName[];

const BODY_ERRORS = [
  'invalid_request',
  'validation_failed',
  'payload_too_large',
  'unsupported_media_type',
] as const satisfies ErrorCode[];

const KEY_ERRORS = [
  'idempotency_key_in_use',
  'idempotency_conflict',
  'rate_limited',
] as const satisfies ErrorCode[];

/** Errors of the key check and the limits on metered routes. */
const REFUSALS = ['invalid_api_key', 'quota_exhausted', 'rate_limited'] as const satisfies ErrorCode[];

function describeNotModified(onEvery: HeaderName[]): RouteConfig['responses'][string] {
  return {
    description: 'Nothing changed since the answer whose ETag was sent in If-None-Match',
    headers: headers(...onEvery, 'ETag', 'Cache-Control'),
  };
}

/** Describes the addresses that are not in the route table. */
function describeServicePaths(): RouteConfig[] {
  const json = (description: string, schema: z.ZodType) => ({
    description,
    headers: headers('X-Request-Id'),
    content: { 'application/json': { schema } },
  });
  const readiness = z.object({ status: z.string(), checks: z.record(z.string(), z.string()) });
  const withoutRetry = describeErrors(
    ERRORS_OF_ALL.filter((code) => code !== 'unavailable'),
    ['X-Request-Id'],
  );
  const outside: Pick<RouteConfig, 'method' | 'tags' | 'security' | 'servers'> = {
    method: 'get',
    tags: ['Service'],
    security: [],
    servers: [{ url: '/' }],
  };
  return [
    {
      method: 'get',
      path: '/openapi.json',
      operationId: 'getOpenApi',
      tags: ['Service'],
      summary: 'This description; not rate limited',
      security: [],
      responses: {
        200: json('OK', freeForm),
        304: describeNotModified(['X-Request-Id']),
        ...describeErrors(ERRORS_OF_ALL, ['X-Request-Id']),
      },
    },
    {
      ...outside,
      path: '/01/{gtin}',
      operationId: 'resolveDigitalLink',
      tags: ['Products'],
      summary: 'GS1 Digital Link resolver: to the product, or the list of its links',
      description:
        'Qualifiers may follow (`/22/…`, `/10/…`, `/21/…`, `/235/…`), and attributes as parameters (`17=260505`); both are ' +
        'checked. `linkType=linkset` or `Accept: application/linkset+json` asks for the list (RFC 9264). ' +
        'Browsers, which ask for `text/html`, are led to the page of the product.',
      security: SECURITY,
      request: {
        params: z.object({
          gtin: z.string().meta({
            description: '14 digits, or fewer without padding',
            example: '09521000000018',
            pattern: '^[0-9]{8,14}$',
          }),
        }),
        query: z.object({
          linkType: z.string().optional().meta({
            description: '`linkset`, or a type such as `gs1:pip`; 404 where there is no such link',
            pattern: NO_CONTROL_CHARACTERS,
          }),
        }),
      },
      responses: {
        200: {
          description: 'The links of the product',
          headers: headers('X-Request-Id', 'Link', 'ETag', ...LIMIT_HEADERS),
          content: { 'application/linkset+json': { schema: freeForm } },
        },
        307: {
          description: 'To the product, with the query that was sent',
          headers: headers('X-Request-Id', 'Location', 'Link', ...LIMIT_HEADERS),
        },
        ...describeErrors(
          [...ERRORS_OF_ALL, ...REFUSALS, 'not_found', 'invalid_parameter'],
          ['X-Request-Id', ...LIMIT_HEADERS],
        ),
      },
    },
    {
      ...outside,
      path: '/.well-known/gs1resolver',
      operationId: 'describeResolver',
      summary: 'What the GS1 Digital Link resolver can do',
      responses: { 200: json('OK', freeForm), ...withoutRetry },
    },
    {
      ...outside,
      path: '/.well-known/api-catalog',
      operationId: 'listApis',
      summary: 'The APIs of this service with their descriptions (RFC 9727)',
      responses: {
        200: {
          description: 'OK',
          headers: headers('X-Request-Id', 'Link'),
          content: { 'application/linkset+json': { schema: freeForm } },
        },
        ...withoutRetry,
      },
    },
    {
      ...outside,
      path: '/healthz',
      operationId: 'getHealth',
      summary: 'Whether the process answers',
      responses: {
        200: json(
          'OK',
          z.object({ status: z.enum(['ok']), version: z.string(), uptime_s: z.number().int() }),
        ),
        ...withoutRetry,
      },
    },
    {
      ...outside,
      path: '/readyz',
      operationId: 'getReadiness',
      summary: 'Whether the process can serve, part by part',
      responses: {
        200: json('Ready, possibly `degraded`', readiness),
        ...withoutRetry,
        503: json('Not ready', readiness),
      },
    },
  ];
}
