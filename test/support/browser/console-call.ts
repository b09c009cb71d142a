import type { Db } from '../../../src/platform/db/client.ts';
import type { Role } from '../../../src/platform/http/callers/operator.ts';
import { findConsoleOperator } from '../callers/console-operators.ts';
import { beginSession, type TestOperator } from '../callers/test-operator.ts';

export interface ConsoleCaller {
  origin: string;
  headers: TestOperator['headers'];
}

/** A signed-in operator of a role, without a browser. */
export async function createConsoleCaller(
  { origin, db }: { origin: string; db: Db },
  role: Role,
): Promise<ConsoleCaller> {
  return { origin, headers: await beginSession(db, await findConsoleOperator(db, role)) };
}

/** Calls `/api/admin` and returns the body; throws when it is refused. */
export async function callAs<Answer = Record<string, unknown>>(
  { origin, headers }: ConsoleCaller,
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  body?: object,
): Promise<Answer> {
  const response = await fetch(`${origin}/api/admin${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer: unknown = await response.json();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
  return answer as Answer;
}
