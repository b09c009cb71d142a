import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTrouble, describeError } from '../../../indexer/trouble.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';

const SECRET = 'ada.lovelace@example.org';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const STATEMENTS = {
  'an unknown table': sql`select * from nowhere where email = ${SECRET}`,
  'a value of another type': sql`select ${SECRET}::text::uuid`,
  'an invalid number': sql`select ${SECRET}::text::int`,
  'a value with lines like a stack': sql`select ${`x\n    at ${SECRET}`}::text::int`,
  'an invalid date': sql`select ${SECRET}::text::date`,
  'a taken key': sql`insert into tiers (code, name) values (${SECRET}, ${SECRET}), (${SECRET}, ${SECRET})`,
  'a row that breaks a rule': sql`insert into good_addresses (address_hash) values (convert_to(${SECRET}, 'UTF8'))`,
};

it.each(Object.entries(STATEMENTS))('no line of a log holds a value of %s', async (_, statement) => {
  const failure: unknown = await database.db.execute(statement).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Error);
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const logger = createLogger('test', 'info', destination);
  const wrapped = new Error(`a job failed: ${(failure as Error).message}`, { cause: failure });
  for (const err of [failure, wrapped, (failure as Error).cause]) {
    logger.error({ err }, 'failed');
    logger.error(err);
    createTrouble(logger).report(err);
    lines.push(describeError(err));
  }
  const told = lines.join('\n');
  expect(told).not.toContain(SECRET);
  expect(told).not.toContain(Buffer.from(SECRET).toString('hex'));
  expect(told).toMatch(/Failed query|invalid input|does not exist|violates|null value/);
});
