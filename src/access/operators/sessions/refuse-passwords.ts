import { ApiError } from '../../../platform/http/api-error.ts';
import type { Route } from '../../../platform/http/route.ts';

/** The endpoints of passwords and of one-time codes, which are a part of the sign-in by password. */
const OF_PASSWORDS: ReadonlySet<string> = new Set([
  'signIn',
  'changeOwnPassword',
  'beginTotp',
  'confirmTotp',
  'endTotp',
  'createOperator',
  'resetOperatorPassword',
  'resetOperatorTotp',
]);

/** Refuses these endpoints: `PASSWORD_SIGN_IN` is off. */
export function refusePasswords<R extends Route>(routes: R[]): R[] {
  const handler = (): never => {
    throw new ApiError('forbidden', 'Passwords are off here: operators sign in at the provider.');
  };
  return routes.map((item) => (OF_PASSWORDS.has(item.operationId) ? { ...item, handler } : item));
}
