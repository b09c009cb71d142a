import type { Role } from '../../../src/platform/http/callers/operator.ts';
import type { RaceAnswer, RaceCaller } from '../../support/callers/race-requests.ts';
import { signInTestOperator } from '../../support/callers/test-operator.ts';
import type { World } from '../world.ts';

export interface OperatorCaller extends RaceCaller<RaceAnswer> {
  get(path: string): Promise<RaceAnswer>;
}

/** An operator who is signed in, over HTTP. Status 0: no answer came. */
export async function createOperatorCaller(
  world: Pick<World, 'db'>,
  role: Role,
  origin: () => string,
): Promise<OperatorCaller> {
  const { headers } = await signInTestOperator(world.db, role);
  const send = async (method: string, path: string, body?: object): Promise<RaceAnswer> => {
    try {
      const response = await fetch(`${origin()}/api/admin${path}`, {
        method,
        headers: { ...headers, ...(body ? { 'Content-Type': 'application/json' } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      return { status: response.status, body: await response.json() };
    } catch {
      return { status: 0, body: undefined };
    }
  };
  return {
    get: (path) => send('GET', path),
    post: (path, body) => send('POST', path, body),
    patch: (path, body) => send('PATCH', path, body),
    delete: (path) => send('DELETE', path),
  };
}
