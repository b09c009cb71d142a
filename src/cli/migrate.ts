import { readConfig } from '../platform/config.ts';
import { prepareDatabase } from '../platform/db/prepare-database.ts';
import { resolveServices } from '../embedded/connect.ts';
import { describeFailure } from '../embedded/describe-failure.ts';

/** Brings the database and the service's role in it to this release, and ends. */
async function main(): Promise<void> {
  const services = await resolveServices(readConfig());
  try {
    await prepareDatabase(services);
  } finally {
    await services.stop();
  }
  process.stdout.write('The database is up to date.\n');
}

main().catch((error: unknown) => {
  process.stderr.write(`${describeFailure(error)}\n`);
  process.exitCode = 1;
});
