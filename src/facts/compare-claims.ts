import type { Db, Tx } from '../platform/db/client.ts';
import { loadBrandNames } from './values/brand-name-store.ts';
import type { CatalogueContext } from './state/catalogue-context.ts';
import { compareFacts, type ComparedFact } from './compare-facts.ts';
import type { FactComparison } from './registry/product-facts-contract.ts';
import { FACT_LIST, isEmptyFact } from './registry/fact-list.ts';
import { buildFacts, pickParts, type ClaimedFacts } from './product-facts.ts';
import { archiveKindOf, buildEmptyState, type ProductState } from './state/product-state.ts';
import { requireSource, resolveFacts } from './resolve-facts.ts';

/**
 * Compares claimed facts with a product, field by field, for display. Takes no locks: `createProduct` and
 * `changeProduct` compare again before they write. An unknown category is ignored. Without a product, the facts
 * compare as those of a new one. `source` is the code of the claiming source.
 */
export async function compareClaims(
  db: Db | Tx,
  product: ProductState | undefined,
  { facts: claimed, source }: { facts: ClaimedFacts; source: string },
  context: CatalogueContext,
): Promise<FactComparison[]> {
  const { category, ...others } = claimed;
  const isKnown = category && context.categoryByCode.has(category);
  const { facts } = await resolveFacts(db, isKnown ? claimed : others, context);
  const state = product ?? { ...buildEmptyState(''), categoryId: findBinFor(facts, context) };
  const brandNames = await loadBrandNames(db, [state.brandId]);
  return compareFacts(
    {
      current: buildFacts(state, brandNames.get(state.brandId ?? '') ?? null, context),
      suppliers: state.suppliers,
      archiveKind: archiveKindOf(state, context),
      offered: facts,
      source: requireSource(context, source),
      decisions: {},
    },
    context,
  ).map(describeComparison);
}

export function describeComparison({
  field,
  group,
  outcome,
  current,
  offered,
  sources,
}: ComparedFact): FactComparison {
  return {
    field,
    group,
    outcome,
    current,
    offered,
    sources: sources.map(({ id, code, name, trust }) => ({ id, code, name, trust })),
  };
}

/** Returns the catch-all category for a new product without one: that of the kind whose facts it has. */
export function findBinFor(facts: ClaimedFacts, context: CatalogueContext): string | null {
  const own = FACT_LIST.find(
    (fact) => fact.kinds && !Object.values(pickParts(facts, fact)).every(isEmptyFact),
  );
  return context.categoryByCode.get(`uncategorized-${own?.kinds?.[0] ?? 'general'}`)?.id ?? null;
}
