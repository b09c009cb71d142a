import { readConfig } from '../config.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { resolveServices } from '../embedded/connect.ts';
import { describeFailure } from '../embedded/describe-failure.ts';

/** Brings the database to this release's schema, and ends. */
async function main(): Promise<void> {
  const services = await resolveServices(readConfig());
  try {
    await migrateDatabase(services.databaseUrl);
  } finally {
    await services.stop();
  }
  process.stdout.write('The database is up to date.\n');
}

main().catch((error: unknown) => {
  process.stderr.write(`${describeFailure(error)}\n`);
  process.exitCode = 1;
});
