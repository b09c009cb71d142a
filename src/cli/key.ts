import { text as readText } from 'node:stream/consumers';
import { Command, InvalidArgumentError } from 'commander';
import type { Author } from '../operators/audit-store.ts';
import { normaliseEmail } from '../accounts/email-address.ts';
import { listKeys } from '../accounts/key-store.ts';
import {
  issueOperatorKey,
  OperationRefused,
  revokeKey,
  revokeLeakedKey,
  setBlocked,
  setTier,
} from '../accounts/operate-accounts.ts';
import { readConfig } from '../config.ts';
import { createDb, createPool, type Db } from '../db/client.ts';
import { resolveServices } from '../embedded/connect.ts';
import { describeFailure } from '../embedded/describe-failure.ts';
import { createLogger } from '../logger.ts';
import { formatKeys } from './key-table.ts';

const AUTHOR: Author = { actor: 'cli' };

const command = new Command('key').description('Makes, lists and revokes API keys.');

command
  .command('create')
  .description('Makes a key, and its account when there is none. The key is printed this once.')
  .requiredOption('--email <e-mail>', 'whose key it is')
  .option('--tier <tier>', 'what the account may do', 'registered')
  .option('--replace', 'revoke the active key of the account')
  .action(({ email, tier, replace }: { email: string; tier: string; replace?: true }) =>
    onDatabase(async (db) => {
      const issued = await issueOperatorKey(db, { email, tier, replaces: replace ?? false }, AUTHOR);
      if (issued.revoked) print(`Revoked ${issued.revoked.prefix}… (${issued.revoked.id}).`);
      print(
        `${issued.isNewAccount ? 'New account' : 'Account'} ${issued.email}, tier ${tier}. Its key, shown this once:`,
      );
      print(issued.apiKey);
    }),
  );

command
  .command('list')
  .description('Lists keys, the newest first.')
  .option('--email <e-mail>', 'only those of one account')
  .option('--limit <keys>', 'no more than this', readCount, 100)
  .action(({ email, limit }: { email?: string; limit: number }) =>
    onDatabase(async (db) => {
      const filter = email === undefined ? {} : { email: normaliseEmail(email) ?? email };
      print(formatKeys(await listKeys(db, { ...filter, limit })));
    }),
  );

command
  .command('revoke')
  .description('Revokes a key.')
  .argument('<id>', 'its id, as listed')
  .action((id: string) =>
    onDatabase(async (db) => {
      const key = await revokeKey(db, id, AUTHOR);
      print(`Revoked ${key.prefix}… (${key.id}).`);
    }),
  );

command
  .command('revoke-leaked')
  .description('Revokes a key by its own text, which is read from standard input when it is not given.')
  .argument('[key]')
  .action((given?: string) =>
    onDatabase(async (db) => {
      const key = await revokeLeakedKey(db, given ?? (await readText(process.stdin)).trim(), AUTHOR);
      print(`Revoked ${key.prefix}… (${key.id}).`);
    }),
  );

command
  .command('tier')
  .description('Sets what an account may do.')
  .argument('<e-mail>')
  .argument('<tier>')
  .action((email: string, tier: string) =>
    onDatabase(async (db) => {
      await setTier(db, email, tier, AUTHOR);
      print(`${email} is ${tier} now.`);
    }),
  );

command
  .command('block')
  .description('Revokes the key of an account and gives it no new one.')
  .argument('<e-mail>')
  .action((email: string) =>
    onDatabase(async (db) => {
      await setBlocked(db, email, true, AUTHOR);
      print(`${email} is blocked.`);
    }),
  );

command
  .command('unblock')
  .description('Lets an account get a new key.')
  .argument('<e-mail>')
  .action((email: string) =>
    onDatabase(async (db) => {
      await setBlocked(db, email, false, AUTHOR);
      print(`${email} may get a new key at /account/regenerate.`);
    }),
  );

function readCount(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1.');
  return Number(text);
}

async function onDatabase(work: (db: Db) => Promise<void>): Promise<void> {
  const config = readConfig();
  const logger = createLogger('key', config.LOG_LEVEL === 'info' ? 'warn' : config.LOG_LEVEL);
  const services = await resolveServices(config, logger);
  const pool = createPool({
    url: services.databaseUrl,
    applicationName: 'factshelf-key',
    max: 1,
    statementTimeoutMs: 10_000,
    logger,
  });
  try {
    await work(createDb(pool));
  } finally {
    await pool.end();
    await services.stop();
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

command.parseAsync().catch((error: unknown) => {
  process.stderr.write(`${error instanceof OperationRefused ? error.message : describeFailure(error)}\n`);
  process.exitCode = 1;
});
