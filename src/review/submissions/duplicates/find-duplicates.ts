import { displayGtin } from '../../../facts/values/gtin.ts';
import type { Db } from '../../../platform/db/client.ts';
import type { ClaimedFacts } from '../../../facts/product-facts.ts';
import { foldText } from '../../../platform/text/fold-text.ts';
import { unmaskLetters } from '../../../platform/text/look-alikes.ts';
import type { SearchProducts } from '../../../search/search-products.ts';
import { listContent } from '../submission-content.ts';
import type { PendingTwinView, PossibleDuplicate } from './duplicates-contract.ts';
import { findCandidates, listPendingAlike, type CandidateProduct } from './duplicate-store.ts';
import { compareForSimilarity, type Comparable } from './similarity-rule.ts';

/** Limit of shown candidates that are not strong; all strong ones are shown. */
const MAX_SHOWN = 5;
const MAX_FOUND = 10;

interface SubmittedProduct {
  facts: ClaimedFacts;
  gtin14: string | null;
}

/** Returns products that a submission may be about, most alike first. `exceptId`: the product it would complete. */
export async function findDuplicates(
  { db, searchProducts }: { db: Db; searchProducts: SearchProducts },
  submitted: SubmittedProduct,
  exceptId: string | undefined,
  signal: AbortSignal,
): Promise<PossibleDuplicate[]> {
  const { name } = submitted.facts;
  if (!name) return [];
  const { items } = await searchProducts({ q: unmaskMixed(name), page: 1, size: MAX_FOUND }, signal);
  const foundIds = items.map(({ id }) => id);
  const candidates = await findCandidates(db, submitted.facts, submitted.gtin14, foundIds);
  const judged = judgeCandidates(candidates, submitted).filter(
    ({ id, reasons }) => id !== exceptId && reasons.length > 0,
  );
  return judged.filter(({ needs_confirmation: isStrong }, place) => isStrong || place < MAX_SHOWN);
}

/** Returns a name to search for. One with Latin letters may have others that only look like them. */
function unmaskMixed(name: string): string {
  const folded = foldText(name);
  return /[a-z]/.test(folded) ? unmaskLetters(folded) : name;
}

/** Compares candidates and sorts them by similarity, then by id for a stable order. */
export function judgeCandidates(
  candidates: readonly CandidateProduct[],
  submitted: SubmittedProduct,
): PossibleDuplicate[] {
  const wanted = comparableOf(submitted);
  return candidates
    .map(({ comparable, gtin14, categoryPath, ...product }) => {
      const { similarity, reasons, nameLikeness, isStrong } = compareForSimilarity(wanted, comparable);
      return {
        ...product,
        gtin: gtin14 === null ? null : displayGtin(gtin14),
        category_path: categoryPath,
        score: Math.round(nameLikeness * 1e6) / 1e6,
        similarity,
        reasons,
        needs_confirmation: isStrong,
      };
    })
    .toSorted((a, b) => b.similarity - a.similarity || (a.id < b.id ? -1 : 1));
}

/** Returns other pending submissions that may be about the same product, most alike first. */
export async function findPendingTwins(
  db: Db,
  submission: { id: string; gtin14: string | null; content: unknown },
): Promise<PendingTwinView[]> {
  const facts = readComparable(submission.content);
  const rows = await listPendingAlike(db, {
    gtin14: submission.gtin14,
    name: facts.name ?? null,
    exceptId: submission.id,
  });
  const wanted = comparableOf({ facts, gtin14: submission.gtin14 });
  return rows
    .map(({ content, gtin14, created_at: createdAt, ...row }) => {
      const other = readComparable(content);
      const alike = compareForSimilarity(wanted, comparableOf({ facts: other, gtin14 }));
      return {
        ...row,
        name: other.name ?? null,
        brand: other.brand ?? null,
        gtin: gtin14 === null ? null : displayGtin(gtin14),
        created_at: createdAt.toISOString(),
        similarity: alike.similarity,
        reasons: alike.reasons,
        // One of the same barcode completes what the first makes.
        needs_confirmation: alike.isStrong && (gtin14 === null || gtin14 !== submission.gtin14),
      };
    })
    .toSorted((a, b) => b.similarity - a.similarity);
}

function comparableOf({ facts, gtin14 }: SubmittedProduct): Comparable {
  return { facts, gtins: gtin14 === null ? [] : [gtin14] };
}

/** Reads the compared fields of content stored by any release. An amount that is not a number counts as missing. */
function readComparable(stored: unknown): ClaimedFacts {
  const content = listContent(stored);
  const text = (name: string) => {
    const value = content[name];
    return typeof value === 'string' ? value : null;
  };
  const amount = content['net_content_value'];
  return {
    name: text('name'),
    brand: text('brand'),
    category: text('category'),
    net_content_value: typeof amount === 'number' ? amount : null,
    net_content_unit: text('net_content_unit') as ClaimedFacts['net_content_unit'],
  };
}
