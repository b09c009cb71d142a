import { text as readText } from 'node:stream/consumers';
import { Command, InvalidArgumentError } from 'commander';
import type { Author } from '../platform/audit/audit-store.ts';
import type { AccountToken } from '../access/accounts/account-token-store.ts';
import { normaliseEmail } from '../access/accounts/email-address.ts';
import { describeKey } from '../access/accounts/keys/describe-key.ts';
import { listKeys, type StoredKey, type ListedKey } from '../access/accounts/keys/key-store.ts';
import {
  handOver,
  issueOperatorKey,
  revokeKey,
  revokeLeakedKey,
  setBlocked,
  setTier,
} from '../access/accounts/operate-accounts.ts';
import { onDatabase } from './on-database.ts';
import {
  addCommand,
  printResult,
  runProgram,
  type OutputOptions,
  formatTable,
  formatTime,
} from './output.ts';

const AUTHOR: Author = { actor: 'cli' };

const command = new Command('key').description('Makes, lists and revokes API keys.');

addCommand(
  command,
  'create',
  'Makes a key, and its account if it does not exist. A password that the account had is of no use any more.',
)
  .requiredOption('--email <e-mail>', 'whose key it is')
  .option('--tier <tier>', 'what the account may do', 'registered')
  .option('--replace', 'revoke the active key of the account')
  .action((options: { email: string; tier: string; replace?: true } & OutputOptions) =>
    onDatabase('key', async (db) => {
      const { email, tier, replace } = options;
      const issued = await issueOperatorKey(db, { email, tier, replaces: replace ?? false }, AUTHOR);
      const { revoked, isNewAccount, apiKey, passwordCode } = issued;
      printResult(
        options,
        {
          email: issued.email,
          tier,
          is_new_account: isNewAccount,
          api_key: apiKey,
          password_code: passwordCode.text,
          password_code_expires_at: passwordCode.expiresAt,
          revoked_key: revoked ? { id: revoked.id, prefix: revoked.prefix } : null,
        },
        [
          ...(revoked ? [`Revoked ${revoked.prefix}… (${revoked.id}).`] : []),
          `${isNewAccount ? 'New account' : 'Account'} ${issued.email}, tier ${tier}. Its key, shown this once:`,
          apiKey,
          ...describePasswordCode(passwordCode),
        ],
      );
    }),
  );

addCommand(command, 'list', 'Lists keys, the newest first.')
  .option('--email <e-mail>', 'only those of one account')
  .option('--limit <keys>', 'no more than this', readCount, 100)
  .action((options: { email?: string; limit: number } & OutputOptions) =>
    onDatabase('key', async (db) => {
      const { email, limit } = options;
      const filter = email === undefined ? {} : { email: normaliseEmail(email) ?? email };
      const keys = await listKeys(db, { ...filter, limit });
      printResult(options, { items: keys.map(showKey) }, formatKeys(keys));
    }),
  );

addCommand(command, 'revoke', 'Revokes a key.')
  .argument('<id>', 'its id, as listed')
  .action((id: string, options: OutputOptions) =>
    onDatabase('key', async (db) => printRevoked(options, await revokeKey(db, id, AUTHOR))),
  );

addCommand(
  command,
  'revoke-leaked [key]',
  'Revokes a key by its own text, which is read from standard input when it is not given.',
).action((given: string | undefined, options: OutputOptions) =>
  onDatabase('key', async (db) => {
    const text = given ?? (await readText(process.stdin)).trim();
    printRevoked(options, await revokeLeakedKey(db, text, AUTHOR));
  }),
);

addCommand(command, 'tier <e-mail> <tier>', 'Sets what an account may do.')
  .option('--holder-known', 'you know that the holder of the account owns the e-mail')
  .action((email: string, tier: string, options: { holderKnown?: true } & OutputOptions) =>
    onDatabase('key', async (db) => {
      await setTier(db, { email }, { tier, isHolderKnown: options.holderKnown ?? false }, AUTHOR);
      printResult(options, { email, tier }, `${email} is ${tier} now.`);
    }),
  );

addCommand(
  command,
  'hand-over <e-mail>',
  'Ends the key and the password of an account, and prints the code for a new password.',
).action((email: string, options: OutputOptions) =>
  onDatabase('key', async (db) => {
    const code = await handOver(db, { email }, AUTHOR);
    printResult(options, { email, password_code: code.text, password_code_expires_at: code.expiresAt }, [
      `The key and the password of ${email} no longer work.`,
      ...describePasswordCode(code),
    ]);
  }),
);

for (const [name, description, isBlocked, outcome] of [
  ['block', 'Revokes the key of an account and gives it no new one.', true, 'is blocked.'],
  ['unblock', 'Lets an account get a new key.', false, 'may get a new key at /account/regenerate.'],
] as const) {
  addCommand(command, `${name} <e-mail>`, description).action((email: string, options: OutputOptions) =>
    onDatabase('key', async (db) => {
      await setBlocked(db, { email }, isBlocked, AUTHOR);
      printResult(options, { email, is_blocked: isBlocked }, `${email} ${outcome}`);
    }),
  );
}

function printRevoked(options: OutputOptions, { id, prefix }: StoredKey): void {
  printResult(options, { id, prefix, status: 'revoked' }, `Revoked ${prefix}… (${id}).`);
}

function describePasswordCode({ text, expiresAt }: AccountToken): string[] {
  return [
    `For its owner, to set a password at /api/v1/account/password until ${expiresAt.toISOString()}, shown this once:`,
    text,
  ];
}

function readCount(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1.');
  return Number(text);
}

await runProgram(command);

/** Formats keys as lines of aligned columns, for a terminal. */
export function formatKeys(keys: ListedKey[]): string {
  if (keys.length === 0) return 'No keys.';
  const rows = keys.map((key) => [
    key.id,
    `${key.prefix}…`,
    key.revokedAt ? 'revoked' : 'active',
    key.tier,
    formatTime(key.createdAt),
    key.lastUsedAt ? formatTime(key.lastUsedAt) : 'never',
    key.isBlocked ? `${key.email} (blocked)` : key.email,
  ]);
  return formatTable([['ID', 'KEY', 'STATUS', 'TIER', 'CREATED', 'LAST USED', 'ACCOUNT'], ...rows]);
}

/** Returns a key for programs, with the names of the API. */
export function showKey(key: ListedKey): object {
  const { id, prefix, status, ...times } = describeKey(key);
  return { id, prefix, status, tier: key.tier, email: key.email, is_blocked: key.isBlocked, ...times };
}
