import createClient, { type Client } from 'openapi-fetch';
import { FactshelfError } from './factshelf-error.js';
import { fetchPatiently } from './fetch-patiently.js';
import type { components, paths } from './schema.js';

export { FactshelfError, type ErrorCode } from './factshelf-error.js';

/** The shapes of the interface, by their names in its description: `Schemas['Product']`. */
export type Schemas = components['schemas'];

/** Calls by method and path, as openapi-fetch has them: `client.GET('/api/v1/stats')`. */
export type FactshelfClient = Client<paths>;

export interface FactshelfOptions {
  /** Where the service is, without `/api/v1`. */
  baseUrl: string;
  /** A call without a key has lower limits. */
  apiKey?: string | undefined;
  /** How long an answer is waited for, in milliseconds. Unless given 30,000: `GET /changes` waits for up to 20 s. */
  timeoutMs?: number | undefined;
  /** How often a GET that is answered 429 or 503 is sent again, after the `Retry-After` of the answer. Unless given 2. */
  retries?: number | undefined;
}

/** A client of the service at an address. */
export function createFactshelfClient({
  baseUrl,
  apiKey,
  timeoutMs = 30_000,
  retries = 2,
}: FactshelfOptions): FactshelfClient {
  return createClient<paths>({
    baseUrl,
    // Unlike `X-API-Key`, this is not sent on to another host by a redirect.
    headers: apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` },
    fetch: (request) => fetchPatiently(request, timeoutMs, request.method === 'GET' ? retries : 0),
  });
}

/**
 * What a call is answered. Throws a `FactshelfError` where the service refuses it, a `TimeoutError` (`DOMException`) where
 * no answer comes in time, and a `TypeError` where the service cannot be reached.
 */
export async function dataOf<T>(
  call: Promise<{ data?: T; error?: unknown; response: Response }>,
): Promise<T> {
  const { data, error, response } = await call;
  if (!response.ok) throw new FactshelfError(response, error);
  return data as T;
}
