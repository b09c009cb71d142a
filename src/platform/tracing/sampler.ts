import { SpanKind, trace, TraceFlags, type Context } from '@opentelemetry/api';
import { NodeTracerProvider, SamplingDecision, type Sampler } from '@opentelemetry/sdk-trace-node';

/** The kinds of span that may begin a trace: requests, and jobs. What loops ask for in the background does not. */
const BEGINNINGS = new Set([SpanKind.SERVER, SpanKind.PRODUCER, SpanKind.CONSUMER]);

/**
 * Returns the sampler of `OTEL_TRACES_SAMPLER`, but for two things. It is asked once for each trace, where the trace
 * enters the service, and later spans follow. And it is asked with an id of our own: a caller's `traceparent` gives the
 * trace its id, while neither its flag nor that id can have a request recorded, or kept from being recorded.
 */
export function createSampler(): Sampler {
  // A provider without `sampler` takes that of the environment. Its spans go nowhere.
  const tracer = new NodeTracerProvider().getTracer('sampler');
  const isRecorded = (context: Context, kind: SpanKind) => {
    const parent = trace.getSpanContext(context);
    const isFromCaller = parent?.isRemote === true && kind === SpanKind.SERVER;
    if (parent && !isFromCaller) return (parent.traceFlags & TraceFlags.SAMPLED) !== 0;
    if (!BEGINNINGS.has(kind)) return false;
    return tracer.startSpan('', { root: true }).isRecording();
  };
  return {
    shouldSample: (context, _traceId, _name, kind) => ({
      decision: isRecorded(context, kind) ? SamplingDecision.RECORD_AND_SAMPLED : SamplingDecision.NOT_RECORD,
    }),
    toString: () => 'Factshelf',
  };
}
