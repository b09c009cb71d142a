import express, { type Request, type RequestHandler, type Router } from 'express';
import {
  authenticate,
  readKeysOfHeaders,
  refuseInvalidKey,
  type FindCaller,
} from '../../platform/http/callers/authenticate.ts';
import { rateLimit, type MeterCall } from '../../platform/http/callers/rate-limit.ts';
import type { ApiError } from '../../platform/http/api-error.ts';
import { mountRoutes } from '../../platform/http/mount-routes.ts';
import type { Route } from '../../platform/http/route.ts';
import { requestIdOf } from '../../platform/http/requests/request-id.ts';
import { offCodeOf } from './off-product.ts';

interface OffOptions {
  routes: Route[];
  findCaller: FindCaller;
  limits: MeterCall | undefined;
  /** `OFF_HOST`: the host name whose root answers like Open Food Facts. */
  host: string | undefined;
  deadlineMs?: number;
  sharedCacheSeconds: number;
}

/**
 * The endpoints of Open Food Facts below `/off`, below `/off/k/{key}` for apps that can set nothing but an address, and at the
 * root of the host `OFF_HOST`. Errors have the form that its clients know.
 */
export function offEndpoints({ routes, findCaller, limits, host, ...options }: OffOptions): RequestHandler {
  const ownCostPaths = new Set(routes.filter((item) => item.hasOwnCost).map(({ path }) => path));
  const answer: RequestHandler[] = [
    showErrorsAsTheirs,
    authenticate({ findCaller, readKeys: readOffKeys }),
    ...(limits ? [rateLimit(limits, { later: { ownCostPaths } })] : []),
    refuseInvalidKey,
    mountRoutes(routes, { prefix: '/off', ...options }),
  ];
  const router: Router = express.Router({ caseSensitive: true, strict: true });
  router.use('/off/k/:key', noteKey, ...answer);
  router.use('/off', ...answer);
  if (host !== undefined) {
    const ofHost = express.Router({ caseSensitive: true, strict: true }).use(...answer);
    const paths = new RegExp(
      `^(${routes.map(({ path }) => path.replaceAll('.', String.raw`\.`).replaceAll(/\{\w+\}/g, '[^/]+')).join('|')})$`,
    );
    // Pages, the console and our own API stay where they are.
    router.use((request, response, next) =>
      request.hostname === host && paths.test(request.path) ? ofHost(request, response, next) : next(),
    );
  }
  return router;
}

declare module 'express-serve-static-core' {
  interface Request {
    /** The key in the path of a compatible endpoint. */
    keyOfPath?: string;
  }
}

const noteKey: RequestHandler = (request, _response, next) => {
  const { key } = request.params;
  if (typeof key === 'string') request.keyOfPath = key;
  next();
};

/** Keys as everywhere, and that of the path. Clients send a user name and a password of theirs to any server. */
function readOffKeys(request: Request): (string | undefined)[] {
  const isBasic = /^basic /i.test(request.headers.authorization ?? '');
  const ofHeaders = isBasic ? (request.headersDistinct['x-api-key'] ?? []) : readKeysOfHeaders(request);
  return [...(request.keyOfPath === undefined ? [] : [request.keyOfPath]), ...ofHeaders];
}

/** Errors in the form of the version that was asked. */
const showErrorsAsTheirs: RequestHandler = (request, response, next) => {
  request.showError = (error) => {
    response.status(error.status).json(buildBody(request, error));
  };
  next();
};

function buildBody(request: Request, { code: id, message, details }: ApiError): object {
  const [, version = '', code] =
    /\/api\/(v[\d.]+)\/product\/([^/?]+?)(?:\.json)?(?:\?|$)/.exec(request.originalUrl) ?? [];
  const given = code === undefined ? {} : { code: /^\d{1,24}$/.test(code) ? offCodeOf(code) : code };
  const more = { request_id: requestIdOf(request), ...(details && { details }) };
  if (version.startsWith('v3')) {
    const error = {
      message: { id, name: message, lc_name: message },
      field: { id: 'code', value: code },
      impact: { id: 'failure', name: 'Failure', lc_name: 'Failure' },
    };
    const name = id === 'not_found' ? 'product_not_found' : id;
    const result = { id: name, name: message, lc_name: message };
    return { ...given, status: 'failure', result, errors: [error], warnings: [], ...more };
  }
  const isMissing = id === 'not_found' && code !== undefined;
  return {
    ...given,
    status: 0,
    status_verbose: isMissing ? 'product not found' : message,
    error: id,
    ...more,
  };
}
