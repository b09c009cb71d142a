import { createCachedValue } from '../../catalog/statistics/cached-value.ts';
import type { Db } from '../../platform/db/client.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { adminRoutesOf } from '../../platform/http/callers/admin-route.ts';
import { operatorStatsSchema } from './operator-stats-contract.ts';
import { readDays, reviewStatsQuerySchema, reviewStatsSchema } from './review-stats-contract.ts';
import { loadReviewStats } from './review-stats-store.ts';
import { loadOperatorStats } from './operator-stats-store.ts';

const adminRoute = adminRoutesOf({ tag: 'Statistics', role: 'reviewer' });

/** Cached, because counting the catalogue takes the database a second or two. */
export function operatorStatsRoutes({ db }: { db: Db }) {
  const readStats = createCachedValue({
    load: () => loadOperatorStats(db),
    freshMs: 30_000,
    maxAgeMs: 60_000,
  });
  return [
    adminRoute('get', '/stats', 'getOperatorStats', {
      summary: 'The queue, quality and coverage',
      response: operatorStatsSchema,
      handler: readStats,
    }),
    adminRoute('get', '/stats/review', 'getReviewStats', {
      summary: 'Decisions by operator, day, source and shop, and how long submissions waited',
      query: reviewStatsQuerySchema,
      response: reviewStatsSchema,
      handler: async ({ query }) => {
        const days = readDays(query);
        if (days) return await loadReviewStats(db, days);
        throw new ApiError(
          'invalid_parameter',
          'Parameter from must be at most 91 days before to, and not after it.',
          {
            details: { parameter: 'from' },
          },
        );
      },
    }),
  ];
}
