import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { Registry } from '@prometheus-io/client';
import { parse, stringify } from 'yaml';
import { createIndexerMetrics } from '../../../indexer/indexer-metrics.ts';
import { measureDumps, measureReviewQueue } from '../../../src/platform/metrics.ts';
import { hasPrometheus } from '../../faults/servers/own-prometheus.ts';
import { ALERTS, PANELS, VARIABLES } from '../../support/observability.ts';

test('every alert has a section of its own in the runbook, and every section an alert', () => {
  const runbook = readFileSync(new URL('../../../docs/runbook.md', import.meta.url), 'utf8');
  const sections = [...runbook.matchAll(/^### (Factshelf\w+)$/gm)].map(([, name]) => name);
  expect(new Set(sections)).toEqual(new Set(ALERTS.map(({ alert }) => alert)));
});

const hasAmtool = spawnSync('amtool', ['--version']).status === 0;

test.runIf(hasAmtool)('Alertmanager takes its file, and wakes somebody for pages alone', () => {
  const file = new URL('../../../observability/alertmanager.yml', import.meta.url).pathname;
  const receiverOf = (severity: string) =>
    spawnSync('amtool', ['config', 'routes', 'test', `--config.file=${file}`, `severity=${severity}`], {
      encoding: 'utf8',
    }).stdout.trim();
  expect(spawnSync('amtool', ['check-config', file]).status).toBe(0);
  expect([receiverOf('page'), receiverOf('ticket')]).toEqual(['page', 'ticket']);
});

test('Compose gives both receivers the address of .env, and changes nothing without one', () => {
  const root = new URL('../../../', import.meta.url).pathname;
  const { services } = parse(readFileSync(`${root}docker-compose.yml`, 'utf8'), { merge: true }) as {
    services: { alertmanager: { command: [string] } };
  };
  const folder = mkdtempSync(path.join(tmpdir(), 'factshelf-alertmanager-'));
  const script = services.alertmanager.command[0]
    .replaceAll('$$', '$')
    .replaceAll('/etc/alertmanager/', `${root}observability/`)
    .replaceAll('/tmp/', `${folder}/`)
    .replace(/exec alertmanager --config.file=(\S+).*/, 'cat $1');
  const receiversFor = (address: string) => {
    const { status, stdout } = spawnSync('sh', ['-euc', script], {
      env: { PATH: process.env['PATH'], ALERT_WEBHOOK_URL: address },
      encoding: 'utf8',
    });
    expect(status).toBe(0);
    return (parse(stdout) as { receivers: object[] }).receivers;
  };
  try {
    expect(receiversFor('')).toEqual([{ name: 'page' }, { name: 'ticket' }]);
    const address = 'https://pager.example.org/hooks?a=1&b=|2\\';
    const webhook_configs = [{ url_file: `${folder}/webhook-url` }];
    expect(receiversFor(address)).toEqual([
      { name: 'page', webhook_configs },
      { name: 'ticket', webhook_configs },
    ]);
    expect(readFileSync(`${folder}/webhook-url`, 'utf8')).toBe(address);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('docs/alerts.md lists every alert with what it does to people', () => {
  const page = readFileSync(new URL('../../../docs/alerts.md', import.meta.url), 'utf8');
  const listed = [...page.matchAll(/^\| \[`(Factshelf\w+)`\]\(runbook\.md#(\w+)\) +\| (\w+) /gm)];
  expect(listed.map(([, alert, anchor, severity]) => [alert, anchor, severity])).toEqual(
    ALERTS.map(({ alert, labels }) => [alert, alert.toLowerCase(), labels.severity]),
  );
});

test('the dashboard names its own variables only', () => {
  const known = [...VARIABLES.map(({ name }) => name), '__rate_interval'];
  for (const { expr, title } of PANELS)
    for (const [, name] of expr.matchAll(/\$(\w+)/g)) expect(known, title).toContain(name);
  for (const { name } of VARIABLES) expect(PANELS.some(({ expr }) => expr.includes(`$${name}`))).toBe(true);
});

test.runIf(hasPrometheus)('Prometheus can read what the panels ask', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'factshelf-panels-'));
  const file = path.join(folder, 'panels.yml');
  const rules = PANELS.map(({ expr }, n) => ({
    record: `panel:${n}`,
    expr: expr.replaceAll('$__rate_interval', '1m').replaceAll(/\$\w+/g, '.*'),
  }));
  try {
    writeFileSync(file, stringify({ groups: [{ name: 'panels', rules }] }));
    const { status, stderr } = spawnSync('promtool', ['check', 'rules', file], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('an indexer that has not looked yet says nothing of a rebuild, and counts from 0', async () => {
  const text = await createIndexerMetrics().registry.metrics();
  expect(text).not.toMatch(/^factshelf_index_rebuild_progress/m);
  // `increase()` of a series that begins with 1 is 0.
  expect(text).toContain('factshelf_index_rebuilds_total{outcome="failed"} 0\n');
});

test('the review queue is shown by source beside its caps, and not at all while nobody can count', async () => {
  const most = { public: 10, backflow: 20 };
  const registry = new Registry();
  const counted = { public: 3, backflow: 7 };
  measureReviewQueue(
    registry,
    most,
    async () => counted,
    async () => ({ public: 60, backflow: 0 }),
  );
  const text = await registry.metrics();
  expect(text).toContain('factshelf_submissions_pending{source="backflow"} 7\n');
  expect(text).toContain('factshelf_submissions_pending_cap{source="public"} 10\n');
  expect(text).toContain('factshelf_submissions_oldest_pending_seconds{source="public"} 60\n');
  const silent = new Registry();
  const fail = () => Promise.reject(new Error('away'));
  measureReviewQueue(silent, most, fail, fail);
  expect(await silent.metrics()).not.toMatch(/factshelf_submissions_(pending|oldest_pending_seconds)\{/);
});

test('gauges of one measurement show the same moment, and nothing while it fails', async () => {
  const registry = new Registry();
  let isAway = false;
  measureDumps(registry, async () => {
    if (isAway) throw new Error('away');
    return { ageSeconds: 60, products: 7, bytes: 512, lastState: 'published' };
  });
  const first = await registry.metrics();
  expect(first).toContain('factshelf_dump_products 7\n');
  expect(first).toContain('factshelf_dump_age_seconds 60\n');
  isAway = true;
  expect(await registry.metrics()).not.toMatch(/^factshelf_dump_/m);
});
