import { displayGtin, findGtinWarning, parseGtin } from '../../catalog/barcodes/gtin.ts';
import { compareOffer } from '../../facts/compare-offer.ts';
import type { Db } from '../../db/client.ts';
import type { SearchProducts } from '../../search/search-products.ts';
import { findTarget } from './find-target.ts';
import { COMMUNITY, readOffer } from './offered-words.ts';
import { buildEntry } from '../queue/queue-store.ts';
import { noSuchSubmission } from './require-open-entry.ts';
import type { SubmissionDetail } from './review-contract.ts';
import {
  findAccountEmail,
  findEntry,
  listHistory,
  listPendingOfBarcode,
  type Submission,
} from './review-store.ts';
import { findCategoryCodes } from '../submission-store.ts';

const MOST_DUPLICATES = 5;

export interface DescribeDependencies {
  db: Db;
  searchProducts: SearchProducts;
}

/**
 * All that an operator needs to decide an entry.
 * @throws ApiError `not_found`
 */
export async function describeSubmission(
  { db, searchProducts }: DescribeDependencies,
  id: string,
  signal: AbortSignal,
): Promise<SubmissionDetail> {
  const entry = await findEntry(db, id);
  if (!entry) throw noSuchSubmission();
  const { row } = entry;
  const target = await findTarget(db, row);
  const { name } = buildEntry(entry);
  const [comparison, duplicates, others, history, email] = await Promise.all([
    compareEntry(db, row, target?.id),
    name === null ? [] : findAlike(searchProducts, name, signal),
    row.gtin14 === null ? [] : listPendingOfBarcode(db, row.gtin14, id),
    listHistory(db, id),
    row.accountId === null ? undefined : findAccountEmail(db, row.accountId),
  ]);
  return {
    ...buildEntry(entry),
    content: row.content,
    contact_email: row.contactEmail,
    account: row.accountId !== null && email !== undefined ? { id: row.accountId, email } : null,
    barcode: row.gtin14 === null ? null : judgeBarcode(row.gtin14),
    target: target ?? null,
    comparison,
    possible_duplicates: duplicates
      .filter((product) => product.id !== target?.id)
      .slice(0, MOST_DUPLICATES)
      .map(({ country_of_origin: _country, quality_score: _quality, ...product }) => product),
    other_entries: others.map(({ content, createdAt, ...other }) => ({
      ...other,
      name: typeof content['name'] === 'string' ? content['name'] : null,
      created_at: createdAt.toISOString(),
    })),
    history: history.map(({ at, after, ...step }) => ({
      ...step,
      at: at.toISOString(),
      after: after as Record<string, unknown> | null,
    })),
  };
}

async function compareEntry(
  db: Db,
  row: Submission,
  targetId: string | undefined,
): Promise<SubmissionDetail['comparison']> {
  const { facts } = readOffer(row);
  // The category may have gone since; an approval says so, and this shows what else there is.
  const isGone = facts.category && !(await findCategoryCodes(db, [facts.category])).has(facts.category);
  const { category: _category, ...others } = facts;
  return await compareOffer(db, { productId: targetId, facts: isGone ? others : facts, source: COMMUNITY });
}

async function findAlike(searchProducts: SearchProducts, name: string, signal: AbortSignal) {
  // One more than shown: the product it would complete is among them.
  const { items } = await searchProducts({ q: name, page: 1, size: MOST_DUPLICATES + 1 }, signal);
  return items;
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
