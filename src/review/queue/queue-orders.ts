import { sql, type SQL } from 'drizzle-orm';
import type { QueueFilters } from './queue-contract.ts';

/** For each `sort`: the order of the queue, and the condition on submissions behind the given one in that order. */
export const QUEUE_ORDERS: Record<QueueFilters['sort'], { order: SQL; isBehind: (id: string) => SQL }> = {
  oldest: {
    order: sql`submissions.created_at, submissions.id`,
    isBehind: (id) => sql`(submissions.created_at, submissions.id) >
      (select created_at, id from submissions where id = ${id})`,
  },
  newest: {
    order: sql`submissions.created_at desc, submissions.id desc`,
    isBehind: (id) => sql`(submissions.created_at, submissions.id) <
      (select created_at, id from submissions where id = ${id})`,
  },
  riskiest: {
    order: sql`submissions.risk desc, submissions.created_at, submissions.id`,
    isBehind: (id) => sql`(-submissions.risk, submissions.created_at, submissions.id) >
      (select -risk, created_at, id from submissions where id = ${id})`,
  },
};
