import type { Config } from '../config.ts';
import { NO_TRACING, type Tracing } from './tracing.ts';

/**
 * Starts traces if there is a collector to send them to; else no module of the SDK is loaded. Call it before anything
 * connects or listens: it patches Node's `http` and the client of Postgres.
 */
export async function startTracing(service: string, config: Config): Promise<Tracing> {
  if (config.OTEL_EXPORTER_OTLP_ENDPOINT === undefined || config.OTEL_SDK_DISABLED) return NO_TRACING;
  const { startOpenTelemetry } = await import('./open-telemetry.ts');
  return startOpenTelemetry(service, config.OTEL_EXPORTER_OTLP_PROTOCOL);
}
