import { isDeepStrictEqual } from 'node:util';
import type { CatalogueContext } from '../../../facts/state/catalogue-context.ts';
import { buildFacts } from '../../../facts/product-facts.ts';
import { buildStateScore, type ProductState } from '../../../facts/state/product-state.ts';

type AuditView = Record<string, unknown>;

/** Returns a product as the audit log stores it: facts by their wire names, status and score. */
export function buildAuditView(
  state: ProductState,
  brandNames: ReadonlyMap<string, string>,
  context: CatalogueContext,
): AuditView {
  return {
    ...buildFacts(state, brandNames.get(state.brandId ?? '') ?? null, context),
    status: state.status,
    archive_reason: state.archiveReason,
    merged_into_id: state.mergedIntoId,
    quality_score: buildStateScore(state, context),
  };
}

/** Returns only the values that differ between both states; for a new product, all values. */
export function buildAuditDiff(
  before: ProductState | undefined,
  after: ProductState,
  brandNames: ReadonlyMap<string, string>,
  context: CatalogueContext,
): { before: AuditView | undefined; after: AuditView } {
  const is = buildAuditView(after, brandNames, context);
  if (!before) return { before: undefined, after: is };
  const was = buildAuditView(before, brandNames, context);
  const changed = Object.keys(is).filter((key) => !isDeepStrictEqual(was[key], is[key]));
  const pick = (view: AuditView) => Object.fromEntries(changed.map((key) => [key, view[key]]));
  return { before: pick(was), after: pick(is) };
}
