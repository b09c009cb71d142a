import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';

const read = (file: string) => readFileSync(new URL(`../../observability/${file}`, import.meta.url), 'utf8');

const rule = z.union([
  z.object({
    alert: z.string(),
    labels: z.object({ severity: z.enum(['page', 'ticket']) }),
    expr: z.string(),
    annotations: z.object({ summary: z.string(), runbook_url: z.string() }),
  }),
  z.object({ record: z.string(), expr: z.string() }),
]);

const { groups } = z
  .object({ groups: z.array(z.object({ rules: z.array(rule) })) })
  .parse(parse(read('alerts.yml')));
const rules = groups.flatMap((group) => group.rules);

/** The alerts of observability/alerts.yml. */
export const ALERTS = rules.flatMap((one) => ('alert' in one ? [one] : []));
/** Its recording rules. */
export const RECORDED = rules.flatMap((one) => ('record' in one ? [one] : []));

const dashboard = z
  .object({
    templating: z.object({ list: z.array(z.object({ name: z.string(), definition: z.string() })) }),
    panels: z.array(
      z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).optional() }),
    ),
  })
  .parse(JSON.parse(read('grafana/dashboards/factshelf.json')));

export const VARIABLES = dashboard.templating.list;
/** Returns the queries of the dashboard's panels. */
export const PANELS = dashboard.panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr }) => ({ title, expr })),
);
