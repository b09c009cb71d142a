import { Command } from 'commander';
import { CONTRIBUTION_SCENARIOS } from './contribution-scenarios.ts';
import { DEPLOY_SCENARIOS } from './deploy-scenarios.ts';
import { ENGINE_ANSWER_SCENARIOS } from './engine-answer-scenarios.ts';
import { ENGINE_SCENARIOS } from './engine-scenarios.ts';
import { INDEXER_SCENARIOS } from './indexer-scenarios.ts';
import { POSTGRES_SCENARIOS } from './postgres-scenarios.ts';
import { REBUILD_SCENARIOS } from './rebuild-scenarios.ts';
import { REDIS_SCENARIOS } from './redis-scenarios.ts';
import { RESTORE_SCENARIOS } from './restore-scenarios.ts';
import type { Finding, Rounds, Scenario } from './scenario.ts';
import { createWorld, type World } from './world.ts';

/** What is promised for later: the code that these are about does not exist yet. */
const MISSING: Record<string, string> = {
  F3: 'kill -9 of the API inside approve, edit, regenerate',
  F33: 'approve and reject of one submission at once',
  F34: 'one code in several spellings to many products',
  F35: 'make-primary in parallel',
  F36: 'two edits from one version',
};

const number = ({ id }: Pick<Scenario, 'id'>) => Number(id.slice(1));
export const SCENARIOS: Scenario[] = [
  ...INDEXER_SCENARIOS,
  ...ENGINE_SCENARIOS,
  ...ENGINE_ANSWER_SCENARIOS,
  ...REBUILD_SCENARIOS,
  ...REDIS_SCENARIOS,
  ...DEPLOY_SCENARIOS,
  ...POSTGRES_SCENARIOS,
  ...RESTORE_SCENARIOS,
  ...CONTRIBUTION_SCENARIOS,
].sort((a, b) => number(a) - number(b));

const command = new Command('test:faults')
  .description('Breaks real servers under load, and prints what is promised beside what was measured.')
  .option('--only <ids...>', 'only these scenarios: F6 F20')
  .option('--rounds <full|short>', 'as often and as long as promised, or a fifth of that and less', 'short')
  .option('--logs', 'what API and indexer said, after each scenario that did not keep a promise')
  .action(run);

async function run(options: { only?: string[]; rounds: string; logs?: boolean }): Promise<void> {
  const wanted = options.only?.flatMap((ids) => ids.split(','));
  const rounds: Rounds = (full, short) => (options.rounds === 'full' ? full : short);
  let world: World | undefined;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void (world?.close() ?? Promise.resolve()).finally(() => process.exit(1)));
  }
  let broken = 0;
  for (const scenario of SCENARIOS) {
    if (wanted && !wanted.includes(scenario.id)) continue;
    const reason = scenario.cannotRun?.();
    say(`\n${scenario.id}  ${scenario.title}`);
    if (reason !== undefined) {
      say(`  left out: ${reason}`);
      continue;
    }
    const startedAt = performance.now();
    try {
      world ??= await createWorld();
      const findings = await scenario.run(world, rounds);
      for (const finding of findings) say(describe(finding));
      const unkept = findings.filter(({ isKept }) => !isKept).length;
      broken += unkept;
      if (unkept > 0 && options.logs) say(lastLines(world));
    } catch (error) {
      say(`  BROKEN   ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
      broken += 1;
      if (world && options.logs) say(lastLines(world));
      // Whatever state it is in: the next scenario gets other servers.
      await world?.close();
      world = undefined;
    }
    say(`  (${((performance.now() - startedAt) / 1_000).toFixed(0)} s)`);
  }
  await world?.close();
  if (!wanted) {
    say('\nNot covered here:');
    for (const [id, title] of Object.entries(MISSING)) say(`  ${id}  ${title}`);
  }
  say(`\n${broken === 0 ? 'Every promise was kept.' : `${broken} promises were not kept.`}`);
  process.exitCode = broken === 0 ? 0 : 1;
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

function describe({ what, promised, measured, isKept }: Finding): string {
  return `  ${isKept ? 'kept    ' : 'NOT KEPT'} ${what}: ${measured} (promised ${promised})`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

if (process.argv[1]?.endsWith('run-scenarios.ts')) await command.parseAsync();
