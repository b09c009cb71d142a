import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import type { z } from 'zod';
import { ApiError } from './api-error.ts';
import { clientBucket } from './callers/client-address.ts';
import { readJsonBody } from './requests/json-body.ts';
import { refuseParameter } from './refuse-parameter.ts';
import { noteRoute } from './requests/matched-route.ts';
import { isText } from './requests/query-string.ts';
import { requestIdOf, waitedMs } from './requests/request-id.ts';
import { sendJson } from './answers/send-json.ts';
import { setCaching } from './answers/set-caching.ts';
import type { Route } from './route.ts';

export interface MountOptions {
  /** Where the router is mounted, for metrics: several routers have a `/submissions`. */
  prefix?: string;
  /**
   * Bounds a request: past it the answer is 503 and the handler's signal is aborted. For a read it counts from when the
   * request came in, the check of its key included; else from when its body has been read.
   */
  deadlineMs?: number;
  /**
   * How long shared caches may keep what reads answer to callers without a key; 0, unless given: not at all. See
   * `setCaching`.
   */
  sharedCacheSeconds?: number;
  /** What a request to a route has to pass before its body is read. */
  guard?: (item: Route) => RequestHandler[];
}

/** A read that takes longer is of no use to somebody with a scanner in their hand. */
const READ_DEADLINE_MS = 1_400;
const WRITE_DEADLINE_MS = 3_000;

/**
 * An Express router over a route table: validation at the edge, the handler's value as JSON with an ETag, and 405
 * with `Allow` for a known path asked with another method.
 */
export function mountRoutes(
  routes: Route[],
  { prefix = '', deadlineMs, sharedCacheSeconds = 0, guard = () => [] }: MountOptions = {},
): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  const methodsByPath = new Map<string, string[]>();
  // Whatever stands before the route that a request is for has its pattern tried: one entry for each route here.
  const patternOf = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1');
  for (const item of routes) {
    const readBody = item.body ? [readJsonBody(item.bodyLimitBytes)] : [];
    router[item.method](
      patternOf(item.path),
      noteRoute(prefix + item.path),
      ...guard(item),
      ...readBody,
      answer(item, item.deadlineMs ?? deadlineMs, sharedCacheSeconds),
    );
    methodsByPath.set(item.path, [...(methodsByPath.get(item.path) ?? []), item.method.toUpperCase()]);
  }
  // A path of words alone first: `/keys/{id}` matches `/keys/revoke-leaked` too.
  const bySpecificity = [...methodsByPath].sort(([a], [b]) => a.split('{').length - b.split('{').length);
  for (const [path, methods] of bySpecificity) {
    router.all(patternOf(path), noteRoute(prefix + path), refuseMethod(methods));
  }
  return router;
}

/**
 * 405 with `Allow`; HEAD comes with GET. OPTIONS is answered with the same `Allow`, where it has not been before the
 * routes; the preflight of a page of another site is refused there.
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

function answer(item: Route, given: number | undefined, sharedCacheSeconds: number): RequestHandler {
  const isRead = item.method === 'get';
  const deadlineMs = given ?? (isRead ? READ_DEADLINE_MS : WRITE_DEADLINE_MS);
  return async (request, response) => {
    const input = {
      params: item.params && parseParams(item.params, request.params),
      query: item.query && parseQuery(item.query, request.query),
      body: item.body && parseBody(item.body, request.body),
    };
    const body = await withDeadline(
      request,
      response,
      isRead ? deadlineMs - waitedMs(request) : deadlineMs,
      (findSignal) =>
        // The schemas above are the ones the handler's types come from.
        item.handler({
          ...input,
          requestId: requestIdOf(request),
          // What few handlers ask for is made when they do.
          get address() {
            return clientBucket(request);
          },
          caller: request.caller,
          signedIn: request.signedIn,
          headers: request.headers,
          setCookie: (cookie: string) => void response.append('Set-Cookie', cookie),
          setCost: async (calls: number) => {
            response.set('X-Quota-Cost', String(calls));
            await request.laterQuota?.setCost(calls);
          },
          setLanguage: (code: string | null) => void (code && response.set('Content-Language', code)),
          get signal() {
            return findSignal();
          },
        } as Parameters<Route['handler']>[0]),
    );
    response.status(item.status ?? 200);
    response.set(item.headers ?? {});
    setCaching(item, request, response, sharedCacheSeconds);
    if (!(body instanceof Readable)) {
      await sendJson(request, response, body);
      return;
    }
    response.type(item.contentType ?? 'txt');
    if (request.method === 'HEAD') {
      body.destroy();
      response.end();
      // A client that leaves ends the reading too.
    } else await pipeline(body, response);
  };
}

/** `run` gets a signal from `findSignal`; one that is asked for after the deadline is aborted already. */
async function withDeadline<T>(
  request: Request,
  response: Response,
  remainingMs: number,
  run: (findSignal: () => AbortSignal) => Promise<T> | T,
): Promise<T> {
  let abort: AbortController | undefined;
  let abortedBy: Error | undefined;
  const stop = (reason: Error) => {
    abortedBy ??= reason;
    abort?.abort(reason);
  };
  const findSignal = () => {
    if (abort) return abort.signal;
    abort = new AbortController();
    if (abortedBy) abort.abort(abortedBy);
    return abort.signal;
  };
  const onClose = () => stop(new Error('the client left'));
  response.once('close', onClose);
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(
        new ApiError('unavailable', 'The service took too long to answer. Try again in a moment.', {
          // Its stack is that of a timer.
          isShed: true,
        }),
      );
      stop(new Error(`no answer to ${request.path} in time`));
    }, remainingMs);
  });
  try {
    return await Promise.race([run(findSignal), deadline]);
  } finally {
    clearTimeout(timer);
    response.off('close', onClose);
  }
}

function parseParams(schema: z.ZodObject, value: unknown): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const name = String(issue?.path[0]);
  throw new ApiError('not_found', `Nothing is here: ${name} ${issue?.message ?? 'is malformed'}.`, {
    details: { reason: `malformed_${name}` },
  });
}

/** Unknown names are ignored; a known one given twice, or not as its schema says, is refused. */
function parseQuery(schema: z.ZodObject, query: Record<string, unknown>): unknown {
  const known = Object.keys(schema.shape).filter((name) => Object.hasOwn(query, name));
  for (const name of known) {
    const value = query[name];
    if (Array.isArray(value)) throw refuseParameter(name, 'may be given only once');
    if (!isText(value as string)) throw refuseParameter(name, 'must be text in UTF-8');
  }
  const result = schema.safeParse(Object.fromEntries(known.map((name) => [name, query[name]])));
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw refuseParameter(
    String(issue?.path[0]),
    issue?.message ?? 'is not valid',
    issue?.code === 'custom' ? issue.params : undefined,
  );
}

function parseBody(schema: z.ZodType, body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new ApiError('invalid_request', 'The body must be a JSON object.');
  }
  const result = schema.safeParse(body, { error: describeIssue });
  if (result.success) return result.data;
  const { issues } = result.error;
  const fields = issues.map((issue) => ({
    field: issue.path.join('.'),
    code: issue.code,
    message: issue.message,
  }));
  // A field that is missing, unknown or of another type is a matter of form; the others break a rule.
  const isMalformed = issues.some(({ code }) => code === 'invalid_type' || code === 'unrecognized_keys');
  throw isMalformed
    ? new ApiError('invalid_request', 'The body does not have the fields described.', { details: { fields } })
    : new ApiError('validation_failed', 'Some fields are not valid.', { details: { fields } });
}

/** In the caller's words rather than in those of the validator; undefined: the schema's own words will do. */
const describeIssue: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'unrecognized_keys') return `no such field: ${issue.keys.join(', ')}`;
  if (issue.code !== 'invalid_type') return undefined;
  return issue.input === undefined ? 'is required' : `must be of type ${issue.expected}`;
};
