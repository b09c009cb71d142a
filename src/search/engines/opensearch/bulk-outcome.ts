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

/** The most refused documents that the reason names; the drain splits the batch to find the rest. */
const MOST_NAMED = 100;

/**
 * Returns the outcome of a bulk request. If only some documents were written, the whole request counts as refused or
 * lost.
 */
export function outcomeOfBulk({ took, errors, items }: BulkAnswer): BulkOutcome {
  if (!errors) return { state: 'succeeded', ms: took };
  const failed = items.map((item) => item.index ?? item.delete).filter((item) => item?.error !== undefined);
  // Engine too busy, disk full, or shard or index missing: not the document's fault.
  const lost = failed.find((item) => item?.status !== 400);
  if (lost) return { state: 'lost', reason: describe(lost) };
  return { state: 'refused', reason: failed.slice(0, MOST_NAMED).map(describe).join('; ') };
}

function describe(item: ItemAnswer | undefined): string {
  const { _id: id, error: { type = 'no type given', reason = 'no reason given', caused_by: cause } = {} } =
    item ?? {};
  return `document ${id}: ${type}: ${reason}${cause?.reason ? ` (${cause.reason})` : ''}`;
}
