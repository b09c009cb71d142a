import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import { ApiError } from './api-error.ts';
import { BODY_LIMIT_BYTES, readJsonBody } from './requests/json-body.ts';
import { noteRoute } from './requests/matched-route.ts';
import { runRoute } from './run-route.ts';
import { StoredAnswer } from './answers/stored-answer.ts';
import { setCaching } from './answers/set-caching.ts';
import type { Route } from './route.ts';
import { readBytesBody } from './requests/read-bytes.ts';
import { readLenientBody } from './requests/lenient-body.ts';

interface MountOptions {
  /** Mount path of the router, to distinguish routes in metrics: several routers have `/submissions`. */
  prefix?: string;
  /**
   * Deadline of a request. After it, the answer is 503 and the handler's signal is aborted. For reads it counts from
   * the arrival of the request, including the key check; else from the end of its body.
   */
  deadlineMs?: number;
  /** How long shared caches may keep answers of reads without a key; default 0: not at all. See `setCaching`. */
  sharedCacheSeconds?: number;
  /** Returns middleware that runs before the body of a route is read. */
  guard?: (item: Route) => RequestHandler[];
}

/**
 * Creates an Express router from routes. It validates input, sends the handler's value as JSON with an ETag, and
 * answers 405 with `Allow` for other methods.
 */
export function mountRoutes(
  routes: Route[],
  { prefix = '', deadlineMs, sharedCacheSeconds = 0, guard = () => [] }: MountOptions = {},
): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  const methodsByPath = new Map<string, string[]>();
  // Express tries patterns in order, so one entry per route keeps the list short.
  const patternOf = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1');
  for (const item of routes) {
    const readAs = item.isLenient ? readLenientBody : item.bodyTypes ? readBytesBody : readJsonBody;
    const readBody = item.body ? [readAs(item.bodyLimitBytes ?? BODY_LIMIT_BYTES)] : [];
    router[item.method](
      patternOf(item.path),
      noteRoute(prefix + item.path),
      ...guard(item),
      ...readBody,
      answer(item, item.deadlineMs ?? deadlineMs, sharedCacheSeconds),
    );
    methodsByPath.set(item.path, [...(methodsByPath.get(item.path) ?? []), item.method.toUpperCase()]);
  }
  // Literal paths first, because `/keys/{id}` also matches `/keys/revoke-leaked`.
  const bySpecificity = [...methodsByPath].sort(([a], [b]) => a.split('{').length - b.split('{').length);
  for (const [path, methods] of bySpecificity) {
    router.all(patternOf(path), noteRoute(prefix + path), refuseMethod(methods));
  }
  return router;
}

/**
 * Answers 405 with `Allow`, where GET implies HEAD. Answers OPTIONS with the same `Allow`. A preflight that reaches
 * it is refused, because CORS is not enabled there.
 */
export function refuseMethod(methods: string[]): RequestHandler {
  const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
  return (request, response) => {
    const isPreflight = request.headers['access-control-request-method'] !== undefined;
    if (request.method === 'OPTIONS' && !isPreflight) {
      response.status(204).set('Allow', allow).end();
      return;
    }
    throw new ApiError('method_not_allowed', `${request.method} is not possible here. Allowed: ${allow}.`, {
      headers: { Allow: allow },
    });
  };
}

function answer(item: Route, deadlineMs: number | undefined, sharedCacheSeconds: number): RequestHandler {
  return async (request, response) => {
    const body = await runRoute(item, request, request, response, deadlineMs);
    response.status(item.status ?? 200);
    response.set(item.headers ?? {});
    setCaching(item, request, response, sharedCacheSeconds);
    if (body instanceof StoredAnswer) {
      await body.send(request, response.type('json'));
      return;
    }
    if (!(body instanceof Readable)) {
      await sendJson(request, response, body);
      return;
    }
    response.type(item.contentType ?? 'txt');
    if (request.method === 'HEAD') {
      body.destroy();
      response.end();
      // `pipeline` destroys the body when the client leaves.
    } else await pipeline(body, response);
  };
}

/**
 * Sends a value as JSON with its ETag, or 304. Charges a deferred quota, except for a 304.
 * @throws ApiError `quota_exhausted`
 */
async function sendJson(request: Request, response: Response, body: unknown): Promise<void> {
  if (!request.laterQuota) {
    response.json(body);
    return;
  }
  const text = JSON.stringify(body);
  const buildTag = request.app.get('etag fn') as (text: string, encoding: 'utf8') => string;
  response.type('json').set('ETag', buildTag(text, 'utf8'));
  if (!request.fresh) await request.laterQuota.settle();
  response.send(text);
}
