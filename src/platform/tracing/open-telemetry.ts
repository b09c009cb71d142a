import { setTimeout as sleep } from 'node:timers/promises';
import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type TextMapGetter,
} from '@opentelemetry/api';
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  defaultResource,
  detectResources,
  envDetector,
  hostDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { BullMQOtel } from 'bullmq-otel';
import type { Config } from '../config.ts';
import { createFailureLog } from '../http/failure-log.ts';
import { RELEASE_VERSION } from '../release-version.ts';
import { instrument } from './instrument.ts';
import { createSampler } from './sampler.ts';
import type { Tracing } from './tracing.ts';

const CLOSE_MS = 1_000;

/**
 * Takes `traceparent` alone. What strangers put into `tracestate` or `baggage` would be passed on to engines, upstreams and
 * receivers of webhooks.
 */
class TraceparentPropagator extends W3CTraceContextPropagator {
  override extract(into: Context, carrier: unknown, getter: TextMapGetter): Context {
    return super.extract(into, carrier, {
      keys: (from) => getter.keys(from),
      get: (from, key) => (key === 'traceparent' ? getter.get(from, key) : undefined),
    });
  }
}

/** Starts the SDK, which reads the other `OTEL_*` settings from the environment by itself. */
export function startOpenTelemetry(
  service: string,
  protocol: Config['OTEL_EXPORTER_OTLP_PROTOCOL'],
): Tracing {
  const exporter = protocol === 'http/json' ? new JsonExporter() : new ProtobufExporter();
  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': service, 'service.version': RELEASE_VERSION }))
      .merge(detectResources({ detectors: [envDetector, hostDetector] })),
    sampler: createSampler(),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  provider.register({ propagator: new TraceparentPropagator() });
  instrument();
  const tracer = trace.getTracer('factshelf');
  const continueTrace = (traceparent: string | null | undefined) =>
    propagation.extract(ROOT_CONTEXT, { traceparent: traceparent ?? undefined });
  return {
    logFields() {
      const ids = trace.getActiveSpan()?.spanContext();
      return ids ? { trace_id: ids.traceId, span_id: ids.spanId } : {};
    },
    telemetry: new BullMQOtel({ version: RELEASE_VERSION }),
    findTraceparent() {
      const carrier: { traceparent?: string } = {};
      propagation.inject(context.active(), carrier);
      return carrier.traceparent;
    },
    inTrace: (traceparent, run) => context.with(continueTrace(traceparent), run),
    inSpan: async (name, traceparent, run) =>
      await tracer.startActiveSpan(
        name,
        { kind: SpanKind.CONSUMER },
        continueTrace(traceparent),
        async (span) => {
          try {
            return await run();
          } catch (error) {
            span.setStatus({ code: SpanStatusCode.ERROR });
            throw error;
          } finally {
            span.end();
          }
        },
      ),
    reportTo(logger) {
      const failures = createFailureLog(logger);
      setGlobalErrorHandler((error) => failures.report('warn', 'spans cannot be sent', error));
    },
    async close() {
      await Promise.race([provider.shutdown(), sleep(CLOSE_MS, undefined, { ref: false })]);
    },
  };
}
