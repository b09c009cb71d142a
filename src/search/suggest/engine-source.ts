import type { Logger } from 'pino';
import type { Db } from '../../db/client.ts';
import type { Metrics } from '../../metrics.ts';
import { createProbedBreaker } from '../../probed-breaker.ts';
import { PROPOSE_MS } from '../search-limits.ts';
import { chooseNearest } from './choose-suggestions.ts';
import type { FindCandidates, Proposal, Proposer } from './find-candidates.ts';
import { readProposed } from './suggest-store.ts';

export interface EngineSource {
  find: FindCandidates;
  close(): void;
}

interface EngineSourceDependencies {
  db: Db;
  proposer: Proposer;
  metrics: Metrics;
  logger: Logger;
}

/**
 * Finds candidates with a search engine. Postgres says what they are called now, how many products they have, and drops those
 * that are gone. An engine that failed three times in a row is probed each second and not asked until it answers.
 */
export function createEngineSource({
  db,
  proposer,
  metrics,
  logger,
}: EngineSourceDependencies): EngineSource {
  const breaker = createProbedBreaker({
    name: 'suggestions',
    probe: () => proposer.propose(['a'], ['brand', 'product'], 1, AbortSignal.timeout(PROPOSE_MS)),
    metrics,
  });
  return {
    async find(typed, types, wanted) {
      if (breaker.isOpen()) return undefined;
      let proposals: Proposal[];
      try {
        proposals = await breaker.execute(() =>
          proposer.propose(typed, types, wanted, AbortSignal.timeout(PROPOSE_MS)),
        );
      } catch (error) {
        logger.debug({ err: error }, 'suggestions fall back to Postgres');
        return undefined;
      }
      // Twice as many as are shown: some are gone, or are called something else by now.
      const nearest = chooseNearest(proposals, typed, 2 * wanted).map(({ candidate }) => candidate);
      return await readProposed(db, nearest);
    },
    close() {
      breaker.close();
      proposer.close();
    },
  };
}
