import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPasswordHasher } from '../../../src/access/accounts/passwords/password-hash.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { createTestAccounts } from '../../support/callers/test-accounts.ts';
import { createAdminCaller } from '../../support/callers/test-admin.ts';
import { createTestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { insertOperator, OPERATOR_PASSWORD } from '../../support/callers/test-operator.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('operators sign in while the line of those who register is full, and the log says so in one line', async () => {
  const lines: string[] = [];
  const api = createTestApi(database, {
    accounts: {
      ...createTestAccounts(database.db),
      passwords: createPasswordHasher({ running: 1, waiting: 1, patienceMs: 20_000 }),
    },
    logger: createLogger('test', 'info', { write: (line: string) => void lines.push(line) }),
    requestDeadlineMs: 20_000,
  });
  const operators = await Promise.all(Array.from({ length: 5 }, () => insertOperator(database.db)));
  const registrations = Array.from({ length: 60 }, (_, i) =>
    api.post('/register', { email: `flood-${i}@example.org`, password: 'seven small islands' }),
  );
  const signIns = operators.map(({ email }) =>
    createAdminCaller(api).post('/login', { email, password: OPERATOR_PASSWORD }),
  );
  expect((await Promise.all(signIns)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  const shed = (await Promise.all(registrations)).filter(({ status }) => status === 503);
  expect(shed.length).toBeGreaterThan(20);
  expect(lines.length).toBeLessThanOrEqual(3);
  expect(lines.join('')).not.toContain('"stack"');
});
