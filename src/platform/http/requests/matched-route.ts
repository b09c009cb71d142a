import type { Request, RequestHandler, Response } from 'express';

/** Records the route pattern that a request matched. */
export const noteRoute =
  (pattern: string): RequestHandler =>
  (_request, response, next) => {
    response.locals['route'] = pattern;
    next();
  };

/** Returns the matched route pattern for metrics, never the path itself. */
export function routeOf(request: Request, response: Response): string {
  const { route: noted } = response.locals as { route?: string };
  const path: unknown = noted ?? (request.route as { path?: unknown } | undefined)?.path;
  return typeof path === 'string' ? path : 'none';
}
