import type { RequestHandler } from 'express';
import type { Histogram } from '@prometheus-io/client';
import { routeOf } from './matched-route.ts';

/** Maps the start of a path to a part of the service. All other paths are pages. */
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

/** Measures each request after its response, by part of the service, route pattern and status. */
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
