import { mkdir, rm } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { describeMachine } from '../describe-machine.ts';
import { startFeedBench, type Stoppable } from '../feed/start-feed-bench.ts';
import { startImport } from '../freshness/start-import.ts';
import { fillFollower, runCommand, type Filling } from './fill-follower.ts';

const command = new Command('follow')
  .description(
    'How soon an empty catalogue is filled from another service: from its dump, and from its feed.',
  )
  .requiredOption('--catalogue <file>', 'an Open Food Facts export')
  .option('--rows <rows>', 'rows of it that the leader has', Number, 40_000)
  .option('--rounds <count>', 'it is filled so often by each way, in turn', Number, 2)
  .action(run);

interface Given {
  catalogue: string;
  rows: number;
  rounds: number;
}

async function run({ catalogue, rows, rounds }: Given): Promise<void> {
  const parts: Stoppable[] = [];
  try {
    let root = '';
    const leader = await startFeedBench(
      (databaseUrl, dir) => startImport(catalogue, databaseUrl, (root = dir), rows).ended,
      1,
      parts,
    );
    await leader.untilKept();
    const { cpu, cores, node, postgres } = await describeMachine({
      databaseUrl: leader.databaseUrl,
      meilisearch: undefined,
    });
    console.log(
      `${cores} cores (${cpu}), Node ${node}, Postgres ${postgres}, load ${loadavg()[0]?.toFixed(1)}`,
    );
    const dumps = join(root, 'dumps');
    for (let round = 0; round < rounds; round += 1) {
      // Without a dump of the leader, a follower reads its feed.
      await rm(dumps, { recursive: true, force: true });
      await mkdir(dumps);
      console.log(describe('feed', await fillFollower(leader)));
      const env = { DATABASE_URL: leader.databaseUrl, DUMP_DIR: dumps };
      const dumping = await runCommand('dump', [], env).ended;
      console.log(`dump of the leader: written in ${dumping.toFixed(1)} s`);
      console.log(describe('dump', await fillFollower(leader)));
    }
  } finally {
    for (const part of parts.toReversed()) await part.stop();
  }
}

function describe(way: string, { products, elapsed, seconds, memoryMb }: Filling): string {
  const micros = Object.entries(seconds)
    .map(([name, used]) => `${name} ${((used * 1e6) / products).toFixed(0)}`)
    .join(', ');
  return (
    `from the ${way}: ${products} products in ${elapsed.toFixed(1)} s, ${(products / elapsed).toFixed(0)} a second; ` +
    `processor µs for a product: ${micros}; memory of the process at most ${memoryMb.toFixed(0)} MB`
  );
}

await command.parseAsync();
