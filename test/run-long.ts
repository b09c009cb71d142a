import { runFile, runListed } from './support/run-listed.ts';

/** Sockets, streams, compression, processes and Unicode are Node's; the other tests wait for Postgres and engines. */
const DEPENDS_ON_NODE = [
  'test/unit',
  'test/console/unit',
  ...['cli', 'dumps', 'embedded', 'http', 'mcp', 'pictures', 'webhooks'].map(
    (room) => `test/integration/${room}`,
  ),
];

/** `npm run test:long -- <name>`: what takes minutes, needs more than `npm ci` brings, or asks another's program. */
runListed('test:long', {
  rest: {
    does: 'Every test that `npm test` leaves out: starts, faults, console (10 minutes)',
    command: 'vitest run --project long --project alone',
  },
  node22: {
    does: 'Tests that depend on Node, on the oldest that is supported',
    command: `npx --yes --package=node@22.12.0 -- vitest run --project short ${DEPENDS_ON_NODE.join(' ')}`,
  },
  opensearch: {
    does: 'Tests of search, index and suggestions with OpenSearch in place of Meilisearch',
    command:
      'vitest run --project short test/integration/search test/integration/index test/integration/suggest test/integration/quality/quality-recompute test/integration/http/recorded-answers',
    env: { TEST_SEARCH_ENGINE: 'opensearch' },
  },
  ledger: {
    does: 'Random writes for five minutes, compared with a model of feed, index and webhooks',
    command: 'vitest run test/faults/model/change-ledger.test.ts',
    env: { LEDGER_SECONDS: '300' },
  },
  week: {
    does: 'A week of daily changes, made of the real exports in EXPORTS_DIR, with kills',
    command: 'vitest run --project long test/faults/upstreams/replayed-week.test.ts',
  },
  faults: {
    does: 'Breaks real servers under load and compares what happens with docs/faults.md',
    command: runFile('test/faults/run-scenarios.ts'),
  },
  abuse: {
    does: 'Does what a stranger could, and measures whom it harms',
    command: `${runFile('test/faults/run-scenarios.ts')} --kind A`,
  },
  descriptions: {
    does: 'Schemathesis: made-up input to every described operation',
    command: runFile('test/faults/drills/fuzz-descriptions.ts'),
  },
  clients: {
    does: 'Both generated clients, installed from their packages',
    command: 'vitest run --config test/clients/vitest.config.ts',
  },
  images: { does: 'The image and Compose, by Podman', command: 'bash test/deploy/images/check-images.sh' },
  'images-opensearch': {
    does: 'Compose with OpenSearch, by Podman',
    command: 'bash test/deploy/images/check-opensearch.sh',
  },
  chart: {
    does: 'The Helm chart, installed and upgraded, against the schemas of Kubernetes',
    command: 'bash test/deploy/chart/check-chart.sh',
  },
  pods: { does: 'The pods of the chart, by Podman', command: 'bash test/deploy/chart/check-pods.sh' },
  units: { does: 'The systemd units', command: 'bash test/deploy/systemd/check-units.sh' },
  upgrade: {
    does: 'An upgrade from the last release and the way back, under load',
    command: 'bash test/deploy/upgrade/check-upgrade.sh',
  },
  proxy: {
    does: 'The examples for nginx, HAProxy and Caddy',
    command: runFile('test/deploy/proxy/check-proxies.ts'),
  },
  'scan-peers': {
    does: 'Scans read by this service and by biip (PyPI)',
    command: runFile('test/peers/compare-scans.ts'),
  },
  'dump-peers': {
    does: 'A dump read by pyarrow and DuckDB, and by SQL',
    command: runFile('test/peers/compare-dumps.ts'),
  },
  'webhook-peers': {
    does: 'Signatures checked by the libraries of Standard Webhooks',
    command: runFile('test/peers/verify-webhooks.ts'),
  },
  allergens: {
    does: 'Foods of an export that pass a label filter and still name what it excludes',
    command: runFile('test/peers/allergens/compare-allergens.ts'),
  },
  'page-shots': {
    does: 'Pictures of the pages, in .data/shots',
    command: 'vitest run --project sample test/pages/page-shots.test.ts',
    env: { PAGE_SHOTS: 'true' },
  },
});
