import { readPage, readText, type RawSearch } from '../parts/search-params.ts';

/** The filters of the audit log, as its address holds them; days as `YYYY-MM-DD` in the reader's zone. */
export interface AuditSearch {
  actor?: string | undefined;
  action?: string | undefined;
  entity?: string | undefined;
  entity_id?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  page?: number | undefined;
}

export function readAuditSearch(search: RawSearch): AuditSearch {
  return {
    actor: readText(search, 'actor'),
    action: readText(search, 'action'),
    entity: readText(search, 'entity'),
    entity_id: readText(search, 'entity_id'),
    from: readText(search, 'from'),
    to: readText(search, 'to'),
    page: readPage(search),
  };
}

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
