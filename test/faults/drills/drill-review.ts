import { Command } from 'commander';
import { openSignedIn, visit } from '../../support/browser/console-pages.ts';
import { startConsole } from '../../support/browser/started-console.ts';
import { drillReview } from '../../support/review/review-drill.ts';

const SUBMISSIONS = 200;
const MAX_KEYS_EACH = 1.3;

const command = new Command('review')
  .description('Decides submissions of every kind in a real browser, takes all back and decides them again.')
  .option('--submissions <count>', 'how many submissions', Number, SUBMISSIONS)
  .action(run);

async function run({ submissions }: { submissions: number }): Promise<void> {
  const started = await startConsole();
  try {
    const open = async () => {
      const { page } = await openSignedIn(started, 'reviewer');
      await visit(page, '/review');
      return page;
    };
    const report = await drillReview(started.db, open, submissions);
    const each = report.keys / report.submissions;
    for (const [kind, { submissions: count, keys }] of Object.entries(report.byKind)) {
      say(`${kind.padEnd(9)} ${count} submissions, ${keys} keys`);
    }
    say(
      `decided   ${report.submissions} submissions with ${report.keys} keys and 0 clicks in ${report.seconds.toFixed(0)} s`,
    );
    say(`a decision ${each.toFixed(2)} keys, at most ${MAX_KEYS_EACH} are wanted`);
    say(`on screen for ${report.leastSeenMs.toFixed(0)} ms at least when it was decided`);
    say(`taken back with ${report.undoKeys} keys, decided again with ${report.redoKeys}`);
    for (const fault of report.faults) say(`WRONG: ${fault}`);
    if (report.faults.length > 0 || each > MAX_KEYS_EACH) process.exitCode = 1;
    else say('The database is as it was decided, each time.');
  } finally {
    await started.stop();
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

await command.parseAsync();
