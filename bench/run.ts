import { runFile, runListed } from '../test/support/run-listed.ts';

/** `npm run bench -- <name>`. Each but `routes` takes `--help`. */
runListed('bench', {
  search: {
    does: 'Searches of every kind, in names and in all labels: rate, latency, processor time; beside Meilisearch alone. Index speed',
    command: runFile('bench/search.ts'),
  },
  facets: { does: 'What facets and orders add to a search', command: runFile('bench/facets.ts') },
  suggest: {
    does: 'Suggestions while names are typed letter by letter',
    command: runFile('bench/suggest.ts'),
  },
  reads: {
    does: 'Lookups, lists, plain searches and what traces cost, beside a bare handler on the same database',
    command: runFile('bench/reads.ts'),
  },
  routes: {
    does: 'Cost of each public route and each refusal, in lookups',
    command:
      'vitest run --project short test/integration/http/route-costs.test.ts test/integration/http/refusal-costs.test.ts',
    env: { ROUTE_COSTS: 'true' },
  },
  freshness: {
    does: 'Approvals: how soon they are answered, and found by a search, beside searches and an import',
    command: runFile('bench/freshness.ts'),
  },
  labels: {
    does: 'Foods of an export that pass each label filter, and whose ingredients are understood',
    command: runFile('bench/count-labels.ts'),
  },
  load: {
    does: 'A service that is running, by its address: searches, lookups and suggestions for minutes',
    command: runFile('bench/load/main.ts'),
  },
});
