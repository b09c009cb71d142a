import type { UndoBulkBody, UndoBulkResult } from '../../../src/review/undo/undo-contract.ts';
import type { ApiClient } from '../../api/api-client.ts';
import { countOf } from '../../parts/text/number-format.ts';

/** One action that can be undone. */
export interface Decided {
  text: string;
  kind: 'approve' | 'reject';
  ids: readonly string[];
  bulkId?: string;
  /** Number of decisions. */
  count: number;
  /** Resolves to false if the action was refused, so that there is nothing to undo. */
  hasHappened: Promise<boolean>;
}

/**
 * Undoes an action. Returns a message on the result.
 * @throws ApiProblem if a single decision cannot be undone
 */
export async function takeBack(api: ApiClient, { ids, bulkId, text }: Decided): Promise<string> {
  if (bulkId !== undefined) return await takeBulkBack(api, bulkId);
  await api.post('/submissions/{id}/undo', { path: { id: ids[0] ?? '' }, body: {} });
  return `Took ${text} back`;
}

/** Undoes a bulk decision, call by call. */
export async function takeBulkBack(api: ApiClient, bulkId: string): Promise<string> {
  const refused: UndoBulkResult['results'] = [];
  let done = 0;
  let cursor: number | null | undefined;
  do {
    const body: UndoBulkBody = { bulk_id: bulkId, ...(cursor ? { cursor } : {}) };
    const part: UndoBulkResult = await api.post('/submissions/bulk/undo', { body });
    refused.push(...part.results.filter(({ result }) => result === 'refused'));
    done += part.done;
    ({ cursor } = part);
  } while (cursor !== null);
  const [first] = refused;
  const stay = first
    ? `; ${countOf(refused.length, 'submission stays', 'submissions stay')} as decided, ${first.name ?? first.id}: ${first.message}`
    : '';
  return `Took ${countOf(done, 'submission')} back${stay}`;
}
