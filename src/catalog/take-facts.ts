import type { Tx } from '../db/client.ts';
import { ApiError } from '../http/api-error.ts';
import type { ProvenanceField } from '../quality/quality-score.ts';
import { foldText } from '../search/fold-text.ts';
import { loadBrandNames, saveBrands } from './save-brands.ts';
import type { CatalogueContext, KnownSource } from './catalogue-context.ts';
import { compareFacts, type ComparedFact } from './compare-facts.ts';
import { describeComparison } from './compare-offer.ts';
import { mergeFacts } from './merge-facts.ts';
import type { FactDecisions } from './product-facts-contract.ts';
import { buildFacts, isEmptyFact, type OfferedFacts, type ProductFacts } from './product-facts.ts';
import { archiveKindOf, type ProductState } from './product-state.ts';
import { resolveOffer } from './resolve-offer.ts';

export interface TakenFacts {
  /** A copy of the product, with the offer laid over it. */
  after: ProductState;
  compared: ComparedFact[];
  spokenFields: ProvenanceField[];
}

/**
 * The state of a product after what was offered is taken; only a brand that is new is written.
 * @throws ApiError `decision_required`, `validation_failed`
 */
export async function takeFacts(
  tx: Tx,
  current: ProductState,
  offer: { facts: OfferedFacts; decisions?: FactDecisions | undefined },
  source: KnownSource,
  context: CatalogueContext,
): Promise<TakenFacts> {
  const { facts: offered, brandId } = await resolveOffer(tx, offer.facts, context);
  const brandNames = await loadBrandNames(tx, [current.brandId]);
  const currentFacts = buildFacts(current, brandNames.get(current.brandId ?? '') ?? null, context);
  const compared = compareFacts(
    {
      current: currentFacts,
      suppliers: current.suppliers,
      archiveKind: archiveKindOf(current, context),
      offered,
      source,
      decisions: offer.decisions ?? {},
    },
    context,
  );
  refuseUndecided(compared);
  if (source.kind === 'operator') refuseNotApplicable(compared);
  const withFlag: ProductFacts =
    source.kind === 'operator' && typeof offered.no_nutrition_data === 'boolean'
      ? { ...currentFacts, no_nutrition_data: offered.no_nutrition_data }
      : currentFacts;
  const { facts, suppliers, spokenFields } = mergeFacts(withFlag, current.suppliers, compared, source.id);
  const isTaken = (field: ProvenanceField) =>
    compared.some((fact) => fact.field === field && fact.outcome === 'taken');
  const after = layOver(current, facts, suppliers);
  if (isTaken('brand')) after.brandId = brandId ?? (await findOrMakeBrand(tx, facts.brand));
  if (isTaken('category')) after.categoryId = findCategory(facts.category, current, context);
  return { after, compared, spokenFields };
}

function layOver(
  state: ProductState,
  facts: ProductFacts,
  suppliers: ProductState['suppliers'],
): ProductState {
  return {
    ...state,
    name: facts.name,
    netContentValue: facts.net_content_value,
    netContentUnit: facts.net_content_unit,
    countryOfOrigin: facts.country_of_origin,
    images: facts.images,
    attributes: facts.attributes,
    nutriments: facts.nutriments,
    nutritionBasis: facts.nutrition_basis,
    servingSize: facts.serving_size,
    nutriScore: facts.nutri_score,
    ingredientsText: facts.ingredients_text,
    allergens: facts.allergens,
    noNutritionData: facts.no_nutrition_data,
    suppliers,
  };
}

async function findOrMakeBrand(tx: Tx, name: string | null): Promise<string | null> {
  if (name === null) return null;
  const ids = await saveBrands(tx, [name]);
  return ids.get(foldText(name)) ?? null;
}

/** A product whose category is taken away goes into the bin of its kind. */
function findCategory(code: string | null, current: ProductState, context: CatalogueContext): string | null {
  const wanted = code ?? `uncategorized-${archiveKindOf(current, context)}`;
  return context.categoryByCode.get(wanted)?.id ?? null;
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

/** What strangers offer beside the point is passed over; an operator is told. */
function refuseNotApplicable(compared: readonly ComparedFact[]): void {
  const fields = compared
    .filter(
      ({ outcome, offered }) => outcome === 'not_applicable' && !Object.values(offered).every(isEmptyFact),
    )
    .map(({ field }) => ({
      field,
      code: 'not_applicable',
      message: 'is a fact of food: put the product into a category of food first',
    }));
  if (fields.length > 0)
    throw new ApiError('validation_failed', 'Some fields are not valid.', { details: { fields } });
}
