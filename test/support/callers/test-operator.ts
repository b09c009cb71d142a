import argon2 from 'argon2';
import { eq } from 'drizzle-orm';
import { v7 as uuidV7 } from 'uuid';
import type { Db } from '../../../src/platform/db/client.ts';
import { operators, operatorSessions } from '../../../src/platform/db/schema/operators.ts';
import type { Role } from '../../../src/platform/http/callers/operator.ts';
import { saveSession } from '../../../src/access/operators/sessions/session-store.ts';
import {
  buildCsrfToken,
  buildSessionCookie,
  createSessionToken,
  hashSessionToken,
} from '../../../src/access/operators/sessions/session-token.ts';

export interface TestOperator {
  id: string;
  email: string;
  /** Cookie and CSRF token of a session: sent with a request, it is this operator's. */
  headers: { Cookie: string; 'X-CSRF-Token': string };
}

/** Returns a signed-in operator of a role, without a usable password. */
export async function signInTestOperator(db: Db, role: Role): Promise<TestOperator> {
  const id = uuidV7();
  const email = `${role}-${id}@example.org`;
  await db.insert(operators).values({ id, email, passwordHash: 'none', role });
  return { id, email, headers: await beginSession(db, id) };
}

/** Signs an operator in without his password. */
export async function beginSession(db: Db, operatorId: string): Promise<TestOperator['headers']> {
  const token = createSessionToken();
  await db.transaction((tx) => saveSession(tx, operatorId, hashSessionToken(token)));
  const [cookie = ''] = buildSessionCookie(token, true).split(';');
  return { Cookie: cookie, 'X-CSRF-Token': buildCsrfToken(token) };
}

export const OPERATOR_PASSWORD = 'nine quiet harbours';

/** Of argon2, as the service has them but for the memory. */
export const QUICK_PARAMETERS = { memoryCost: 1_024, timeCost: 2, parallelism: 1, hashLength: 32 };

/** Returns an operator of a role with `OPERATOR_PASSWORD`. */
export async function insertOperator(
  db: Db,
  role: Role = 'reviewer',
  facts: Partial<typeof operators.$inferInsert> = {},
): Promise<{ id: string; email: string }> {
  const id = uuidV7();
  const email = `${role}-${id}@example.org`;
  const passwordHash = await argon2.hash(OPERATOR_PASSWORD, QUICK_PARAMETERS);
  await db.insert(operators).values({ id, email, passwordHash, role, ...facts });
  return { id, email: facts.email ?? email };
}

/** The cookie and the CSRF token that a sign-in answered with, as headers of further requests. */
export function sessionHeadersOf(response: {
  headers: Record<string, unknown>;
  body: unknown;
}): TestOperator['headers'] {
  const [cookie = ''] = String((response.headers['set-cookie'] as string[] | undefined)?.[0]).split(';');
  return { Cookie: cookie, 'X-CSRF-Token': (response.body as { csrf_token: string }).csrf_token };
}

export async function listSessions(db: Db, operatorId: string) {
  return await db.select().from(operatorSessions).where(eq(operatorSessions.operatorId, operatorId));
}
