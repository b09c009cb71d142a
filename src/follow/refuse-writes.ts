import type { RequestHandler } from 'express';
import type { Db, Tx } from '../platform/db/client.ts';
import { ApiError } from '../platform/http/api-error.ts';
import type { Route } from '../platform/http/route.ts';
import { findFollow } from './follow-store.ts';

/**
 * First words of the paths that are written on a follower too: access to it, and its own machinery. Whatever is not named
 * here is the catalogue's, which comes from the leader, or a way into it.
 */
const OWN: ReadonlySet<string> = new Set([
  'login',
  'logout',
  'me',
  'operators',
  'views',
  'accounts',
  'contacts',
  'keys',
  'tiers',
  'webhooks',
  'index',
  'queues',
]);

const isLeaders = ({ method, path }: Pick<Route, 'method' | 'path'>) =>
  method !== 'get' && !OWN.has(path.split('/')[1] ?? '');

/** Stands before every write that a follower leaves to its leader. */
export function refuseWrites(db: Db): (item: Route) => RequestHandler[] {
  const refuse: RequestHandler = async (_request, _response, next) => {
    await requireOwnCatalogue(db);
    next();
  };
  return (item) => (isLeaders(item) ? [refuse] : []);
}

/** With what these routes answer on a follower in their descriptions. */
export function describeRefusals(routes: Route[]): Route[] {
  return routes.map((item) =>
    isLeaders(item)
      ? { ...item, errors: [...new Set([...(item.errors ?? []), 'invalid_state' as const])] }
      : item,
  );
}

/** @throws ApiError `invalid_state` with `details.leader` where the catalogue follows another one */
export async function requireOwnCatalogue(db: Db | Tx): Promise<void> {
  const follow = await findFollow(db);
  if (!follow) return;
  throw new ApiError(
    'invalid_state',
    `This catalogue follows ${follow.leader} and is only read here: make the change there.`,
    { details: { leader: follow.leader } },
  );
}
