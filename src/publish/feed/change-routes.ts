import type { Db } from '../../platform/db/client.ts';
import { createKeptAnswers } from '../../platform/http/answers/keep-answers.ts';
import { routesOf } from '../../platform/http/route.ts';
import type { ChangeFeed } from './change-feed.ts';
import { changesPartSchema, changesQuerySchema, changesSchema } from './change-contract.ts';
import { referenceDataSchema } from './reference-contract.ts';
import { findReferenceVersion, loadReferenceData } from './reference-store.ts';

const route = routesOf({ tag: 'Catalogue' });

/** The longest wait, and the time for a read. */
const DEADLINE_MS = 22_000;

export function changeRoutes({ db, changeFeed }: { db: Db; changeFeed: ChangeFeed }) {
  const keep = createKeptAnswers();
  return [
    route('get', '/changes', 'listChanges', {
      summary: 'The whole catalogue, and then its changes',
      description:
        'Each product once, in its latest state, in the order of its last change. Send `next` of an answer as `since` of the ' +
        'next call. Guaranteed: each change is delivered at least once, none is missed, and no product is older than ' +
        'its `version`. A change appears mostly within half a second after it was made. Deletions are kept for 180 days: an older ' +
        'cursor, or one from before the service was restored from a copy, is 410 `cursor_expired`, and the copy ' +
        'has to be made again, from a dump (`/dumps`) or from the beginning. A page of more than 100 products uses one call of ' +
        'the quota; a smaller page uses no quota. ' +
        `With \`wait\` a call lasts ${DEADLINE_MS / 1_000} seconds at most: give clients and proxies more time than that.`,
      query: changesQuerySchema,
      response: changesSchema,
      part: changesPartSchema,
      contentType: 'application/json',
      cacheControl: 'no-store',
      deadlineMs: DEADLINE_MS,
      errors: ['cursor_expired'],
      hasOwnCost: true,
      handler: async ({ query: { since, limit, wait, fields }, caller, address, root, setCost, signal }) =>
        await changeFeed.read({
          since,
          limit,
          waitMs: wait * 1_000,
          fields,
          root,
          caller: caller?.kind === 'key' ? caller.accountId : address,
          setCost,
          signal,
        }),
    }),
    route('get', '/reference-data', 'getReferenceData', {
      summary: 'The data that products refer to: sources, archive kinds with their templates, categories',
      description:
        'A snapshot for copies of the catalogue. A change of a source, a template or a category appears ' +
        'in /changes for each product that shows it, and here as a whole. Uses no quota.',
      response: referenceDataSchema,
      cacheControl: 'no-store',
      hasOwnCost: 'none',
      handler: async ({ setCost }) => {
        await setCost(0);
        const make = async () => JSON.stringify(await loadReferenceData(db));
        return await keep('reference data', await findReferenceVersion(db), make);
      },
    }),
  ];
}
