import { spawnSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { startServerProcess } from '../../../src/embedded/processes/server-process.ts';
import { findServerPort } from '../../support/servers/server-port.ts';
import { ROOT } from '../../support/servers/started-program.ts';
import { waitFor } from '../../support/wait-for.ts';

/** `apt-get install prometheus` */
export const hasPrometheus = spawnSync('prometheus', ['--version']).status === 0;

const LONGEST_S = 120;

const alertsSchema = z.object({
  data: z.object({
    alerts: z.array(
      z.object({
        labels: z.record(z.string(), z.string()),
        annotations: z.record(z.string(), z.string()),
        state: z.enum(['pending', 'firing']),
      }),
    ),
  }),
});

export interface ActiveAlert {
  name: string;
  /** Pending: it would fire if it lasted. */
  isFiring: boolean;
  /** What an operator reads. */
  summary: string;
}

export interface OwnPrometheus {
  listAlerts(): Promise<ActiveAlert[]>;
  stop(): Promise<void>;
}

/**
 * A real Prometheus with the rules of `observability/alerts.yml`, which asks both processes every second.
 * `hurry`: all times in the rules are divided by it, so that a drill does not take hours.
 */
export async function startPrometheus(
  root: string,
  ports: { api: number; indexer: number },
  hurry: number,
): Promise<OwnPrometheus> {
  const dir = path.join(root, 'prometheus');
  await mkdir(dir, { recursive: true });
  const rules = await readFile(path.join(ROOT, 'observability/alerts.yml'), 'utf8');
  await writeFile(path.join(dir, 'alerts.yml'), hurryUp(rules, hurry));
  const scrape = Object.entries(ports).map(
    ([name, port]) => `{ job_name: factshelf-${name}, static_configs: [{ targets: ['127.0.0.1:${port}'] }] }`,
  );
  await writeFile(
    path.join(dir, 'prometheus.yml'),
    `global: { scrape_interval: 1s, evaluation_interval: 1s }
rule_files: [alerts.yml]
scrape_configs: [${scrape.join(', ')}]\n`,
  );
  const port = await findServerPort();
  const server = startServerProcess({
    command: 'prometheus',
    args: [
      '--config.file',
      path.join(dir, 'prometheus.yml'),
      '--storage.tsdb.path',
      path.join(dir, 'data'),
    ].concat(['--web.listen-address', `127.0.0.1:${port}`]),
    stopSignal: 'SIGTERM',
    cwd: dir,
    env: { PATH: process.env['PATH'] },
    onLine: () => undefined,
  });
  const listAlerts = async () => {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/alerts`);
    const { data } = alertsSchema.parse(await response.json());
    return data.alerts.map(({ labels, annotations, state }) => ({
      name: labels['alertname'] ?? '',
      isFiring: state === 'firing',
      summary: annotations['summary'] ?? '',
    }));
  };
  await waitFor(
    'Prometheus',
    () =>
      listAlerts().then(
        () => true,
        () => false,
      ),
    30_000,
  );
  return { listAlerts, stop: () => server.stop(5_000, 'SIGKILL') };
}

/**
 * Every `[5m]` and `for: 1m`, none longer than `LONGEST_S`: an alert about three days outlasts its cause. And 90 s for the hour
 * without a comparison, as there is one each minute.
 */
function hurryUp(rules: string, hurry: number): string {
  if (hurry === 1) return rules;
  const seconds: Record<string, number> = { s: 1, m: 60, h: 3_600, d: 86_400 };
  return rules
    .replaceAll(
      /(\[|for: )(\d+)([smhd])/g,
      (_, before: string, count: string, unit: string) =>
        `${before}${Math.min(LONGEST_S, Math.ceil((Number(count) * (seconds[unit] ?? 1)) / hurry))}s`,
    )
    .replaceAll('> 3600', '> 90');
}
