import { BlockList, isIPv6 } from 'node:net';
import express, { type Express, type RequestHandler } from 'express';
import type { Logger } from 'pino';
import { ApiError } from '../http/api-error.ts';
import { errorHandler, unknownRoute } from '../http/error-handler.ts';
import { refuseMethod } from '../http/mount-routes.ts';
import { requestId } from '../http/requests/request-id.ts';
import type { Metrics } from '../metrics.ts';

/** Loopback, private and link-local networks, of both families; an IPv4 address in IPv6 form counts as IPv4. */
const INTERNAL = new BlockList();
INTERNAL.addSubnet('127.0.0.0', 8);
INTERNAL.addSubnet('10.0.0.0', 8);
INTERNAL.addSubnet('172.16.0.0', 12);
INTERNAL.addSubnet('192.168.0.0', 16);
INTERNAL.addSubnet('169.254.0.0', 16);
INTERNAL.addAddress('::1', 'ipv6');
INTERNAL.addSubnet('fc00::', 7, 'ipv6');
INTERNAL.addSubnet('fe80::', 10, 'ipv6');

/** Returns the metrics of jobs in the format of Prometheus, as the job queue itself exports them. */
type ExportJobs = () => Promise<string>;

/**
 * Serves the metrics in the format of Prometheus, on a port that the public should not reach. As a second defence it only
 * answers callers on this machine or in a private network that do not come through a proxy.
 */
export function metricsPage(metrics: Pick<Metrics, 'registry'>, exportJobs?: ExportJobs): RequestHandler {
  return async (request, response) => {
    const address = request.socket.remoteAddress ?? '';
    const isProxied = 'x-forwarded-for' in request.headers || 'forwarded' in request.headers;
    const isInternal = INTERNAL.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
    if (isProxied || !isInternal) throw new ApiError('not_found', 'There is no such resource.');
    response.set('Cache-Control', 'no-store').type(metrics.registry.contentType);
    const jobs = await exportJobs?.().catch(() => '');
    response.send((await metrics.registry.metrics()) + (jobs ? `${jobs}\n` : ''));
  };
}

/** Returns the application of the metrics port: the metrics page alone. */
export function createMetricsApp(
  metrics: Pick<Metrics, 'registry'>,
  logger: Logger,
  exportJobs?: ExportJobs,
): Express {
  const app = express();
  app.disable('x-powered-by');
  app.use(requestId);
  app.get('/metrics', metricsPage(metrics, exportJobs));
  app.all('/metrics', refuseMethod(['GET']));
  app.use(unknownRoute);
  app.use(errorHandler(logger));
  return app;
}
