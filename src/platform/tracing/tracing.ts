import type { Telemetry } from 'bullmq';
import type { Logger } from 'pino';

/** What the program itself does for traces; the spans of requests, statements and calls come by themselves. */
export interface Tracing {
  /** Returns the ids of the active span, for a line of the log. */
  logFields?: () => object;
  /** BullMQ's option of this name: a job carries the trace of the change that it is for. */
  telemetry?: Telemetry;
  /** Returns the active span as a `traceparent`, or undefined. */
  findTraceparent?: () => string | undefined;
  /** Runs something as part of a trace that was stored; without one, outside of any trace. */
  inTrace<T>(traceparent: string | null | undefined, run: () => T): T;
  /** The same, as a span of its own. It begins a trace if none was stored. */
  inSpan<T>(name: string, traceparent: string | null | undefined, run: () => Promise<T>): Promise<T>;
  /** Logs when spans cannot be sent. */
  reportTo(logger: Logger): void;
  /** Sends the spans that are left, for at most a second. */
  close(): Promise<void>;
}

export const NO_TRACING: Tracing = {
  inTrace: (_traceparent, run) => run(),
  inSpan: (_name, _traceparent, run) => run(),
  reportTo: () => undefined,
  close: async () => undefined,
};
