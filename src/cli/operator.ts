import { Command, InvalidArgumentError, Option } from 'commander';
import { normaliseEmail } from '../access/accounts/email-address.ts';
import { createPasswordHasher } from '../access/accounts/passwords/password-hash.ts';
import type { Config } from '../platform/config.ts';
import type { Db } from '../platform/db/client.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { trimRoot } from '../platform/http/requests/public-root.ts';
import { ROLES, type Role } from '../platform/http/callers/operator.ts';
import type { Author } from '../platform/audit/audit-store.ts';
import { endEmergency, openEmergency } from '../access/operators/emergency/operate-emergencies.ts';
import { linkOperator, unlinkOperator } from '../access/operators/oidc/operate-identities.ts';
import { normaliseIssuer } from '../access/operators/oidc/read-identity.ts';
import {
  createOperator,
  resetPassword,
  resetTotp,
  setDisabled,
  setRole,
} from '../access/operators/operate-operators.ts';
import { findOperatorByEmail, listOperators } from '../access/operators/operator-store.ts';
import {
  formatTable,
  formatTime,
  addCommand,
  printResult,
  runProgram,
  type OutputOptions,
} from './output.ts';
import { onDatabase } from './on-database.ts';
import { readSecret } from '../platform/processes/read-secret.ts';

const AUTHOR: Author = { actor: 'cli' };

const command = new Command('operator').description('Makes, lists and changes the operators of the console.');

addCommand(command, 'create', 'Makes an operator. The password is asked for, or read from standard input.')
  .argument('<e-mail>', 'whom the operator signs in as')
  .addOption(new Option('--role <role>', 'what he may do').choices(ROLES).makeOptionMandatory())
  .option('--first', 'only if there is no operator yet; else do nothing')
  .action(async (email: string, options: { role: Role; first?: true } & OutputOptions) => {
    const { role } = options;
    const password = await readNewPassword();
    await onDatabase('operator', async (db) => {
      if (options.first && (await listOperators(db)).items.length > 0) {
        return printResult(options, { email: null, role: null }, 'There is an operator already.');
      }
      const passwords = createPasswordHasher();
      await createOperator({ db, passwords }, { email, role, password }, AUTHOR);
      const known = normaliseEmail(email) ?? email;
      printResult(options, { email: known, role }, `${known} is ${role} now.`);
    });
  });

addCommand(command, 'list', 'Lists all operators.').action((options: OutputOptions) =>
  onDatabase('operator', async (db) => {
    const { items } = await listOperators(db);
    const shown = items.map((operator) => ({
      id: operator.id,
      email: operator.email,
      role: operator.role,
      is_disabled: operator.disabledAt !== null,
      has_totp: operator.totpConfirmedAt !== null,
      last_login_at: operator.lastLoginAt,
    }));
    const rows = items.map((operator) => [
      operator.email,
      operator.role,
      operator.disabledAt ? 'disabled' : 'active',
      operator.totpConfirmedAt ? 'yes' : 'no',
      operator.lastLoginAt ? formatTime(operator.lastLoginAt) : 'never',
      operator.id,
    ]);
    const table = formatTable([['E-MAIL', 'ROLE', 'STATE', 'TOTP', 'LAST SIGN-IN', 'ID'], ...rows]);
    printResult(options, { items: shown }, items.length === 0 ? 'No operators.' : table);
  }),
);

addCommand(command, 'set-role <e-mail>', 'Changes what an operator may do, and signs him out.')
  .argument('<role>', ROLES.join(', '))
  .action((email: string, role: string, options: OutputOptions) =>
    onOperator(email, async (db, id) => {
      const known = ROLES.find((item) => item === role);
      if (!known)
        throw new ApiError('validation_failed', `There is no role ${role}, but ${ROLES.join(', ')}.`);
      await setRole(db, id, known, AUTHOR);
      printResult(options, { email, role }, `${email} is ${role} now.`);
    }),
  );

for (const [name, description, isDisabled, outcome] of [
  ['disable', 'Signs an operator out and lets him in no more.', true, 'is disabled.'],
  ['enable', 'Lets a disabled operator in again.', false, 'may sign in again.'],
] as const) {
  addCommand(command, `${name} <e-mail>`, description).action((email: string, options: OutputOptions) =>
    onOperator(email, async (db, id) => {
      await setDisabled(db, id, isDisabled, AUTHOR);
      printResult(options, { email, is_disabled: isDisabled }, `${email} ${outcome}`);
    }),
  );
}

addCommand(
  command,
  'reset-password <e-mail>',
  'Sets a password, asked for or read from standard input, and signs the operator out.',
).action(async (email: string, options: OutputOptions) => {
  const password = await readNewPassword();
  await onOperator(email, async (db, id) => {
    await resetPassword({ db, passwords: createPasswordHasher() }, id, password, AUTHOR);
    printResult(options, { email }, `${email} has a new password.`);
  });
});

addCommand(
  command,
  'reset-totp <e-mail>',
  'Turns the one-time codes of an operator off, who has lost what shows them.',
).action((email: string, options: OutputOptions) =>
  onOperator(email, async (db, id) => {
    await resetTotp(db, id, AUTHOR);
    printResult(options, { email, has_totp: false }, `${email} signs in without one-time codes.`);
  }),
);

addCommand(
  command,
  'link <e-mail>',
  'Links an operator to the account of the provider (OIDC_ISSUER) that he signs in with from now on.',
)
  .argument('<subject>', 'the subject (sub) of that account')
  .action((email: string, subject: string, options: OutputOptions) =>
    onOperator(email, async (db, id, { OIDC_ISSUER }) => {
      if (OIDC_ISSUER === undefined) throw new ApiError('invalid_state', 'OIDC_ISSUER is not set here.');
      const issuer = normaliseIssuer(OIDC_ISSUER);
      await linkOperator(db, id, { issuer, subject }, AUTHOR);
      printResult(options, { email, issuer, subject }, `${email} signs in as ${subject} of ${issuer}.`);
    }),
  );

addCommand(
  command,
  'unlink <e-mail>',
  'Ends all links of an operator to accounts of providers, and signs him out.',
).action((email: string, options: OutputOptions) =>
  onOperator(email, async (db, id) => {
    await unlinkOperator(db, id, AUTHOR);
    printResult(options, { email, is_linked: false }, `${email} is not linked any more.`);
  }),
);

const MOST_MINUTES = 720;
addCommand(
  command,
  'emergency <e-mail>',
  'Prints a code that lets an operator in once, while the provider is away.',
)
  .addOption(
    new Option('--minutes <number>', 'how long the code and its session last')
      .default(60)
      .argParser(readMinutes),
  )
  .option('--end', 'ends it before its time, and signs the operator out')
  .action((email: string, options: { minutes: number; end?: true } & OutputOptions) =>
    onOperator(email, async (db, id, { PUBLIC_URL }) => {
      if (options.end) {
        await endEmergency(db, id, AUTHOR);
        printResult(options, { email, is_open: false }, `The emergency of ${email} has ended.`);
        return;
      }
      const endsAt = new Date(Date.now() + options.minutes * 60_000);
      const code = await openEmergency(db, id, endsAt, AUTHOR);
      printResult(options, { email, code, ends_at: endsAt }, [
        `${email} may sign in once, and is signed out at ${formatTime(endsAt)}.`,
        `At ${PUBLIC_URL ? trimRoot(PUBLIC_URL) : ''}/console choose “Emergency code”, and give:`,
        code,
      ]);
    }),
  );

function readMinutes(text: string): number {
  const minutes = Number(text);
  if (Number.isInteger(minutes) && minutes >= 1 && minutes <= MOST_MINUTES) return minutes;
  throw new InvalidArgumentError(`Give minutes from 1 to ${MOST_MINUTES}.`);
}

async function onOperator(
  email: string,
  work: (db: Db, id: string, config: Config) => Promise<void>,
): Promise<void> {
  await onDatabase('operator', async (db, config) => {
    const found = await findOperatorByEmail(db, normaliseEmail(email) ?? email);
    if (!found) throw new ApiError('not_found', `There is no operator ${email}.`);
    await work(db, found.id, config);
  });
}

async function readNewPassword(): Promise<string> {
  const password = await readSecret('Password: ');
  if (process.stdin.isTTY && (await readSecret('Once more: ')) !== password) {
    throw new ApiError('validation_failed', 'These were two different passwords.');
  }
  return password;
}

await runProgram(command);
