import { ExponentialBackoff, handleWhen, retry } from 'cockatiel';
import { Command } from 'commander';
import { readConfig } from '../platform/config.ts';
import { describeDatabaseRefusal, isDatabaseUnavailable } from '../platform/db/database-error.ts';
import { prepareDatabase } from '../platform/db/prepare-database.ts';
import { resolveServices } from '../embedded/connect.ts';
import { describeFailure } from '../embedded/describe-failure.ts';

/** Retries for about a minute: the server may be starting too, and nothing would run this command again. */
const whileServerIsAway = retry(
  handleWhen((error) => isDatabaseUnavailable(error) && describeDatabaseRefusal(error) === undefined),
  { maxAttempts: 10, backoff: new ExponentialBackoff({ initialDelay: 1_000, maxDelay: 8_000 }) },
);
whileServerIsAway.onRetry((retried) => {
  if (retried.attempt === 1 && 'error' in retried) {
    process.stderr.write(`${describeFailure(retried.error)} Trying again.\n`);
  }
});

/** Migrates the database and the service's role to this release, and exits. */
async function main(): Promise<void> {
  const services = await resolveServices(readConfig());
  try {
    await whileServerIsAway.execute(() => prepareDatabase(services));
  } finally {
    await services.stop();
  }
  process.stdout.write('The database is up to date.\n');
}

new Command('db:migrate')
  .description('Migrates the database and the service’s role to this release.')
  .parse();
main().catch((error: unknown) => {
  process.stderr.write(`${describeFailure(error)}\n`);
  process.exitCode = 1;
});
