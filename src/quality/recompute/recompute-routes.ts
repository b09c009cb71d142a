import type { Db } from '../../platform/db/client.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { adminRoutesOf } from '../../platform/http/callers/admin-route.ts';
import {
  recomputeListQuerySchema,
  recomputePageSchema,
  recomputeParamsSchema,
  recomputeRequestSchema,
  recomputeSchema,
  type Recompute,
} from './recompute-contract.ts';
import { findRecompute, listRecomputes, saveRecompute } from './recompute-store.ts';
import { saveAuditEntry, type Author } from '../../platform/audit/audit-store.ts';

const adminRoute = adminRoutesOf({ tag: 'Quality' });

export function recomputeRoutes({ db }: { db: Db }) {
  return [
    adminRoute('get', '/quality-recomputes', 'listQualityRecomputes', {
      role: 'editor',
      summary: 'Recomputations of quality scores, the newest first',
      query: recomputeListQuerySchema,
      response: recomputePageSchema,
      handler: async ({ query }) => {
        const { items, total } = await listRecomputes(db, query);
        return { items, page: query.page, size: query.size, total };
      },
    }),
    adminRoute('get', '/quality-recomputes/{id}', 'getQualityRecompute', {
      role: 'editor',
      summary: 'How far a recomputation is',
      params: recomputeParamsSchema,
      response: recomputeSchema,
      errors: ['not_found'],
      handler: async ({ params: { id } }) => {
        const found = await findRecompute(db, id);
        if (!found) throw new ApiError('not_found', 'There is no recomputation with this id.');
        return found;
      },
    }),
    adminRoute('post', '/quality-recomputes', 'requestQualityRecompute', {
      role: 'admin',
      summary: 'Recompute the scores of all products',
      description:
        'Changes of templates, trust and categories ask for it themselves, for the products they touch.',
      body: recomputeRequestSchema,
      status: 201,
      response: recomputeSchema,
      handler: ({ author }) => requestRecompute(db, author),
    }),
  ];
}

/** Requests a recomputation of every score, after a release with another formula. */
async function requestRecompute(db: Db, author: Author): Promise<Recompute> {
  const reason = 'quality.recompute_requested';
  return await db.transaction(async (tx) => {
    const scope = { all: true } as const;
    const id = await saveRecompute(tx, { reason, scope, requestedBy: author.actor });
    const recompute = await findRecompute(tx, id);
    if (!recompute) throw new Error(`the recomputation ${id} was not saved`);
    await saveAuditEntry(tx, author, {
      action: reason,
      entity: 'quality_recompute',
      entityId: id,
      after: { scope },
    });
    return recompute;
  });
}
