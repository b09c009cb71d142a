import type { Logger } from 'pino';
import type { AskUpstream } from '../catalog/barcodes/find-by-codes.ts';
import type { Config } from '../platform/config.ts';
import type { Db } from '../platform/db/client.ts';
import type { Metrics } from '../platform/metrics.ts';
import { createResolver } from '../platform/outbound/guarded-agent.ts';
import { keepInStep } from './files/keep-in-step.ts';
import { readUpstreamSettings, type UpstreamSettings } from './known-upstreams.ts';
import { createUpstreamAsker } from './lookups/ask-upstream.ts';
import { measureUpstreams } from './measure-upstreams.ts';
import { listUpstreams } from './upstream-store.ts';

export interface Upstreams {
  settings: UpstreamSettings;
  /** Undefined if no upstream is asked for unknown barcodes. */
  ask: AskUpstream | undefined;
  /** Begins to look for sources that are due. */
  keepInStep(): void;
  close(): Promise<void>;
}

/**
 * Opens what an API process does with upstreams, as the settings say.
 * @throws {ConfigError} SOURCES names an unknown source
 */
export function openUpstreams(
  config: Config,
  databaseUrl: string,
  { db, metrics, logger }: { db: Db; metrics: Metrics; logger: Logger },
): Upstreams {
  const settings = readUpstreamSettings(config);
  measureUpstreams(metrics.registry, () => listUpstreams(db, settings));
  const asker =
    config.LOOKUP_UPSTREAM === undefined
      ? undefined
      : createUpstreamAsker({
          db,
          address: config.LOOKUP_UPSTREAM,
          sourceCode: config.LOOKUP_UPSTREAM_SOURCE,
          perMinute: config.LOOKUP_UPSTREAM_PER_MINUTE,
          guard: { permitted: config.SOURCES_ALLOWED_NETWORKS ?? [], resolve: createResolver() },
          metrics,
          logger,
        });
  let keeper: ReturnType<typeof keepInStep> | undefined;
  return {
    settings,
    ask: asker?.ask,
    keepInStep() {
      keeper = keepInStep({ db, databaseUrl, settings, logger });
    },
    close: async () => void (await Promise.all([keeper?.close(), asker?.close()])),
  };
}
