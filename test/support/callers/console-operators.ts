import { eq } from 'drizzle-orm';
import type { PasswordHasher } from '../../../src/access/accounts/passwords/password-hash.ts';
import type { Db } from '../../../src/platform/db/client.ts';
import { operators } from '../../../src/platform/db/schema/operators.ts';
import type { Role } from '../../../src/platform/http/callers/operator.ts';
import { createOperator } from '../../../src/access/operators/operate-operators.ts';

export const PASSWORD = 'correct horse battery';

export function emailOf(role: Role): string {
  return `${role}@example.org`;
}

/** One operator of each role, with `PASSWORD`. */
export async function createConsoleOperators(db: Db, passwords: PasswordHasher): Promise<void> {
  for (const role of ['reviewer', 'editor', 'admin'] as const) {
    await createOperator(
      { db, passwords },
      { email: emailOf(role), role, password: PASSWORD },
      { actor: 'test' },
    );
  }
}

/** The id of the one of this role. */
export async function findConsoleOperator(db: Db, role: Role): Promise<string> {
  const [found] = await db
    .select({ id: operators.id })
    .from(operators)
    .where(eq(operators.email, emailOf(role)));
  if (!found) throw new Error(`there is no ${emailOf(role)}`);
  return found.id;
}
