import * as z from 'zod/mini';
import { page, text } from '../parts/search-params.ts';

/** The filters of the audit log; days as `YYYY-MM-DD` in the reader's zone. */
export const auditSearch = z.object({
  actor: text,
  action: text,
  entity: text,
  entity_id: text,
  from: text,
  to: text,
  page,
});

export type AuditSearch = z.output<typeof auditSearch>;

/** Days become moments: the last one is taken in whole. */
export function buildAuditQuery({ from, to, ...search }: AuditSearch): AuditSearch {
  return { ...search, from: startOfDay(from, 0), to: startOfDay(to, 1) };
}

function startOfDay(day: string | undefined, daysLater: number): string | undefined {
  const date = day ? new Date(`${day}T00:00:00`) : undefined;
  if (!date || Number.isNaN(date.getTime())) return undefined;
  date.setDate(date.getDate() + daysLater);
  return date.toISOString();
}
