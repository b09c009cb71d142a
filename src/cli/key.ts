import { text as readText } from 'node:stream/consumers';
import { Command, InvalidArgumentError } from 'commander';
import type { Author } from '../platform/audit/audit-store.ts';
import type { AccountToken } from '../access/accounts/account-token-store.ts';
import { normaliseEmail } from '../access/accounts/email-address.ts';
import { listKeys } from '../access/accounts/keys/key-store.ts';
import {
  handOver,
  issueOperatorKey,
  revokeKey,
  revokeLeakedKey,
  setBlocked,
  setTier,
} from '../review/contributors/operate-accounts.ts';
import { formatKeys } from './key-table.ts';
import { onDatabase, printLine, reportFailure } from './on-database.ts';

const AUTHOR: Author = { actor: 'cli' };

const command = new Command('key').description('Makes, lists and revokes API keys.');

command
  .command('create')
  .description(
    'Makes a key, and its account if it does not exist. A password that the account had is of no use any more.',
  )
  .requiredOption('--email <e-mail>', 'whose key it is')
  .option('--tier <tier>', 'what the account may do', 'registered')
  .option('--replace', 'revoke the active key of the account')
  .action(({ email, tier, replace }: { email: string; tier: string; replace?: true }) =>
    onDatabase('key', async (db) => {
      const issued = await issueOperatorKey(db, { email, tier, replaces: replace ?? false }, AUTHOR);
      if (issued.revoked) printLine(`Revoked ${issued.revoked.prefix}… (${issued.revoked.id}).`);
      printLine(
        `${issued.isNewAccount ? 'New account' : 'Account'} ${issued.email}, tier ${tier}. Its key, shown this once:`,
      );
      printLine(issued.apiKey);
      printPasswordCode(issued.passwordCode);
    }),
  );

command
  .command('list')
  .description('Lists keys, the newest first.')
  .option('--email <e-mail>', 'only those of one account')
  .option('--limit <keys>', 'no more than this', readCount, 100)
  .action(({ email, limit }: { email?: string; limit: number }) =>
    onDatabase('key', async (db) => {
      const filter = email === undefined ? {} : { email: normaliseEmail(email) ?? email };
      printLine(formatKeys(await listKeys(db, { ...filter, limit })));
    }),
  );

command
  .command('revoke')
  .description('Revokes a key.')
  .argument('<id>', 'its id, as listed')
  .action((id: string) =>
    onDatabase('key', async (db) => {
      const key = await revokeKey(db, id, AUTHOR);
      printLine(`Revoked ${key.prefix}… (${key.id}).`);
    }),
  );

command
  .command('revoke-leaked')
  .description('Revokes a key by its own text, which is read from standard input when it is not given.')
  .argument('[key]')
  .action((given?: string) =>
    onDatabase('key', async (db) => {
      const key = await revokeLeakedKey(db, given ?? (await readText(process.stdin)).trim(), AUTHOR);
      printLine(`Revoked ${key.prefix}… (${key.id}).`);
    }),
  );

command
  .command('tier')
  .description('Sets what an account may do.')
  .argument('<e-mail>')
  .argument('<tier>')
  .option('--holder-known', 'you know that the holder of the account owns the e-mail')
  .action((email: string, tier: string, { holderKnown }: { holderKnown?: true }) =>
    onDatabase('key', async (db) => {
      await setTier(db, { email }, { tier, isHolderKnown: holderKnown ?? false }, AUTHOR);
      printLine(`${email} is ${tier} now.`);
    }),
  );

command
  .command('hand-over')
  .description('Ends the key and the password of an account, and prints the code for a new password.')
  .argument('<e-mail>')
  .action((email: string) =>
    onDatabase('key', async (db) => {
      const code = await handOver(db, { email }, AUTHOR);
      printLine(`What ${email} had is ended.`);
      printPasswordCode(code);
    }),
  );

command
  .command('block')
  .description('Revokes the key of an account and gives it no new one.')
  .argument('<e-mail>')
  .action((email: string) =>
    onDatabase('key', async (db) => {
      await setBlocked(db, { email }, true, AUTHOR);
      printLine(`${email} is blocked.`);
    }),
  );

command
  .command('unblock')
  .description('Lets an account get a new key.')
  .argument('<e-mail>')
  .action((email: string) =>
    onDatabase('key', async (db) => {
      await setBlocked(db, { email }, false, AUTHOR);
      printLine(`${email} may get a new key at /account/regenerate.`);
    }),
  );

function printPasswordCode({ text, expiresAt }: AccountToken): void {
  printLine(
    `For its owner, to set a password at /api/v1/account/password until ${expiresAt.toISOString()}, shown this once:`,
  );
  printLine(text);
}

function readCount(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1.');
  return Number(text);
}

command.parseAsync().catch(reportFailure);
