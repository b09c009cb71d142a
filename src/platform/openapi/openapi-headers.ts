import type { OpenAPIRegistry } from '@asteasolutions/zod-to-openapi';

const header = (description: string, type: 'string' | 'integer' = 'string') => ({
  description,
  schema: { type },
});
const HEADERS = {
  'X-Request-Id': header('Id of this request, also in error envelopes'),
  ETag: header('Send it back in If-None-Match to get 304 when nothing changed'),
  'Cache-Control': header('How long the answer may be used without asking again'),
  Location: header('Address of the product, with the query that was sent'),
  Link: header(
    'Related addresses: `linkset` is the list of links of the product, `api-catalog` that of the APIs',
  ),
  'Idempotent-Replayed': header(
    '`true`: this is the first answer to the same request, and nothing was written again; else absent',
  ),
  'Retry-After': header('Seconds until it makes sense to try again', 'integer'),
  'X-RateLimit-Limit': header('Calls a minute; absent, as the next two, where there is no limit', 'integer'),
  'X-RateLimit-Remaining': header('Calls left in this minute', 'integer'),
  'X-RateLimit-Reset': header('Unix time in seconds at which the next minute begins', 'integer'),
  RateLimit: header(
    'The same, as in draft-ietf-httpapi-ratelimit-headers: calls left, seconds to the next minute',
  ),
  'RateLimit-Policy': header('Name of the tier, calls in a window, seconds of the window'),
  'X-Quota-Limit': header(
    'Calls over the lifetime of the account or address; absent if unlimited',
    'integer',
  ),
  'X-Quota-Used': header('Calls used of it', 'integer'),
  'X-Quota-Remaining': header('Calls left of it', 'integer'),
  'X-Quota-Cost': header('Calls that this one uses of it, where that depends on the request', 'integer'),
};

export type HeaderName = keyof typeof HEADERS;

/** Returns references to these headers for an answer. */
export const headers = (...names: HeaderName[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** Registers the headers that routes refer to. */
export function registerHeaders(registry: OpenAPIRegistry): void {
  for (const [name, description] of Object.entries(HEADERS)) {
    registry.registerComponent('headers', name, description);
  }
}
