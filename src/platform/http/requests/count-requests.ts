import type { RequestHandler } from 'express';
import type { Histogram } from 'prom-client';
import { routeOf } from './matched-route.ts';

/** Which part of the service callers ask, by the beginning of the path; pages for people are all others. */
const SURFACES: Record<string, string> = {
  'api/v1': 'api',
  'api/public': 'contributions',
  'api/admin': 'console',
  console: 'console',
  mcp: 'mcp',
  dumps: 'files',
  images: 'files',
  healthz: 'probes',
  readyz: 'probes',
};
const BEGINNING = new RegExp(`^/(${Object.keys(SURFACES).join('|')})(?![^/?])`);

/** Measures each request when its response has been written, by the part of the service, the route pattern and the status. */
export function countRequests(
  requestSeconds: Histogram<'surface' | 'method' | 'route' | 'status'>,
): RequestHandler {
  return (request, response, next) => {
    const [, beginning = ''] = BEGINNING.exec(request.originalUrl) ?? [];
    const surface = SURFACES[beginning] ?? 'pages';
    const stopTimer = requestSeconds.startTimer({ surface, method: request.method });
    response.once('finish', () => {
      stopTimer({ route: routeOf(request, response), status: response.statusCode });
    });
    next();
  };
}
