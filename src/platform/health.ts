import { timeout, TimeoutStrategy } from 'cockatiel';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { reasonOf } from './error-code.ts';
import { RELEASE_VERSION } from './release-version.ts';

/** Liveness probe: answers 200 and checks no other service. */
export function healthz(startedAt = Date.now()): RequestHandler {
  return (_request, response) => {
    response.set('Cache-Control', 'no-store').json({
      status: 'ok',
      version: RELEASE_VERSION,
      uptime_s: Math.floor((Date.now() - startedAt) / 1_000),
    });
  };
}

export interface ReadinessCheck<Found = unknown> {
  name: string;
  /** Without a required part the process cannot serve; without an optional one it is degraded. */
  required: boolean;
  run(): Promise<Found>;
  /** Adds a member to the response under the check's name, unless undefined. */
  detail?(found: Found): object | undefined;
  /** Throws when the result of `run` is unhealthy. */
  judge?(found: Found): void;
}

/** Probes run every few seconds. A change is logged at once, a lasting failure once a minute. */
const LOG_EVERY_MS = 60_000;
const patience = timeout(1_000, TimeoutStrategy.Aggressive);

/**
 * Readiness probe: 503 if a required part is down or the process is stopping; else 200, `degraded` without an
 * optional part.
 */
export function readyz(checks: ReadinessCheck[], isStopping: () => boolean, logger: Logger): RequestHandler {
  const failureLoggedAt = new Map<string, number>();
  const startedAt = performance.now();
  const passed = new Set<string>();
  const report = ({ name, required }: ReadinessCheck, failure?: unknown) => {
    const loggedAt = failureLoggedAt.get(name);
    if (failure === undefined) {
      passed.add(name);
      if (failureLoggedAt.delete(name)) logger.info({ check: name }, 'readiness check passes again');
    } else if (loggedAt === undefined || performance.now() - loggedAt > LOG_EVERY_MS) {
      failureLoggedAt.set(name, performance.now());
      // An optional part may start after this process: the indexer makes the index.
      const isStarting = !required && !passed.has(name) && performance.now() - startedAt < LOG_EVERY_MS;
      const said = { check: name, reason: reasonOf(failure) };
      if (isStarting) logger.info(said, 'not ready yet');
      else logger.warn(said, 'readiness check failed');
    }
  };
  return async (_request, response) => {
    const results = await Promise.all(
      checks.map(async (check) => {
        let detail: object | undefined;
        try {
          const found = await patience.execute(() => check.run());
          detail = check.detail?.(found);
          check.judge?.(found);
          report(check);
          return { check, ok: true, detail };
        } catch (error) {
          report(check, error);
          return { check, ok: false, detail };
        }
      }),
    );
    const broken = isStopping() || results.some(({ check, ok }) => check.required && !ok);
    response
      .status(broken ? 503 : 200)
      .set('Cache-Control', 'no-store')
      .json({
        status: isStopping()
          ? 'stopping'
          : broken
            ? 'unavailable'
            : results.every(({ ok }) => ok)
              ? 'ok'
              : 'degraded',
        checks: Object.fromEntries(
          results.map(({ check, ok }) => [
            check.name,
            ok ? 'ok' : check.required ? 'unavailable' : 'degraded',
          ]),
        ),
        ...Object.fromEntries(results.flatMap(({ check, detail }) => (detail ? [[check.name, detail]] : []))),
      });
  };
}
