import { Command } from 'commander';
import { examine } from '../doctor/examine.ts';
import { wrong, type Finding } from '../doctor/doctor-contract.ts';
import { resolveServices } from '../embedded/connect.ts';
import { describeFailure } from '../embedded/describe-failure.ts';
import { ConfigError, readConfig, type Config } from '../platform/config.ts';
import { createDb, createPool } from '../platform/db/client.ts';
import { createLogger } from '../platform/logger.ts';
import { jsonOption, printResult, runProgram, type OutputOptions } from './output.ts';

const command = new Command('doctor')
  .description('Says what is wrong with the settings, the machine and the servers, and what mends it.')
  .addOption(jsonOption())
  .action(run);

async function run(options: OutputOptions): Promise<void> {
  const items = await look();
  const count = items.filter((finding) => finding.is_wrong).length;
  const lines = items.map(({ check, is_wrong, says, remedy }) =>
    [is_wrong ? 'WRONG' : 'fine ', check.padEnd(12), says, remedy ? `→ ${remedy}` : ''].join(' ').trimEnd(),
  );
  printResult(options, { items }, [...lines, count === 0 ? 'Nothing is wrong.' : `Wrong: ${count}.`]);
  if (count > 0) process.exitCode = 1;
}

async function look(): Promise<Finding[]> {
  let config: Config;
  try {
    config = readConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message.split('\n').map((line) => wrong('settings', line, '.env.example has every setting'));
  }
  const logger = createLogger('doctor', 'silent');
  try {
    const services = await resolveServices(config, logger);
    const url = services.databaseUrl;
    const pool = createPool({
      url,
      applicationName: 'factshelf-doctor',
      max: 2,
      statementTimeoutMs: 5_000,
      logger,
    });
    const engine = { MEILI_URL: services.meiliUrl, MEILI_MASTER_KEY: services.meiliMasterKey };
    try {
      return await examine({ ...config, ...engine }, createDb(pool));
    } finally {
      await pool.end();
      await services.stop();
    }
  } catch (error) {
    return [wrong('postgres', describeFailure(error), 'npm start, or a DATABASE_URL that answers')];
  }
}

await runProgram(command);
