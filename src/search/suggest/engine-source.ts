import type { Logger } from 'pino';
import type { Db } from '../../platform/db/client.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { createProbedBreaker } from '../../platform/probed-breaker.ts';
import { PROPOSE_MS, SPARE_PROPOSALS } from '../search-limits.ts';
import type { FindCandidates, Proposal, Proposer } from './find-candidates.ts';
import { readProposed } from './suggest-store.ts';

interface EngineSource {
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
 * Returns a source of candidates from a search engine. Postgres supplies their current names and product counts, and
 * drops deleted ones. An engine that failed three times in a row is only probed, each second, until it answers.
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
      return await readProposed(db, pickProposals(proposals, typed, wanted));
    },
    close() {
      breaker.close();
      proposer.close();
    },
  };
}

/** Returns the requested number of products and a few more, because some may be gone. Names that begin with the text come first. */
function pickProposals(proposals: readonly Proposal[], typed: readonly string[], wanted: number): Proposal[] {
  const beginning = typed.join(' ');
  const products = proposals
    .filter(({ type }) => type === 'product')
    .map((product) => ({ product, begins: product.text.startsWith(beginning) }))
    .toSorted((a, b) => Number(b.begins) - Number(a.begins))
    .map(({ product }) => product);
  const others = proposals.filter(({ type }) => type !== 'product');
  return [...products.slice(0, wanted + SPARE_PROPOSALS), ...others];
}
