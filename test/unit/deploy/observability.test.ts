import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Registry } from 'prom-client';
import { parse } from 'yaml';
import { z } from 'zod';
import { createIndexerMetrics } from '../../../indexer/indexer-metrics.ts';
import { countReplicaReads, measureReplica } from '../../../src/platform/db/replica/replica-health.ts';
import { measureFollow } from '../../../src/follow/follow-health.ts';
import {
  createMetrics,
  measureChangeFeed,
  measureDumps,
  measureIndexLag,
  measurePools,
  measureReviewQueue,
  measureWebhooks,
} from '../../../src/platform/metrics.ts';

const read = (file: string) => readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');

const { groups } = z
  .object({
    groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string(), expr: z.string() })) })),
  })
  .parse(parse(read('observability/alerts.yml')));
const alerts = groups.flatMap(({ rules }) => rules);
const { panels } = z
  .object({
    panels: z.array(
      z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).optional() }),
    ),
  })
  .parse(JSON.parse(read('observability/grafana/dashboards/factshelf.json')));
const expressions = [
  ...alerts.map(({ alert, expr }) => [alert, expr] as const),
  ...panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const)),
];

function listMetricNames(): Set<string> {
  const registry = new Registry();
  measurePools(registry, {});
  measureChangeFeed(registry, async () => 0);
  const noDumps = { ageSeconds: undefined, lastState: undefined, products: undefined, bytes: undefined };
  measureDumps(registry, async () => noDumps);
  measureWebhooks(registry, async () => 0);
  measureFollow(registry, async () => undefined);
  countReplicaReads(registry);
  measureReplica(registry, { isUsable: () => true, lagMs: () => 0, problem: () => undefined });
  measureIndexLag(registry, async () => ({ dirty: 0, parked: 0, lagSeconds: 0 }));
  const noEntries = { public: 0, backflow: 0 };
  measureReviewQueue(registry, noEntries, async () => noEntries);
  const registries = [registry, createMetrics().registry, createIndexerMetrics().registry];
  return new Set(registries.flatMap((one) => one.getMetricsAsArray().map(({ name }) => name)));
}

test.each(expressions)('%s asks for meters that there are', (_, expr) => {
  const names = listMetricNames();
  const asked = expr.match(/factshelf_\w+/g) ?? [];
  for (const name of asked) expect(names).toContain(name.replace(/_(bucket|count|sum)$/, ''));
  expect(asked.length > 0 || expr.includes('up{')).toBe(true);
});

test('every alert has a section of its own in the runbook, and every section an alert', () => {
  const sections = [...read('docs/runbook.md').matchAll(/^### (Factshelf\w+)$/gm)].map(([, name]) => name);
  expect(new Set(sections)).toEqual(new Set(alerts.map(({ alert }) => alert)));
});

test('an indexer that has done nothing yet says so, and counts from 0', async () => {
  const text = await createIndexerMetrics().registry.metrics();
  expect(text).toContain('factshelf_index_rebuild_progress -1\n');
  // `increase()` of a series that begins with 1 is 0.
  expect(text).toContain('factshelf_index_rebuilds_total{outcome="failed"} 0\n');
});

test('the review queue is shown by source beside its caps, and not at all while nobody can count', async () => {
  const most = { public: 10, backflow: 20 };
  const registry = new Registry();
  measureReviewQueue(registry, most, async () => ({ public: 3, backflow: 7 }));
  const text = await registry.metrics();
  expect(text).toContain('factshelf_submissions_pending{source="backflow"} 7\n');
  expect(text).toContain('factshelf_submissions_pending_cap{source="public"} 10\n');
  const silent = new Registry();
  measureReviewQueue(silent, most, () => Promise.reject(new Error('away')));
  expect(await silent.metrics()).not.toContain('factshelf_submissions_pending{');
});
