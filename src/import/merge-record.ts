import { isDeepStrictEqual } from 'node:util';
import { isUncategorized } from '../facts/catalogue-context.ts';
import { isFood, type ProductState, type Suppliers } from '../facts/product-state.ts';
import type { ProvenanceField } from '../quality/quality-score.ts';
import { foldText } from '../text/fold-text.ts';
import { decideField, type FieldClaim, type FieldDecision } from './decide-field.ts';
import type { ImportContext } from './import-context.ts';
import type { ImportRecord } from './import-record.ts';

const OBSOLETE_REASON = 'no longer sold, says the source';

/** A value is empty or not, and two values are equal or not, by its own rules. */
interface FieldValues {
  field: ProvenanceField;
  isCurrentEmpty: boolean;
  isGivenEmpty: boolean;
  isEqual: boolean;
  isAlike?: boolean;
}

/**
 * A product after a source's record was laid over it; `decideField` holds the rules. Pure: the product given is not
 * changed. Values that belong together (nutriments, their basis and the serving) are taken together or not at all.
 */
export function mergeRecord(
  product: ProductState,
  record: ImportRecord,
  brandId: string | null,
  mode: FieldClaim['mode'],
  context: ImportContext,
): ProductState {
  const state: ProductState = { ...product, suppliers: { ...product.suppliers } };
  const trustOf = (sourceId: string) => context.sourceById.get(sourceId)?.trust ?? 0;
  const sourceIdOf = (field: ProvenanceField) =>
    context.sourceByCode.get(record.fieldSources[field] ?? context.sourceCode)?.id ?? context.sourceId;

  const decide = (values: FieldValues): FieldDecision => {
    const sourceId = sourceIdOf(values.field);
    const suppliers = state.suppliers[values.field] ?? [];
    const decision = decideField({ mode, sourceId, suppliers, trustOf, isAlike: values.isEqual, ...values });
    setSuppliers(state.suppliers, values.field, listSuppliers(decision, suppliers, sourceId));
    return decision;
  };
  /** Whether the field is to hold the given value now, which may be no value at all. */
  const isReplaced = (values: FieldValues) => {
    const decision = decide(values);
    return decision === 'take' || decision === 'clear';
  };

  if (
    isReplaced({
      field: 'name',
      isCurrentEmpty: state.name === '',
      isGivenEmpty: false,
      isEqual: state.name === record.name,
      isAlike: foldText(state.name) === foldText(record.name),
    })
  ) {
    state.name = record.name;
  }
  if (isReplaced(compare('brand', state.brandId, brandId))) state.brandId = brandId;
  mergeCategory(state, record, context, isReplaced);

  const { netContent } = record;
  const currentContent =
    state.netContentValue === null ? null : [state.netContentValue, state.netContentUnit];
  if (isReplaced(compare('net_content', currentContent, netContent && [netContent.value, netContent.unit]))) {
    state.netContentValue = netContent?.value ?? null;
    state.netContentUnit = netContent?.unit ?? null;
  }
  if (isReplaced(compare('country_of_origin', state.countryOfOrigin, record.countryOfOrigin))) {
    state.countryOfOrigin = record.countryOfOrigin;
  }
  mergeAttributes(state, record, decide);
  if (isReplaced(compare('image', nullIfEmpty(state.images), nullIfEmpty(record.images))))
    state.images = record.images;
  if (isFood(state, context)) mergeFood(state, record, mode, decide, isReplaced);
  if (mode === 'update') mergeStatus(state, record, sourceIdOf('name'));
  return state;
}

function mergeCategory(
  state: ProductState,
  record: ImportRecord,
  context: ImportContext,
  isReplaced: (values: FieldValues) => boolean,
): void {
  const given = context.categoryByCode.get(record.categoryCode ?? '')?.id ?? null;
  const currentCode = context.categoryById.get(state.categoryId ?? '')?.code ?? 'uncategorized';
  const current = isUncategorized(currentCode) ? null : state.categoryId;
  if (isReplaced(compare('category', current, given))) state.categoryId = given;
  state.categoryId ??= context.uncategorized.id;
}

function mergeAttributes(
  state: ProductState,
  record: ImportRecord,
  decide: (values: FieldValues) => FieldDecision,
): void {
  const given = record.attributes;
  const decision = decide({
    ...compare('attributes', nullIfEmpty(state.attributes), nullIfEmpty(given)),
    isAlike: Object.keys(given).every(
      (key) => state.attributes[key] === undefined || isDeepStrictEqual(state.attributes[key], given[key]),
    ),
  });
  if (decision === 'take' || decision === 'clear') state.attributes = given;
  // Two sources that do not contradict each other complete each other.
  else if (decision === 'agree') state.attributes = { ...given, ...state.attributes };
}

function mergeFood(
  state: ProductState,
  record: ImportRecord,
  mode: FieldClaim['mode'],
  decide: (values: FieldValues) => FieldDecision,
  isReplaced: (values: FieldValues) => boolean,
): void {
  const nutrition = decide({
    field: 'nutriments',
    isCurrentEmpty: state.nutriments === null,
    isGivenEmpty: record.nutriments === null,
    isEqual:
      state.nutritionBasis === record.nutritionBasis &&
      isDeepStrictEqual(state.nutriments, record.nutriments),
    isAlike:
      state.nutritionBasis === record.nutritionBasis && isSameOfShared(state.nutriments, record.nutriments),
  });
  const basisSuppliers = state.suppliers.nutriments ?? [];
  if (nutrition === 'take' || nutrition === 'clear') {
    state.nutriments = record.nutriments;
    state.nutritionBasis = record.nutritionBasis;
    if (!state.suppliers.serving_size) state.servingSize = record.servingSize;
  }
  if (nutrition !== 'keep') {
    setSuppliers(state.suppliers, 'nutrition_basis', state.nutritionBasis === null ? [] : basisSuppliers);
  }
  state.servingSize ??= state.nutriments && record.servingSize;
  if (state.nutriments !== null) state.noNutritionData = false;
  else state.noNutritionData = record.noNutritionData || (mode === 'complete' && state.noNutritionData);

  if (isReplaced(compare('nutri_score', state.nutriScore, record.nutriScore)))
    state.nutriScore = record.nutriScore;
  const ingredients = compare('ingredients_text', state.ingredientsText, record.ingredientsText);
  const isAlike = foldText(state.ingredientsText ?? '') === foldText(record.ingredientsText ?? '');
  if (isReplaced({ ...ingredients, isAlike })) {
    state.ingredientsText = record.ingredientsText;
    // Allergens are read from the ingredients, unless somebody named them.
    if (!state.suppliers.allergens) state.allergens = record.allergens;
  } else if (state.allergens.length === 0) {
    state.allergens = record.allergens;
  }
}

/** A source archives what it alone named, and takes back its own archiving only, never that of an operator. */
function mergeStatus(state: ProductState, record: ImportRecord, sourceId: string): void {
  if (!isDeepStrictEqual(state.suppliers.name, [sourceId])) return;
  if (record.isObsolete && state.status === 'active') {
    state.status = 'archived';
    state.archiveReason = OBSOLETE_REASON;
  } else if (!record.isObsolete && state.status === 'archived' && state.archiveReason === OBSOLETE_REASON) {
    state.status = 'active';
    state.archiveReason = null;
  }
}

function compare(field: ProvenanceField, current: unknown, given: unknown): FieldValues {
  return {
    field,
    isCurrentEmpty: current === null,
    isGivenEmpty: given === null,
    isEqual: isDeepStrictEqual(current, given),
  };
}

function listSuppliers(decision: FieldDecision, suppliers: readonly string[], sourceId: string): string[] {
  if (decision === 'keep') return [...suppliers];
  if (decision === 'take') return [sourceId];
  if (decision === 'agree') return [...new Set([...suppliers, sourceId])];
  return suppliers.filter((id) => id !== sourceId);
}

function setSuppliers(suppliers: Suppliers, field: ProvenanceField, sourceIds: string[]): void {
  if (sourceIds.length > 0) suppliers[field] = sourceIds;
  else delete suppliers[field];
}

function nullIfEmpty<T extends object>(value: T): T | null {
  return Object.keys(value).length > 0 ? value : null;
}

/** Two tables agree when they share a nutriment and differ in none that both have. */
function isSameOfShared(
  current: Record<string, number> | null,
  given: Record<string, number> | null,
): boolean {
  const shared = Object.keys(current ?? {}).filter((key) => given?.[key] !== undefined);
  return shared.length > 0 && shared.every((key) => current?.[key] === given?.[key]);
}
