import { z } from 'zod';
import type { Db } from '../../platform/db/client.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { adminRoutesOf } from '../../platform/http/callers/admin-route.ts';
import { changeTierFigures } from './change-tier.ts';
import { tierChangeSchema, tierCode, tierListSchema, tierSchema } from './tier-contract.ts';
import { listTiersWithAccounts } from './tier-store.ts';

const adminRoute = adminRoutesOf({ role: 'admin', tag: 'Accounts' });

/** What callers may do, by tier. */
export function tierRoutes({ db }: { db: Db }) {
  return [
    adminRoute('get', '/tiers', 'listTiers', {
      summary: 'What callers may do, by tier',
      response: tierListSchema,
      handler: async () => ({ items: await listTiersWithAccounts(db) }),
    }),
    adminRoute('put', '/tiers/{code}', 'changeTier', {
      summary: 'Change the figures of a tier: in force within seconds',
      params: z.object({ code: tierCode }),
      body: tierChangeSchema,
      response: tierSchema,
      errors: ['not_found'],
      handler: async ({ params: { code }, body, author }) => {
        await changeTierFigures(db, code, body, author);
        const tier = (await listTiersWithAccounts(db)).find((item) => item.code === code);
        if (!tier) throw new ApiError('not_found', `There is no tier ${code}.`);
        return tier;
      },
    }),
  ];
}
