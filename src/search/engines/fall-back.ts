import { TaskCancelledError, timeout, TimeoutStrategy } from 'cockatiel';
import type { Logger } from 'pino';
import type { Metrics } from '../../platform/metrics.ts';
import type { HandOverReason } from '../explain/explanation-contract.ts';
import { createProbedBreaker } from '../../platform/probed-breaker.ts';
import {
  isCode,
  needsPostgres,
  type EnginePage,
  type EngineQuery,
  type FirstEngine,
  type SearchEngine,
} from '../search-engine.ts';
import { shareSlots } from '../../platform/share-slots.ts';
import { ANSWER_MS, ENGINE_SLOTS, ENOUGH_MS, PATIENCE_MS } from '../search-limits.ts';

/** The caller's abort is not a failure of the engine. */
const CALLER_LEFT = new Error('the caller has left');

export interface FallingBackEngine extends SearchEngine {
  close(): void;
}

/**
 * Returns an engine that asks `first`, and Postgres when `first` hands a search over, fails, or takes longer than
 * `PATIENCE_MS`. Codes of four digits or more, and lists with another order than relevance, go to Postgres at once.
 *
 * After three failures in a row all searches, including waiting ones, go to Postgres. Each second the latest search
 * probes `first`, until that succeeds.
 *
 * `first` runs four searches at a time, three of one caller, to leave processors for barcode lookups. Other searches
 * wait in a queue; when it is full a caller gets 503, never an empty page.
 */
export function fallBackTo(
  postgres: SearchEngine,
  first: FirstEngine,
  metrics: Metrics,
  logger: Logger,
): FallingBackEngine {
  const inTurn = shareSlots(ENGINE_SLOTS);
  const limit = timeout(PATIENCE_MS, TimeoutStrategy.Aggressive);
  let latest: EngineQuery | undefined;
  const asking = new Set<() => void>();

  const ask = async (query: EngineQuery, signal?: AbortSignal): Promise<EnginePage | undefined> => {
    const given = new AbortController();
    const giveUp = () => given.abort();
    signal?.addEventListener('abort', giveUp);
    asking.add(giveUp);
    try {
      return await limit.execute(({ signal: limited }) => first.search(query, limited), given.signal);
    } catch (error) {
      throw signal?.aborted ? CALLER_LEFT : error;
    } finally {
      signal?.removeEventListener('abort', giveUp);
      asking.delete(giveUp);
    }
  };

  const breaker = createProbedBreaker({
    name: 'search_engine',
    // The probe is a search: an engine may report that it is healthy and still answer no search.
    probe: async () => latest && (await ask(latest)),
    isFailure: (error) => error !== CALLER_LEFT,
    onOpen() {
      logger.warn(`${first.name} fails: the Postgres engine answers searches`);
      for (const giveUp of asking) giveUp();
    },
    onClose: () => logger.info(`${first.name} answers searches again`),
    metrics,
  });

  const noteHandOver = (query: EngineQuery, reason: HandOverReason): void => {
    metrics.searchHandOvers.inc({ reason: reason.replace('_', ' ') });
    query.noteHandOver?.(reason);
  };
  const withDeadline = (query: EngineQuery): EngineQuery => ({
    ...query,
    dueAt: performance.now() + ENOUGH_MS,
    noteHandOver: (reason) => noteHandOver(query, reason),
  });

  const askFirst = async (query: EngineQuery, signal: AbortSignal): Promise<EnginePage | undefined> =>
    await inTurn(
      query.caller,
      async () => {
        // Also set by searches that skip the engine: the probe must not stay a search that the engine cannot do.
        latest = query;
        if (breaker.isOpen()) {
          metrics.searchFallbacks.inc({ reason: 'not_tried' });
          query.noteHandOver?.('not_tried');
          return undefined;
        }
        try {
          return await breaker.execute(() => ask(withDeadline(query), signal));
        } catch (error) {
          if (signal.aborted) throw error;
          const reason = reasonOf(error);
          metrics.searchFallbacks.inc({ reason });
          query.noteHandOver?.(reason);
          if (isOwnBug(error)) {
            metrics.searchBugs.inc();
            logger.error({ err: error }, 'a bug of the first engine: Postgres answers this search');
          } else {
            logger.debug({ err: error }, 'search falls back to Postgres');
          }
          return undefined;
        }
      },
      signal,
    );

  return {
    name: first.name,
    async search(query, signal) {
      if (needsPostgres(query)) {
        noteHandOver(query, isCode(query) ? 'barcode' : 'order');
        return await postgres.search(query, signal);
      }
      const dueAt = performance.now() + ANSWER_MS;
      return (await askFirst(query, signal)) ?? (await postgres.search({ ...query, dueAt }, signal));
    },
    close: () => breaker.close(),
  };
}

/** Returns whether JavaScript threw the error because of a bug in this program. Failures of the engine are other errors. */
function isOwnBug(error: unknown): boolean {
  return error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError;
}

function reasonOf(error: unknown): 'bug' | 'slow' | 'failed' {
  if (isOwnBug(error)) return 'bug';
  return error instanceof TaskCancelledError ? 'slow' : 'failed';
}
