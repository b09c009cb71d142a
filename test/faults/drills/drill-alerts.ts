import { Command } from 'commander';
import { ALERTS } from '../../support/observability.ts';
import { waitFor } from '../../support/wait-for.ts';
import type { AlertCause, Drilled } from '../alerts/alert-cause.ts';
import { ALERT_CAUSES } from '../alerts/alert-causes.ts';
import { createHttpProxy } from '../servers/http-proxy.ts';
import { hasPrometheus, startPrometheus, type OwnPrometheus } from '../servers/own-prometheus.ts';
import { createWorld } from '../world.ts';

const HURRY = 10;
const PATIENCE_MS = 240_000;

const command = new Command('alerts')
  .description(
    'Brings about the cause of each alert on real servers, and does what the runbook says, until it is over.',
  )
  .option('--only <alerts...>', 'only these, without the "Factshelf" before')
  .option('--hurry <times>', 'how much faster than written the rules are judged', String(HURRY))
  .action(run);

async function run(options: { only?: string[]; hurry: string }): Promise<void> {
  if (!hasPrometheus) throw new Error('There is no Prometheus here: apt-get install prometheus');
  const wanted = (name: string) => !options.only || options.only.includes(name.replace('Factshelf', ''));
  const world = await createWorld();
  let prometheus: OwnPrometheus | undefined;
  let proxy: Drilled['proxy'] | undefined;
  let broken = 0;
  try {
    proxy = await createHttpProxy(world.engine.url);
    await world.indexer.kill('SIGTERM');
    await world.replaceIndexer({ MEILI_URL: proxy.url });
    const ports = { api: world.api.metricsPort, indexer: world.indexer.port };
    prometheus = await startPrometheus(world.root, ports, Number(options.hurry));
    const parts = { world, proxy };
    say('| alert | cause | what helps | fires after | is over after | other alerts meanwhile |');
    say('| --- | --- | --- | --- | --- | --- |');
    for (const alert of ALERTS.map((one) => one.alert).filter(wanted)) {
      const causes = ALERT_CAUSES.filter((one) => one.alert === alert);
      try {
        if (causes.length === 0) throw new Error('nobody knows how to bring it about');
        for (const cause of causes) say(await drill(cause, parts, prometheus));
      } catch (error) {
        broken += 1;
        say(
          `| ${alert} | BROKEN: ${error instanceof Error ? (error.stack ?? error.message) : String(error)} |`,
        );
        break;
      }
    }
  } finally {
    await prometheus?.stop();
    await world.close();
    await proxy?.close();
  }
  process.exitCode = broken === 0 ? 0 : 1;
}

async function drill(cause: AlertCause, parts: Drilled, prometheus: OwnPrometheus): Promise<string> {
  const name = cause.alert.replace('Factshelf', '');
  await waitFor('quiet', async () => (await prometheus.listAlerts()).length === 0, PATIENCE_MS);
  const others = new Set<string>();
  const isFiring = async () => {
    const firing = (await prometheus.listAlerts()).filter((one) => one.isFiring);
    for (const one of firing) if (one.name !== cause.alert) others.add(one.name.replace('Factshelf', ''));
    return firing.find((one) => one.name === cause.alert)?.summary;
  };
  const heal = await cause.bringAbout(parts);
  const causedAt = performance.now();
  const summary = await waitFor(`${name} to fire`, isFiring, PATIENCE_MS).catch(async (error: unknown) => {
    await heal();
    throw error;
  });
  const fired = secondsSince(causedAt);
  const healedAt = performance.now();
  await heal();
  await waitFor(`the end of ${name}`, async () => (await isFiring()) === undefined, PATIENCE_MS);
  const over = secondsSince(healedAt);
  await parts.world.converge();
  const meanwhile = [...others].join(', ') || 'none';
  return `| ${name} (“${summary}”) | ${cause.cause} | ${cause.remedy} | ${fired} s | ${over} s | ${meanwhile} |`;
}

function secondsSince(startedAt: number): string {
  return ((performance.now() - startedAt) / 1_000).toFixed(0);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

await command.parseAsync();
