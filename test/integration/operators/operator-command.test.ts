import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAdminCaller } from '../../support/callers/test-admin.ts';
import { createTestApi, type TestApi } from '../../support/test-api.ts';
import { runCommand } from '../../support/servers/run-command.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { insertOperator, OPERATOR_PASSWORD, sessionHeadersOf } from '../../support/callers/test-operator.ts';

const PASSWORD = 'seven small islands';

let database: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  database = await createTestDatabase();
  api = createTestApi(database);
});
afterAll(() => database.drop());

/** As `npm run operator -- …` does it. */
const operator = (args: string[], input = '') => runCommand('operator', database.url, args, input);

const signIn = (email: string, password: string) =>
  createAdminCaller(api).post('/login', { email, password });
const auditOf = async (email: string) => {
  const { rows } = await database.pool.query<Record<string, unknown>>(
    `SELECT actor, action, before, after FROM audit_log WHERE action NOT LIKE 'operator.sign%'
     AND entity_id IN (SELECT id::text FROM operators WHERE email = $1) ORDER BY seq`,
    [email],
  );
  return rows;
};

it('create makes the first admin, with the password from standard input', async () => {
  expect((await operator(['list'])).output).toBe('No operators.\n');
  const created = await operator(['create', 'Root@Example.org', '--role', 'admin'], `${PASSWORD}\n`);
  expect(created).toEqual({ exitCode: 0, output: 'root@example.org is admin now.\n', errors: '' });
  const { status, body } = await signIn('root@example.org', PASSWORD);
  expect([status, (body as { role: string }).role]).toEqual([200, 'admin']);
  expect(await auditOf('root@example.org')).toEqual([
    {
      actor: 'cli',
      action: 'operator.created',
      before: null,
      after: { email: 'root@example.org', role: 'admin' },
    },
  ]);
});

it('create takes one line of a pipe for the password, and no more', async () => {
  const refused = await operator(
    ['create', 'two@example.org', '--role', 'admin'],
    `${PASSWORD}\n${PASSWORD}\n`,
  );
  expect(refused).toMatchObject({ exitCode: 1, output: '' });
  expect(refused.errors).toContain('several lines: send the password once');
  expect((await operator(['list'])).output).not.toContain('two@example.org');
});

it('set-role, reset-password, disable and enable do so, and sign the operator out', async () => {
  const { email } = await insertOperator(database.db, 'reviewer');
  const steps: [args: string[], input: string][] = [
    [['set-role', email, 'editor'], ''],
    [['reset-password', email.toUpperCase()], PASSWORD],
    [['disable', email], ''],
    [['enable', email], ''],
  ];
  let password = OPERATOR_PASSWORD;
  for (const [args, input] of steps) {
    const session = await signIn(email, password);
    expect(await operator(args, input)).toMatchObject({ exitCode: 0, errors: '' });
    if (input) password = input;
    if (args[0] === 'enable') continue;
    expect((await createAdminCaller(api, sessionHeadersOf(session)).get('/me')).status, args[0]).toBe(401);
    expect((await signIn(email, password)).status, args[0]).toBe(args[0] === 'disable' ? 401 : 200);
  }
  const { status, body } = await signIn(email, PASSWORD);
  expect([status, (body as { role: string }).role]).toEqual([200, 'editor']);
  expect((await auditOf(email)).map(({ actor, action }) => [actor, action])).toEqual([
    ['cli', 'operator.role_changed'],
    ['cli', 'operator.password_reset'],
    ['cli', 'operator.disabled'],
    ['cli', 'operator.enabled'],
  ]);
});

it('reset-totp lets an operator in without his lost authenticator', async () => {
  const { email } = await insertOperator(database.db, 'reviewer', {
    totpSecret: Buffer.alloc(20, 7),
    totpConfirmedAt: new Date(),
  });
  expect((await signIn(email, OPERATOR_PASSWORD)).status).toBe(401);
  expect((await operator(['reset-totp', email])).exitCode).toBe(0);
  expect((await signIn(email, OPERATOR_PASSWORD)).status).toBe(200);
});

it('list shows everybody, and no password', async () => {
  const ada = await insertOperator(database.db, 'editor', { email: 'aaa@example.org' });
  const { output } = await operator(['list']);
  expect(output).toMatch(/^E-MAIL +ROLE +STATE +TOTP +LAST SIGN-IN +ID\n/);
  expect(output).toMatch(new RegExp(`aaa@example.org +editor +active +no +never +${ada.id}\n`));
  expect(output).not.toContain('argon2');
});

it.each([
  [['create', 'nobody', '--role', 'admin'], PASSWORD, 'not an e-mail address'],
  [['create', 'a@example.org', '--role', 'admin'], '', 'at least 8 characters'],
  [['create', 'a@example.org', '--role', 'admin'], 'password', 'too common'],
  [['create', 'root@example.org', '--role', 'editor'], PASSWORD, 'an operator root@example.org already'],
  [['create', 'a@example.org', '--role', 'root'], PASSWORD, 'Allowed choices are reviewer, editor, admin'],
  [['create', 'a@example.org'], PASSWORD, '--role'],
  [['set-role', 'root@example.org', 'boss'], '', 'There is no role boss'],
  [['set-role', 'root@example.org', 'editor'], '', 'the last active admin'],
  [['disable', 'root@example.org'], '', 'the last active admin'],
  [['enable', 'root@example.org'], '', 'not disabled'],
  [['reset-totp', 'root@example.org'], '', 'has not turned one-time codes on'],
  [['disable', 'nobody@example.org'], '', 'There is no operator nobody@example.org'],
])('says in one line why not: %j', async (args, input, message) => {
  const { exitCode, output, errors } = await operator(args, input);
  expect([exitCode, output]).toEqual([1, '']);
  expect(errors).toContain(message);
  expect(errors.trim().split('\n')).toHaveLength(1);
});
