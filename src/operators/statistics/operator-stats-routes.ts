import { createCachedValue } from '../../catalog/statistics/cached-value.ts';
import type { Db } from '../../db/client.ts';
import type { Route } from '../../http/route.ts';
import { adminRoute } from '../admin-route.ts';
import { callStatsSchema, operatorStatsSchema } from './operator-stats-contract.ts';
import { loadCallStats, loadOperatorStats } from './operator-stats-store.ts';

const AGE = { freshMs: 30_000, maxAgeMs: 60_000 };

/** They count the whole catalogue, and a month of calls: a second or two of the database. */
export function operatorStatsRoutes({ db }: { db: Db }): Route[] {
  const readStats = createCachedValue({ load: () => loadOperatorStats(db), ...AGE });
  const readCallStats = createCachedValue({ load: () => loadCallStats(db), ...AGE });
  return [
    adminRoute({
      role: 'reviewer',
      tag: 'Statistics',
      method: 'get',
      path: '/stats',
      operationId: 'getOperatorStats',
      summary: 'The queue, decisions, quality and coverage',
      response: operatorStatsSchema,
      handler: readStats,
    }),
    adminRoute({
      role: 'admin',
      tag: 'Statistics',
      method: 'get',
      path: '/stats/calls',
      operationId: 'getCallStats',
      summary: 'Calls by day, and by account and day',
      response: callStatsSchema,
      handler: readCallStats,
    }),
  ];
}
