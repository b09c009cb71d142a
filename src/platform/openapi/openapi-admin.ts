import { OpenAPIRegistry, OpenApiGeneratorV3, type RouteConfig } from '@asteasolutions/zod-to-openapi';
import type { ErrorCode } from '../http/api-error.ts';
import { freeForm } from '../http/free-form.ts';
import type { Route } from '../http/route.ts';
import { registerHeaders } from './openapi-headers.ts';
import { RELEASE_VERSION } from '../release-version.ts';
import { describeRoute } from './openapi.ts';
import { adminRoute } from '../http/callers/admin-route.ts';

type Document = ReturnType<OpenApiGeneratorV3['generateDocument']>;

const SESSION = { SessionCookie: [] };
const SESSION_AND_CSRF = { SessionCookie: [], CsrfToken: [] };

/** Adds a route that returns the description of all routes, including itself. */
export function withDescription<R extends Route>(routes: R[]) {
  let document: Document | undefined;
  const describe = (): Record<string, unknown> =>
    (document ??= buildAdminOpenApi([...routes, own])) as unknown as Record<string, unknown>;
  const own = adminRoute('get', '/openapi.json', 'getAdminOpenApi', {
    role: 'reviewer',
    tag: 'Service',
    summary: 'This description',
    response: freeForm,
    handler: describe,
  });
  return [...routes, own];
}

/** Builds the OpenAPI 3.0.3 description of the console's API. `x-role` is the least role. */
export function buildAdminOpenApi(routes: Route[]): Document {
  const registry = new OpenAPIRegistry();
  registry.registerComponent('securitySchemes', 'SessionCookie', {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-sid',
    description: 'Set by `POST /login`. Called `sid` where the service is set up without HTTPS.',
  });
  registry.registerComponent('securitySchemes', 'CsrfToken', {
    type: 'apiKey',
    in: 'header',
    name: 'X-CSRF-Token',
    description: '`csrf_token` of `POST /login` and `GET /me`: with every write.',
  });
  registerHeaders(registry);
  for (const item of routes) registry.registerPath(describeAdminRoute(item));
  return new OpenApiGeneratorV3(registry.definitions).generateDocument({
    openapi: '3.0.3',
    info: {
      title: 'Factshelf console',
      version: RELEASE_VERSION,
      description:
        'What the operators’ console calls. It is for that console: it may change with any release, and only pages of ' +
        'the same origin may write. Roles: reviewer, editor, admin; each may do what the one before it may.',
      license: { name: 'MIT (software)', url: 'https://opensource.org/license/mit' },
    },
    servers: [{ url: '/api/admin' }],
    tags: [...new Set(routes.map(({ tag }) => tag))].map((name) => ({ name })),
  });
}

function describeAdminRoute(item: Route): RouteConfig {
  const isWrite = item.method !== 'get';
  const refusals: ErrorCode[] = [
    ...(item.role ? (['not_authenticated', 'forbidden'] as const) : []),
    ...(isWrite ? (['csrf_failed'] as const) : []),
  ];
  // Keys and rate limits do not apply here.
  const described = describeRoute({
    ...item,
    unmetered: true,
    errors: [...(item.errors ?? []), ...refusals],
  });
  return {
    ...described,
    security: item.role ? [isWrite ? SESSION_AND_CSRF : SESSION] : [],
    ...(item.role ? { 'x-role': item.role } : {}),
  };
}
