import type { Tx } from '../platform/db/client.ts';
import { ApiError } from '../platform/http/api-error.ts';
import type { ProvenanceField } from '../quality/quality-score.ts';
import { foldText } from '../platform/text/fold-text.ts';
import { loadBrandNames, saveBrands, type NamedBrand } from './values/brand-name-store.ts';
import type { CatalogueContext, KnownSource } from './state/catalogue-context.ts';
import { keepOverruled } from './claims.ts';
import { compareFacts, isOtherBasis, type ComparedFact, type FactQuestion } from './compare-facts.ts';
import { describeComparison } from './compare-claims.ts';
import type { FactDecisions } from './registry/product-facts-contract.ts';
import { FACT_LIST, isEmptyFact, type ProductFacts } from './registry/fact-list.ts';
import { buildFacts, type ClaimedFacts, dropNutritionDenial, pickParts } from './product-facts.ts';
import { archiveKindOf, type ProductState, type Suppliers } from './state/product-state.ts';
import { invalidFact, resolveFacts, type ResolvedFacts } from './resolve-facts.ts';
import { listSuppliers } from './decide-fact.ts';

interface TakenFacts {
  /** A copy of the product with the claims applied. */
  after: ProductState;
  compared: ComparedFact[];
  spokenFields: ProvenanceField[];
}

/** Also has the names of the brands before and after, by id. */
type TakenWithBrands = TakenFacts & { brandNames: Map<string, string> };

/**
 * Returns the state of a product after the claims are applied; writes only a new brand.
 * @throws ApiError `decision_required`, `validation_failed`
 */
export async function takeFacts(
  tx: Tx,
  current: ProductState,
  claims: { facts: ClaimedFacts; decisions?: FactDecisions | undefined },
  source: KnownSource,
  context: CatalogueContext,
): Promise<TakenWithBrands> {
  const resolved = await resolveFacts(tx, claims.facts, context);
  const brandNames = await loadBrandNames(tx, [current.brandId]);
  const taken = takeResolvedFacts(
    current,
    { ...resolved, brandName: brandNames.get(current.brandId ?? '') ?? null, decisions: claims.decisions },
    source,
    context,
  );
  const { brand: name } = resolved.facts;
  if (name && isTaken(taken.compared, 'brand')) {
    const brand = resolved.brandId ? { id: resolved.brandId, name } : await makeBrand(tx, name);
    taken.after.brandId = brand?.id ?? null;
    if (brand) brandNames.set(brand.id, brand.name);
  }
  return { ...taken, brandNames };
}

/** Like `takeFacts`, for known brands: `brandId` is the claimed brand, `brandName` the product's. Pure. */
export function takeResolvedFacts(
  current: ProductState,
  claims: ResolvedFacts & { brandName: string | null; decisions?: FactDecisions | undefined },
  source: KnownSource,
  context: CatalogueContext,
): TakenFacts {
  const { facts: offered, brandId } = claims;
  const currentFacts = buildFacts(current, claims.brandName, context);
  const question: FactQuestion = {
    current: currentFacts,
    suppliers: current.suppliers,
    archiveKind: archiveKindOf(current, context),
    offered,
    source,
    decisions: claims.decisions ?? {},
  };
  refuseContradiction(question);
  const compared = compareFacts(question, context);
  refuseUndecided(compared);
  if (source.kind === 'operator') refuseNotApplicable(compared);
  const { facts, suppliers, spokenFields } = mergeFacts(currentFacts, current.suppliers, compared, source.id);
  const after = layFactsOver(current, facts, suppliers);
  after.claims = keepOverruled(
    current.claims,
    { facts: currentFacts, suppliers: current.suppliers },
    { facts, suppliers },
    source.id,
  );
  if (isTaken(compared, 'brand')) after.brandId = brandId ?? null;
  if (isTaken(compared, 'category')) after.categoryId = findCategory(facts.category, current, context);
  return { after, compared, spokenFields };
}

function isTaken(compared: readonly ComparedFact[], field: ProvenanceField): boolean {
  return compared.some((fact) => fact.field === field && fact.outcome === 'taken');
}

/** Returns the state with these facts and suppliers. Brand and category, stored as ids, stay. */
export function layFactsOver(
  state: ProductState,
  facts: ProductFacts,
  suppliers: ProductState['suppliers'],
): ProductState {
  const { brand: _brand, category: _category, ...stored } = facts;
  return { ...state, facts: stored, suppliers };
}

export async function makeBrand(tx: Tx, name: string | null): Promise<NamedBrand | undefined> {
  return name === null ? undefined : (await saveBrands(tx, [name])).get(foldText(name));
}

/** Returns the category's id; a product without one goes into the catch-all category of its kind. */
function findCategory(code: string | null, current: ProductState, context: CatalogueContext): string | null {
  const wanted = code ?? `uncategorized-${archiveKindOf(current, context)}`;
  return context.categoryByCode.get(wanted)?.id ?? null;
}

function refuseContradiction(question: FactQuestion): void {
  const { nutriments, nutrition_basis: basis } = question.decisions ?? {};
  if (!nutriments || !basis || nutriments === basis || !isOtherBasis(question)) return;
  throw invalidFact(
    'nutrition_basis',
    'contradiction',
    'The amounts are for another basis: take both, or keep both. The decision is `nutriments`.',
  );
}

function refuseUndecided(compared: readonly ComparedFact[]): void {
  const fields = compared.filter(({ outcome }) => outcome === 'conflict').map(describeComparison);
  if (fields.length === 0) return;
  const names = fields.map(({ field }) => field).join(', ');
  throw new ApiError(
    'decision_required',
    `Better trusted values would be replaced: ${names}. Take or keep?`,
    {
      details: { fields },
    },
  );
}

/** Refuses an operator's facts that do not apply to the product; submitted ones are ignored. */
function refuseNotApplicable(compared: readonly ComparedFact[]): void {
  const fields = compared
    .filter(
      ({ outcome, offered }) => outcome === 'not_applicable' && !Object.values(offered).every(isEmptyFact),
    )
    .map(({ field }) => ({ field, code: 'not_applicable', message: describeKind(field) }));
  if (fields.length > 0)
    throw new ApiError('validation_failed', 'Some fields are not valid.', { details: { fields } });
}

function describeKind(field: ProvenanceField): string {
  const kind = FACT_LIST.find((fact) => fact.field === field)?.kinds?.join(' and ') ?? 'another kind';
  return `is a fact of ${kind}: put the product into a category of ${kind} first`;
}

interface MergedFacts {
  facts: ProductFacts;
  suppliers: Suppliers;
  /** The fields that the source has just stated. */
  spokenFields: ProvenanceField[];
}

/** Returns the facts and suppliers of a product after the outcomes are applied. Pure. */
function mergeFacts(
  current: ProductFacts,
  currentSuppliers: Suppliers,
  compared: readonly ComparedFact[],
  sourceId: string,
): MergedFacts {
  let facts = { ...current };
  const suppliers: Suppliers = { ...currentSuppliers };
  const spokenFields: ProvenanceField[] = [];
  for (const { field, outcome, result, sources, isShared } of compared) {
    const sourceIds = sources.map(({ id }) => id);
    if (outcome !== 'taken' && (outcome !== 'confirmed' || sourceIds.includes(sourceId))) continue;
    if (outcome === 'taken') {
      keepSuppliersOfCompanions(field, facts, suppliers);
      facts = { ...facts, ...(result as Partial<ProductFacts>) };
      if (saysNothing(result)) {
        delete suppliers[field];
        continue;
      }
    }
    suppliers[field] = listSuppliers(outcome, sourceIds, sourceId, isShared);
    spokenFields.push(field);
  }
  dropNutritionDenial(facts, suppliers);
  return { facts, suppliers, spokenFields };
}

/** Returns whether the result is empty. A single flag is a statement even if false. */
function saysNothing(result: ClaimedFacts): boolean {
  const values = Object.values(result);
  return values.every((value) => isEmptyFact(value) && (value !== false || values.length > 1));
}

/** Facts that came with a replaced field, such as allergens with ingredients, keep its suppliers. */
function keepSuppliersOfCompanions(field: ProvenanceField, facts: ProductFacts, suppliers: Suppliers): void {
  for (const companion of FACT_LIST.filter(({ saidWith }) => saidWith === field)) {
    const value: ClaimedFacts = pickParts(facts, companion);
    const isThere = !Object.values(value).every(isEmptyFact);
    if (isThere && suppliers[field]) suppliers[companion.field] ??= suppliers[field];
  }
}
