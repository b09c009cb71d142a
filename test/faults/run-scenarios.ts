import { mkdir, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import path from 'node:path';
import { Command } from 'commander';
import { describeMachine } from '../../bench/shared/describe-machine.ts';
import { SEARCH_ABUSE_SCENARIOS } from './abuse/search-scenarios.ts';
import { LIMIT_SCENARIOS } from './abuse/limit-scenarios.ts';
import { ACCESS_SCENARIOS } from './abuse/access-scenarios.ts';
import { ACCOUNT_SCENARIOS } from './abuse/account-scenarios.ts';
import { SUBMISSION_ABUSE_SCENARIOS } from './abuse/submission-scenarios.ts';
import { HTTP_ABUSE_SCENARIOS } from './abuse/http-scenarios.ts';
import { BACKFLOW_ABUSE_SCENARIOS } from './abuse/backflow-scenarios.ts';
import { SUBMISSION_API_SCENARIOS } from './api/submission-scenarios.ts';
import { DEPLOY_SCENARIOS } from './api/deploy-scenarios.ts';
import { ENGINE_ANSWER_SCENARIOS } from './engine/engine-answer-scenarios.ts';
import { ENGINE_SCENARIOS } from './engine/engine-scenarios.ts';
import { FULL_DISK_SCENARIOS } from './stores/full-disk-scenarios.ts';
import { DUMP_SCENARIOS } from './feed/dump-scenarios.ts';
import { FEED_SCENARIOS } from './feed/feed-scenarios.ts';
import { WEBHOOK_SCENARIOS } from './feed/webhook-scenarios.ts';
import { INDEXER_SCENARIOS } from './indexer/indexer-scenarios.ts';
import { KILLED_API_SCENARIOS } from './api/killed-api-scenarios.ts';
import { POSTGRES_SCENARIOS } from './stores/postgres-scenarios.ts';
import { RACE_SCENARIOS } from './api/race-scenarios.ts';
import { REBUILD_SCENARIOS } from './indexer/rebuild-scenarios.ts';
import { REDIS_SCENARIOS } from './stores/redis-scenarios.ts';
import { RESTORE_SCENARIOS } from './stores/restore-scenarios.ts';
import { LOOKUP_SCENARIOS } from './upstreams/lookup-scenarios.ts';
import { describeFinding, type Finding, type Rounds, type Scenario } from './scenario.ts';
import { createWorld, type World } from './world.ts';

/** By kind (A: abuse, F: faults), then by number. */
const byId = ({ id: a }: Scenario, { id: b }: Scenario) =>
  a.charCodeAt(0) - b.charCodeAt(0) || Number(a.slice(1)) - Number(b.slice(1));
export const SCENARIOS: Scenario[] = [
  ...INDEXER_SCENARIOS,
  ...ENGINE_SCENARIOS,
  ...ENGINE_ANSWER_SCENARIOS,
  ...REBUILD_SCENARIOS,
  ...REDIS_SCENARIOS,
  ...DEPLOY_SCENARIOS,
  ...POSTGRES_SCENARIOS,
  ...FULL_DISK_SCENARIOS,
  ...RESTORE_SCENARIOS,
  ...KILLED_API_SCENARIOS,
  ...RACE_SCENARIOS,
  ...SUBMISSION_API_SCENARIOS,
  ...FEED_SCENARIOS,
  ...DUMP_SCENARIOS,
  ...WEBHOOK_SCENARIOS,
  ...LOOKUP_SCENARIOS,
  ...SEARCH_ABUSE_SCENARIOS,
  ...LIMIT_SCENARIOS,
  ...ACCOUNT_SCENARIOS,
  ...ACCESS_SCENARIOS,
  ...SUBMISSION_ABUSE_SCENARIOS,
  ...HTTP_ABUSE_SCENARIOS,
  ...BACKFLOW_ABUSE_SCENARIOS,
].sort(byId);

const command = new Command('faults')
  .description('Breaks real servers under load, and prints what is promised beside what was measured.')
  .option('--only <ids...>', 'only these scenarios: F6 F20')
  .option('--kind <letter>', 'F: what breaks; A: what a stranger does on purpose', 'F')
  .option('--rounds <full|short>', 'as often and as long as promised, or a fifth of that and less', 'short')
  .option('--report <file>', 'where the results of this run are written, as JSON', '.data/faults.json')
  .option('--logs', 'what API and indexer said, after each scenario that did not keep a promise')
  .action(run);

interface Options {
  kind: string;
  only?: string[];
  rounds: string;
  logs?: boolean;
  report: string;
}

/** The outcome of one scenario. */
interface Result extends Pick<Scenario, 'id' | 'title'> {
  /** How it was run: `full, 2026-11-21, load 0.8`. The load is that of the machine when the scenario began. */
  run: string;
  /** Or why the scenario has no findings. */
  findings: Finding[] | { leftOut: string } | { broken: string };
}

async function run(options: Options): Promise<void> {
  const wanted = options.only?.flatMap((ids) => ids.split(','));
  const rounds: Rounds = (full, short) => (options.rounds === 'full' ? full : short);
  const results: Result[] = [];
  let world: World | undefined;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void (world?.close() ?? Promise.resolve()).finally(() => process.exit(1)));
  }
  for (const scenario of SCENARIOS) {
    const { id, title } = scenario;
    if (wanted ? !wanted.includes(id) : !id.startsWith(options.kind)) continue;
    const leftOut = scenario.cannotRun?.();
    say(`\n${id}  ${title}`);
    const startedAt = performance.now();
    const how = `${options.rounds}, ${new Date().toISOString().slice(0, 10)}, load ${loadavg()[0]?.toFixed(1)}`;
    let findings: Result['findings'];
    try {
      if (leftOut === undefined) world ??= await createWorld();
      findings =
        world && leftOut === undefined ? await scenario.run(world, rounds) : { leftOut: leftOut ?? '' };
    } catch (error) {
      // Of a statement that failed, why is in the cause.
      const { stack, cause } = error instanceof Error ? error : new Error(String(error));
      findings = { broken: `${stack}${cause instanceof Error ? `\nbecause: ${cause.message}` : ''}` };
    }
    for (const line of describe(findings)) say(line);
    if (world && options.logs && countUnkept(findings) > 0) say(lastLines(world));
    if ('broken' in findings) {
      // Whatever state it is in: the next scenario gets other servers.
      await world?.close();
      world = undefined;
    }
    results.push({ id, title, run: how, findings });
    say(`  (${((performance.now() - startedAt) / 1_000).toFixed(0)} s)`);
    await report(options.report, results, (world ??= await createWorld()));
  }
  await world?.close();
  const unkept = results.reduce((sum, { findings }) => sum + countUnkept(findings), 0);
  say(`\n${unkept === 0 ? 'Every promise was kept.' : `${unkept} promises were not kept.`}`);
  process.exitCode = unkept === 0 ? 0 : 1;
}

/** Called after each scenario, so that a run that is ended early leaves its results. */
async function report(file: string, results: Result[], { postgres, engine }: World): Promise<void> {
  const meilisearch = { url: engine.url, masterKey: engine.apiKey };
  const machine = await describeMachine({ databaseUrl: postgres.url, meilisearch });
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify({ machine, results }, null, 2));
}

function lastLines({ api, indexer }: World): string {
  const last = (output: string) =>
    output
      .trim()
      .split('\n')
      .slice(-25)
      .map((line) => line.slice(0, 300))
      .join('\n');
  return `--- API\n${last(api.program.output())}\n--- indexer\n${last(indexer.program.output())}\n---`;
}

function describe(findings: Result['findings']): string[] {
  if ('leftOut' in findings) return [`  left out: ${findings.leftOut}`];
  if ('broken' in findings) return [`  BROKEN   ${findings.broken}`];
  return findings.map(describeFinding);
}

function countUnkept(findings: Result['findings']): number {
  if ('leftOut' in findings) return 0;
  return 'broken' in findings ? 1 : findings.filter(({ isKept }) => !isKept).length;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

if (process.argv[1]?.endsWith('run-scenarios.ts')) await command.parseAsync();
