import { z } from 'zod';
import type { Db } from '../db/client.ts';
import { pagingQuery } from '../http/paging.ts';
import { adminRoutesOf } from '../http/callers/admin-route.ts';
import { listAuditChoices } from './audit-choice-store.ts';
import { auditCheckSchema, auditChoicesSchema, auditFilters, auditPageSchema } from './audit-contract.ts';
import { listAuditEntries } from './audit-store.ts';
import { verifyAuditChain } from './verify-audit.ts';

const adminRoute = adminRoutesOf({ tag: 'Audit' });

/** Reading and hashing this many rows takes about a second. */
const ROWS_PER_CHECK = 20_000;

export function auditRoutes({ db }: { db: Db }) {
  return [
    adminRoute('get', '/audit', 'listAuditEntries', {
      role: 'reviewer',
      summary: 'Who changed what and when, the newest first',
      query: z.object({ ...pagingQuery, ...auditFilters }),
      response: auditPageSchema,
      handler: async ({ query: { page, size, ...filter } }) => {
        const { items, total } = await listAuditEntries(db, filter, {
          limit: size,
          offset: (page - 1) * size,
        });
        return { items, page, size, total };
      },
    }),
    adminRoute('get', '/audit/choices', 'listAuditChoices', {
      role: 'reviewer',
      summary: 'The values to filter the log by',
      response: auditChoicesSchema,
      handler: () => listAuditChoices(db),
    }),
    adminRoute('get', '/audit/verify', 'verifyAuditLog', {
      role: 'admin',
      summary: `Check that the audit log is unchanged, ${ROWS_PER_CHECK} rows at a time`,
      query: z.object({
        after: z
          .string()
          .regex(/^\d{1,15}$/, 'must be a whole number')
          .transform(Number)
          .default(0)
          .meta({
            type: 'integer',
            minimum: 0,
            maximum: 999_999_999_999_999,
            default: 0,
            description: 'Begins with the row after this one',
          }),
      }),
      response: auditCheckSchema,
      handler: async ({ query: { after } }) =>
        await verifyAuditChain(db, { after, mostRows: ROWS_PER_CHECK }),
    }),
  ];
}
