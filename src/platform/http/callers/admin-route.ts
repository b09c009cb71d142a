import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { Operator, Role, SignedIn } from './operator.ts';
import {
  route,
  type HandlerInput,
  type Method,
  type RouteDefinition,
  type Shared,
  type Without,
} from '../route.ts';
import type { Author } from '../../audit/audit-store.ts';

interface AdminInput<P, Q, B> extends HandlerInput<P, Q, B> {
  operator: Operator;
  /** Author for audit rows of the handler's changes. */
  author: Author;
  session: SignedIn;
}

const BODY_LIMIT_BYTES = 262_144;

/** For changes that affect every product of a brand, category, kind or source: 200,000 take some seconds. */
export const LONG_DEADLINE_MS = 60_000;

type ObjectSchema = z.ZodObject;

interface AdminDefinition<
  P extends ObjectSchema | undefined,
  Q extends ObjectSchema | undefined,
  B extends z.ZodType | undefined,
  R extends z.ZodType,
> extends Omit<RouteDefinition<P, Q, B, R>, 'handler' | 'role'> {
  /** The least role. */
  role: Role;
  handler: (input: AdminInput<P, Q, B>) => Promise<z.input<R> | Readable> | z.input<R> | Readable;
}

/** Returns `adminRoute` for endpoints that have this in common. */
export function adminRoutesOf<S extends Shared>(shared: S) {
  return <
    M extends Method,
    Path extends string,
    Id extends string,
    P extends ObjectSchema | undefined = undefined,
    Q extends ObjectSchema | undefined = undefined,
    B extends z.ZodType | undefined = undefined,
    R extends z.ZodType = z.ZodType,
  >(
    method: M,
    path: Path,
    operationId: Id,
    given: Without<S, AdminDefinition<P, Q, B, R>>,
  ) => {
    const definition = { ...shared, ...given } as unknown as AdminDefinition<P, Q, B, R>;
    return route<M, Path, Id, P, Q, B, R>(method, path, operationId, {
      bodyLimitBytes: BODY_LIMIT_BYTES,
      cacheControl: 'no-store',
      ...definition,
      handler: (input) => {
        const session = input.signedIn;
        // The router's guard has refused callers without a session.
        if (!session) throw new Error(`${path} was reached without a session`);
        const author = { actor: `operator:${session.operator.id}`, requestId: input.requestId };
        return definition.handler({ ...input, session, operator: session.operator, author });
      },
    });
  };
}

/**
 * An endpoint of the console below /api/admin, for operators with a role. Session, role and, on writes, the CSRF
 * token are checked before the body is read.
 */
export const adminRoute = adminRoutesOf({});
