import express, { type Express } from 'express';
import type { Logger } from 'pino';
import { healthz, readyz, type ReadinessCheck } from '../src/platform/health.ts';
import { errorHandler, unknownRoute } from '../src/platform/http/error-handler.ts';
import { refuseMethod } from '../src/platform/http/mount-routes.ts';
import { requestId } from '../src/platform/http/requests/request-id.ts';
import { metricsPage } from '../src/platform/scrapes/metrics-page.ts';
import type { IndexerMetrics } from './indexer-metrics.ts';

interface StatusOptions {
  metrics: IndexerMetrics;
  checks: ReadinessCheck[];
  isStopping: () => boolean;
  logger: Logger;
}

/** Serves the indexer's /healthz, /readyz and /metrics. */
export function createStatusApp({ metrics, checks, isStopping, logger }: StatusOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  app.use(requestId);
  app.get('/healthz', healthz());
  app.get('/readyz', readyz(checks, isStopping, logger));
  app.get('/metrics', metricsPage(metrics));
  app.all(['/healthz', '/readyz', '/metrics'], refuseMethod(['GET']));
  app.use(unknownRoute);
  app.use(errorHandler(logger));
  return app;
}
