import type { Server } from 'node:http';
import express, { type Express } from 'express';
import type { Logger } from 'pino';
import { healthz, readyz, type ReadinessCheck } from '../src/health.ts';
import { errorHandler, unknownRoute } from '../src/http/error-handler.ts';
import { createHttpServer, listen } from '../src/http/server/http-server.ts';
import { requestId } from '../src/http/request-id.ts';
import { metricsPage } from '../src/metrics.ts';
import type { IndexerMetrics } from './indexer-metrics.ts';

interface StatusOptions {
  metrics: IndexerMetrics;
  checks: ReadinessCheck[];
  isStopping: () => boolean;
  logger: Logger;
}

/** What tells others how the indexer is: /healthz, /readyz, /metrics. */
function createStatusApp({ metrics, checks, isStopping, logger }: StatusOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  app.use(requestId);
  app.get('/healthz', healthz());
  app.get('/readyz', readyz(checks, isStopping, logger));
  app.get('/metrics', metricsPage(metrics));
  app.use(unknownRoute);
  app.use(errorHandler(logger));
  return app;
}

/** Serves them. A port that cannot be had is logged and done without: the index matters more than its status. */
export async function serveStatus(
  options: StatusOptions,
  port: number,
  host: string,
): Promise<Server | undefined> {
  const server = createHttpServer(createStatusApp(options));
  try {
    await listen(server, port, host);
    options.logger.info({ host, port }, 'status pages');
    return server;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    options.logger.warn({ reason }, 'no status pages: INDEXER_PORT cannot be listened on');
    return undefined;
  }
}
