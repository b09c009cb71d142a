import type { TaskOutcome } from '../index-engine.ts';

interface ItemAnswer {
  _id?: string;
  status: number;
  error?: { type?: string; reason?: string; caused_by?: { reason?: string } };
}

export interface BulkAnswer {
  took: number;
  errors: boolean;
  items: Partial<Record<'index' | 'delete', ItemAnswer>>[];
}

export type BulkOutcome = Exclude<TaskOutcome, { state: 'pending' }>;

/** Refused documents that are named: the drain divides what it cannot tell apart. */
const MOST_NAMED = 100;

/** Some documents of a bulk request may be taken, and others not: then it counts as refused, or as lost, as a whole. */
export function outcomeOfBulk({ took, errors, items }: BulkAnswer): BulkOutcome {
  if (!errors) return { state: 'succeeded', ms: took };
  const failed = items.map((item) => item.index ?? item.delete).filter((item) => item?.error !== undefined);
  // Too busy, no room on the disk, no such shard or index: not the document's fault.
  const lost = failed.find((item) => item?.status !== 400);
  if (lost) return { state: 'lost', reason: describe(lost) };
  return { state: 'refused', reason: failed.slice(0, MOST_NAMED).map(describe).join('; ') };
}

function describe(item: ItemAnswer | undefined): string {
  const { _id: id, error: { type = 'no type given', reason = 'no reason given', caused_by: cause } = {} } =
    item ?? {};
  return `document ${id}: ${type}: ${reason}${cause?.reason ? ` (${cause.reason})` : ''}`;
}
