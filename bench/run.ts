import { runFile, runListed } from '../test/support/run-listed.ts';

/** `npm run bench -- <name>`. Each takes `--help`, except `http` and `routes`. */
runListed('bench', {
  search: {
    does: 'Searches per second and their latency, beside Meilisearch alone and Postgres',
    command: runFile('bench/search/main.ts'),
  },
  facets: {
    does: 'Facets and orders: whether they agree with SQL, and what they cost',
    command: runFile('bench/facets/main.ts'),
  },
  suggest: {
    does: 'Suggestions while names are typed letter by letter',
    command: runFile('bench/suggest/main.ts'),
  },
  reads: {
    does: 'Lookups, lists and details beside a bare handler on the same database',
    command: runFile('bench/reads/main.ts'),
  },
  http: {
    does: 'The path of a request alone: calls per second without a database',
    command: runFile('bench/http.ts'),
  },
  routes: {
    does: 'Cost of each public route and each refusal, in lookups',
    command:
      'vitest run --project short test/integration/http/route-costs.test.ts test/integration/http/refusal-costs.test.ts',
    env: { ROUTE_COSTS: 'true' },
  },
  coverage: {
    does: 'Rows of an Open Food Facts export that have each fact, before and after the mapping',
    command: runFile('bench/import/count-coverage.ts'),
  },
  labels: {
    does: 'Foods of an export that pass each label filter, and whose ingredients are understood',
    command: runFile('bench/import/count-labels.ts'),
  },
  pages: { does: 'Pages for people per second', command: runFile('bench/pages/main.ts') },
  freshness: {
    does: 'Seconds from an approval to the search that finds the product, under load',
    command: runFile('bench/freshness/main.ts'),
  },
  feed: {
    does: 'Products per second of the change feed, and the delay of a change',
    command: runFile('bench/feed/main.ts'),
  },
  follow: {
    does: 'Products per second that an empty follower takes from a dump and from the feed',
    command: runFile('bench/follow/main.ts'),
  },
  review: {
    does: 'Approvals one after the other, and races of approvals and rejections',
    command: runFile('bench/review.ts'),
  },
  queue: {
    does: 'Counts and lists of a review queue of a million submissions',
    command: runFile('bench/start-queue-bench.ts'),
  },
  load: {
    does: 'A service that is running, by its address: searches, lookups and suggestions for minutes',
    command: runFile('bench/load/main.ts'),
  },
});
