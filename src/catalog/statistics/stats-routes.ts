import type { Db } from '../../platform/db/client.ts';
import { route } from '../../platform/http/route.ts';
import { createCachedValue } from './cached-value.ts';
import { statsSchema } from './stats-contract.ts';
import { loadStats } from './stats-store.ts';

export function statsRoutes({ db }: { db: Db }) {
  const readStats = createCachedValue({ load: () => loadStats(db), freshMs: 30_000, maxAgeMs: 60_000 });
  return [
    route('get', '/stats', 'getStats', {
      tag: 'Catalogue',
      summary: 'Size and quality of the catalogue',
      response: statsSchema,
      handler: readStats,
    }),
  ];
}
