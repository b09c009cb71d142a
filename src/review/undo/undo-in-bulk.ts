import type { Db } from '../../platform/db/client.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { Reviewer } from '../decisions/require-open-submission.ts';
import { countBulkRecords, listBulkRecords } from './decision-record-store.ts';
import type { UndoBulkBody, UndoBulkResult } from './undo-contract.ts';
import { undoSubmission } from './undo-submission.ts';

/** Decisions per call; each is a transaction. */
const MAX_PER_CALL = 500;
/** The call ends after this time and returns how many remain. The console times out after 20 s. */
const CALL_MS = 8_000;

/**
 * Takes back the decisions of a bulk, newest first, because later ones may depend on earlier ones. A refused one does
 * not affect the others. Stops after some seconds; `cursor` continues.
 * @throws ApiError `not_found`
 */
export async function undoInBulk(
  db: Db,
  { bulk_id: bulkId, cursor }: UndoBulkBody,
  reviewer: Reviewer,
  signal: AbortSignal,
): Promise<UndoBulkResult> {
  if ((await countBulkRecords(db, bulkId, cursor)).all === 0) {
    throw new ApiError('not_found', 'There is no bulk decision with this id.');
  }
  const until = performance.now() + CALL_MS;
  const results: UndoBulkResult['results'] = [];
  let last = cursor;
  for (const { id, submissionId, name } of await listBulkRecords(db, bulkId, cursor, MAX_PER_CALL)) {
    if (performance.now() > until) break;
    signal.throwIfAborted();
    results.push({ id: submissionId, name, ...(await judge(db, submissionId, reviewer)) });
    last = id;
  }
  const { standing } = await countBulkRecords(db, bulkId, last);
  const count = (wanted: string) => results.filter(({ result }) => result === wanted).length;
  return {
    bulk_id: bulkId,
    done: count('done'),
    refused: count('refused'),
    results,
    cursor: standing > 0 ? (last ?? null) : null,
    remaining: standing,
  };
}

type Verdict = Omit<UndoBulkResult['results'][number], 'id' | 'name'>;

async function judge(db: Db, id: string, reviewer: Reviewer): Promise<Verdict> {
  try {
    await undoSubmission(db, id, reviewer);
    return { result: 'done', code: null, message: null, details: null };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    const { code, message, details = null } = error;
    return { result: 'refused', code, message, details };
  }
}
