import { displayGtin, findGtinWarning, parseGtin } from '../../facts/values/gtin.ts';
import { loadCatalogueContext } from '../../facts/state/catalogue-context.ts';
import { compareClaims } from '../../facts/compare-claims.ts';
import { listHeldFields } from '../../facts/held-fields.ts';
import { readProductStates } from '../../facts/state/product-state-store.ts';
import { listRowsAbout } from '../../platform/audit/entity-rows-store.ts';
import type { Db } from '../../platform/db/client.ts';
import { describePictures } from '../pictures/submitted-pictures.ts';
import type { SearchProducts } from '../../search/search-products.ts';
import { findDuplicates, findPendingTwins } from '../submissions/duplicates/find-duplicates.ts';
import { findTarget } from './review-store.ts';
import { listContent } from '../submissions/submission-content.ts';
import { findDecisionRecord } from '../undo/decision-record-store.ts';
import { COMMUNITY, readSubmittedWords } from './submitted-words.ts';
import { listMessages } from '../submissions/messages/message-store.ts';
import { buildSummary } from '../queue/queue-store.ts';
import { suggestDecisions } from '../rules/suggest-decisions.ts';
import { findSender, keyOf } from '../senders/find-sender.ts';
import { noSuchSubmission } from './require-open-submission.ts';
import type { SubmissionDetail } from './review-contract.ts';
import { findSubmission, listPendingOfBarcode } from './review-store.ts';

interface DescribeDependencies {
  db: Db;
  searchProducts: SearchProducts;
}

/**
 * Returns all that an operator needs to decide a submission. Lists stored values that cannot be used as `unusable`.
 * @throws ApiError `not_found`
 */
export async function describeSubmission(
  { db, searchProducts }: DescribeDependencies,
  id: string,
  signal: AbortSignal,
): Promise<SubmissionDetail> {
  const submission = await findSubmission(db, id);
  if (!submission) throw noSuchSubmission();
  const { row } = submission;
  const senderKey = keyOf(row);
  const [target, context] = await Promise.all([findTarget(db, row), loadCatalogueContext(db)]);
  const product = target && (await readProductStates(db, [target.id])).get(target.id);
  const { facts, unusable } = readSubmittedWords(row, context);
  const [comparison, duplicates, twins, others, history, messages, sender, record, pictures, suggested] =
    await Promise.all([
      compareClaims(db, product, { facts, source: COMMUNITY }, context),
      findDuplicates({ db, searchProducts }, { facts, gtin14: row.gtin14 }, target?.id, signal),
      findPendingTwins(db, row),
      row.gtin14 === null ? [] : listPendingOfBarcode(db, row.gtin14, id),
      listRowsAbout(db, ['submission', id], { order: 'oldest' }),
      listMessages(db, id),
      senderKey ? findSender(db, senderKey) : null,
      row.status === 'pending' ? undefined : findDecisionRecord(db, id),
      describePictures(db, id, target?.id),
      suggestDecisions(db, [id]),
    ]);
  return {
    ...buildSummary(submission),
    suggested: suggested.get(id) ?? null,
    can_ask: row.answerTokenHash !== null,
    messages,
    content: listContent(row.content),
    contact_email: row.contactEmail,
    account:
      row.accountId !== null && sender?.kind === 'account'
        ? { id: row.accountId, email: sender.email }
        : null,
    sender,
    barcode: row.gtin14 === null ? null : judgeBarcode(row.gtin14),
    target: target ? { ...target, held_fields: product ? listHeldFields(product, context) : [] } : null,
    comparison,
    unusable,
    possible_duplicates: duplicates,
    pending_twins: twins,
    other_entries: others.map(({ content, createdAt, ...other }) => ({
      ...other,
      name: readName(content),
      created_at: createdAt.toISOString(),
    })),
    pictures,
    can_undo: record !== undefined,
    history: history.map(({ seq, action, actor, email, at, after }) => ({
      seq,
      action,
      actor,
      operator_email: email,
      at: at.toISOString(),
      after: after as Record<string, unknown> | null,
    })),
  };
}

function readName(stored: unknown): string | null {
  const { name } = listContent(stored);
  return typeof name === 'string' ? name : null;
}

function judgeBarcode(gtin14: string): SubmissionDetail['barcode'] {
  const gtin = displayGtin(gtin14);
  const parsed = parseGtin(gtin);
  if (!parsed.ok) {
    const { reason, message } = parsed;
    return { gtin, gtin14, type: null, pack_level: null, verdict: 'refused', reason, message };
  }
  const warning = findGtinWarning(gtin14);
  return {
    gtin,
    gtin14,
    type: parsed.type,
    pack_level: parsed.packLevelDefault,
    verdict: warning ? 'warning' : 'ok',
    reason: warning?.reason ?? null,
    message: warning?.message ?? null,
  };
}
