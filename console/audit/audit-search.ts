import * as z from 'zod/mini';
import { flag, page, text } from '../parts/search-params.ts';

/**
 * The filters of the audit log. Days are `YYYY-MM-DD` in the reader's zone, or in UTC with `utc`, as statistics count
 * them.
 */
export const auditSearch = z.object({
  actor: text,
  action: text,
  entity: text,
  entity_id: text,
  from: text,
  to: text,
  utc: flag,
  page,
});

export type AuditSearch = z.output<typeof auditSearch>;

/** Converts days to timestamps; the last day is included. */
export function buildAuditQuery({ from, to, utc, ...search }: AuditSearch): Omit<AuditSearch, 'utc'> {
  const zone = utc ? 'Z' : '';
  return { ...search, from: startOfDay(from, 0, zone), to: startOfDay(to, 1, zone) };
}

function startOfDay(day: string | undefined, daysLater: number, zone: string): string | undefined {
  const date = day ? new Date(`${day}T00:00:00${zone}`) : undefined;
  if (!date || Number.isNaN(date.getTime())) return undefined;
  if (zone === '') date.setDate(date.getDate() + daysLater);
  else date.setUTCDate(date.getUTCDate() + daysLater);
  return date.toISOString();
}
