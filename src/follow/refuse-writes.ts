import type { RequestHandler } from 'express';
import type { Db, Tx } from '../platform/db/client.ts';
import { ApiError } from '../platform/http/api-error.ts';
import type { Route } from '../platform/http/route.ts';
import { ERROR_DESCRIPTIONS } from '../platform/openapi/openapi-errors.ts';
import { findFollow } from './follow-store.ts';

/**
 * First path segments of writes that a follower accepts: access control and its own operation. All other writes
 * concern the catalogue, which comes from the leader.
 */
const OWN: ReadonlySet<string> = new Set([
  'login',
  'logout',
  'me',
  'operators',
  'accounts',
  'contacts',
  'keys',
  'tiers',
  'webhooks',
  'index',
  'misses',
]);

const isLeaders = ({ method, path }: Pick<Route, 'method' | 'path'>) =>
  method !== 'get' && !OWN.has(path.split('/')[1] ?? '');

/** Returns middleware that refuses writes of the catalogue on a follower. */
export function refuseWrites(db: Db): (item: Route) => RequestHandler[] {
  const refuse: RequestHandler = async (_request, _response, next) => {
    await requireOwnCatalogue(db);
    next();
  };
  return (item) => (isLeaders(item) ? [refuse] : []);
}

const ON_A_FOLLOWER = 'On a follower, always: `details.leader` is the service that changes the catalogue.';

/** Adds the refusals of a follower to the routes' descriptions. */
export function describeRefusals<R extends Route>(routes: R[]): R[] {
  return routes.map((item) => (isLeaders(item) ? describeRefusal(item) : item));
}

function describeRefusal<R extends Route>(item: R): R {
  const { errors = [], errorTexts } = item;
  if (!errors.includes('invalid_state')) {
    const texts = { ...errorTexts, invalid_state: ON_A_FOLLOWER };
    return { ...item, errors: [...errors, 'invalid_state'], errorTexts: texts };
  }
  const own = errorTexts?.invalid_state ?? ERROR_DESCRIPTIONS.invalid_state ?? '';
  return { ...item, errorTexts: { ...errorTexts, invalid_state: `${own} ${ON_A_FOLLOWER}` } };
}

/** @throws ApiError `invalid_state` with `details.leader` if the catalogue follows another one */
export async function requireOwnCatalogue(db: Db | Tx): Promise<void> {
  const follow = await findFollow(db);
  if (!follow) return;
  throw new ApiError(
    'invalid_state',
    `This catalogue follows ${follow.leader} and is only read here: make the change there.`,
    { details: { leader: follow.leader } },
  );
}
