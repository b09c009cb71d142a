import { parseCookie } from 'cookie';
import express, { type Request as ExpressRequest, type RequestHandler, type Router } from 'express';
import {
  authenticate,
  readKeysOfHeaders,
  refuseInvalidKey,
  type FindCaller,
} from '../platform/http/callers/authenticate.ts';
import { rateLimit, type MeterCall } from '../platform/http/callers/rate-limit.ts';
import type { ApiError } from '../platform/http/api-error.ts';
import { isKeyText } from '../access/accounts/keys/key-text.ts';
import { mountRoutes } from '../platform/http/mount-routes.ts';
import type { Route } from '../platform/http/route.ts';

/** The interface of another service, whose clients can use this one. */
export interface Dialect {
  /** `/off` */
  prefix: string;
  /** Name of the service that answers so. */
  title: string;
  routes: Route[];
  /** The host name at whose root the endpoints are as well. */
  host?: string | undefined;
  /** A header of theirs for a key, in lower case. */
  keyHeader?: string;
  /** A cookie of theirs for a key. */
  keyCookie?: string;
  /** Returns our endpoint for one that writes: its guards come first, and no quota is used. */
  writesAs?: (item: Route) => Route | undefined;
  /** Returns the body of an error in their form. */
  buildError: (error: ApiError, request: ExpressRequest) => object;
}

interface DialectOptions {
  findCaller: FindCaller;
  /** Returns middleware that runs before the body of one of our endpoints that write. */
  guardWrite: (item: Route) => RequestHandler[];
  limits: MeterCall | undefined;
  deadlineMs?: number;
  sharedCacheSeconds: number;
}

/**
 * The endpoints of a dialect below its prefix, below `{prefix}/k/{key}` for apps that can set nothing but an address, and at the
 * root of its host. Limits and quotas are as everywhere.
 */
export function dialectEndpoints(
  { prefix, routes, host, buildError, writesAs, ...keys }: Dialect,
  { findCaller, limits, guardWrite, ...options }: DialectOptions,
): Router {
  const hasOwnCost = buildPathTest(routes.filter((item) => item.hasOwnCost));
  const guard = (item: Route): RequestHandler[] => {
    const own = writesAs?.(item);
    return [
      authenticate({ findCaller, readKeys: (request) => readDialectKeys(request, keys) }),
      ...(limits ? [rateLimit(limits, own ? { isFree: true } : { later: { hasOwnCost } })] : []),
      ...(own ? guardWrite(own) : []),
      refuseInvalidKey,
    ];
  };
  const answer: RequestHandler[] = [
    (request, _response, next) => {
      request.url = withoutSlash(request.url);
      next();
    },
    (request, response, next) => {
      request.showError = (error) => void response.status(error.status).json(buildError(error, request));
      next();
    },
    mountRoutes(routes, { prefix, guard, ...options }),
  ];
  const router = express.Router({ caseSensitive: true, strict: true });
  router.use(`${prefix}/k/:key`, noteKey, ...answer);
  router.use(prefix, ...answer);
  if (host === undefined) return router;
  const ofHost = express.Router({ caseSensitive: true, strict: true }).use(...answer);
  // Pages, the console and our own API stay where they are.
  const isOurs = buildPathTest(routes);
  return router.use((request, response, next) =>
    request.hostname === host && isOurs(withoutSlash(request.path))
      ? ofHost(request, response, next)
      : next(),
  );
}

/** Clients end some addresses in a slash. */
const withoutSlash = (url: string) => url.replace(/(?<=.)\/(?=\?|$)/, '');

declare module 'express-serve-static-core' {
  interface Request {
    /** The key in the path of a dialect's endpoint. */
    keyOfPath?: string;
  }
}

const noteKey: RequestHandler = (request, _response, next) => {
  const { key } = request.params;
  if (typeof key === 'string') request.keyOfPath = key;
  next();
};

/**
 * Returns the keys of the usual headers, of the path, and of the dialect's own header and cookie. Basic credentials and cookies
 * that hold no key are ignored: clients send those of the other service to any server.
 */
function readDialectKeys(
  request: ExpressRequest,
  { keyHeader, keyCookie }: Pick<Dialect, 'keyHeader' | 'keyCookie'>,
): (string | undefined)[] {
  const { headersDistinct, keyOfPath } = request;
  const ofCookie = keyCookie && parseCookie(request.headers.cookie ?? '')[keyCookie];
  const isBasic = /^basic /i.test(request.headers.authorization ?? '');
  return [
    ...(keyOfPath === undefined ? [] : [keyOfPath]),
    ...(ofCookie && isKeyText(ofCookie) ? [ofCookie] : []),
    ...((keyHeader === undefined ? undefined : headersDistinct[keyHeader]) ?? []),
    ...(isBasic ? (headersDistinct['x-api-key'] ?? []) : readKeysOfHeaders(request)),
  ];
}

/** Returns whether a path is that of one of these routes. */
function buildPathTest(routes: readonly Route[]): (path: string) => boolean {
  const patterns = routes.map(({ path }) =>
    path.replaceAll('.', String.raw`\.`).replaceAll(/\{\w+\}/g, '[^/]+'),
  );
  const pattern = new RegExp(`^(${patterns.join('|')})$`);
  return (path) => pattern.test(path);
}
