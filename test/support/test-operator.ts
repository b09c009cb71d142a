import { v7 as uuidV7 } from 'uuid';
import type { Db } from '../../src/db/client.ts';
import { operators } from '../../src/db/operator-schema.ts';
import type { Role } from '../../src/http/operator.ts';
import { saveSession } from '../../src/operators/session-store.ts';
import {
  buildCsrfToken,
  buildSessionCookie,
  createSessionToken,
  hashSessionToken,
} from '../../src/operators/session-token.ts';

export interface TestOperator {
  id: string;
  email: string;
  /** Cookie and CSRF token of a session: sent with a request, it is this operator's. */
  headers: { Cookie: string; 'X-CSRF-Token': string };
}

/** An operator of a role who is signed in. Nobody can sign in with his password. */
export async function signInTestOperator(db: Db, role: Role): Promise<TestOperator> {
  const id = uuidV7();
  const email = `${role}-${id}@example.org`;
  await db.insert(operators).values({ id, email, passwordHash: 'none', role });
  const token = createSessionToken();
  await db.transaction((tx) => saveSession(tx, id, hashSessionToken(token)));
  const [cookie = ''] = buildSessionCookie(token, true).split(';');
  return { id, email, headers: { Cookie: cookie, 'X-CSRF-Token': buildCsrfToken(token) } };
}
