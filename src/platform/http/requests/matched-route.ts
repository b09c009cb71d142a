import type { Request, RequestHandler, Response } from 'express';

/** Notes the pattern that a request matched. */
export const noteRoute =
  (pattern: string): RequestHandler =>
  (_request, response, next) => {
    response.locals['route'] = pattern;
    next();
  };

/** The pattern that a request matched, for metrics: never what the caller typed. */
export function routeOf(request: Request, response: Response): string {
  const { route: noted } = response.locals as { route?: string };
  const path: unknown = noted ?? (request.route as { path?: unknown } | undefined)?.path;
  return typeof path === 'string' ? path : 'none';
}
