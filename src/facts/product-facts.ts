import { isDeepStrictEqual } from 'node:util';
import { foldText } from '../platform/text/fold-text.ts';
import { isUncategorized, type CatalogueContext } from './state/catalogue-context.ts';
import {
  FACT_LIST,
  type Fact,
  type FactName,
  type PartName,
  type ProductFacts,
} from './registry/fact-list.ts';
import type { ProductState, Suppliers } from './state/product-state.ts';

/** Facts as a source claims them. An absent field claims nothing; null claims that there is no value. */
export type ClaimedFacts = { [Name in PartName]?: ProductFacts[Name] | null | undefined };

/** Returns the field that a wire name belongs to: `net_content` for its value and its unit. */
export function fieldOf(name: string): string {
  return FACT_LIST.find(({ parts }) => (parts as readonly string[]).includes(name))?.field ?? name;
}

/** Returns the current facts of a product. */
export function buildFacts(
  state: ProductState,
  brandName: string | null,
  context: CatalogueContext,
): ProductFacts {
  const code = context.categoryById.get(state.categoryId ?? '')?.code ?? null;
  return {
    ...state.facts,
    brand: brandName,
    category: code === null || isUncategorized(code) ? null : code,
  };
}

/** Returns the parts of one fact. */
export function pickParts(facts: ClaimedFacts, { parts }: Pick<Fact, 'parts'>): ClaimedFacts {
  return Object.fromEntries(parts.map((part) => [part, facts[part]]));
}

/** Merges both tables of a fact; `stronger` wins where both have a key. */
export function joinTables({ parts }: Fact, weaker: ClaimedFacts, stronger: ClaimedFacts): ClaimedFacts {
  return Object.fromEntries(
    parts.map((part) => [part, { ...(weaker[part] as object | null), ...(stronger[part] as object | null) }]),
  );
}

/** Returns the suppliers of a fact, or of the fact that it came with. */
export function suppliersOf({ field, saidWith }: Fact, suppliers: Suppliers): readonly string[] {
  return suppliers[field] ?? (saidWith && suppliers[saidWith]) ?? [];
}

/** Returns whether an operator supplies a fact. */
export function isVerified(suppliers: Suppliers, field: FactName, context: CatalogueContext): boolean {
  return suppliers[field]?.some((id) => context.sourceById.get(id)?.kind === 'operator') ?? false;
}

/** Returns whether an operator said that nutrition does not apply. Other sources' amounts do not change that. */
export function isNutritionDenied(
  { no_nutrition_data: isDenied }: Pick<ProductFacts, 'no_nutrition_data'>,
  suppliers: Suppliers,
  context: CatalogueContext,
): boolean {
  return isDenied && isVerified(suppliers, 'no_nutrition_data', context);
}

/**
 * Removes "has no nutrition data" and its suppliers if there are amounts, because they contradict it. Changes both
 * arguments.
 */
export function dropNutritionDenial(
  facts: Pick<ProductFacts, 'nutriments' | 'no_nutrition_data'>,
  suppliers: Suppliers,
): void {
  if (facts.nutriments === null) return;
  facts.no_nutrition_data = false;
  delete suppliers.no_nutrition_data;
}

/** Returns whether two different values mean the same. */
export function isAlike({ alike, parts }: Fact, current: ClaimedFacts, offered: ClaimedFacts): boolean {
  if (alike === 'amount') return isSameAmount(current, offered);
  if (alike === undefined) return false;
  const textsOf = (value: unknown) => (Array.isArray(value) ? value : [value]).map(foldIfText);
  // The order of a list and its duplicates do not matter.
  const setOf = (value: unknown) => [...new Set(textsOf(value))].sort();
  return parts.every((part) => isDeepStrictEqual(setOf(current[part]), setOf(offered[part])));
}

/** A text without letters folds to nothing, so it is compared unfolded. */
const foldIfText = (value: unknown) => (typeof value === 'string' ? foldText(value) || value : '');

const IN_BASE_UNIT: Record<string, { unit: string; factor: number }> = {
  kg: { unit: 'g', factor: 1_000 },
  l: { unit: 'ml', factor: 1_000 },
};

/** 0.5 kg is 500 g. */
function isSameAmount(current: ClaimedFacts, offered: ClaimedFacts): boolean {
  const amountOf = ({ net_content_value: value, net_content_unit: unit }: ClaimedFacts) => {
    const base = IN_BASE_UNIT[unit ?? ''];
    return [Number(((value ?? 0) * (base?.factor ?? 1)).toPrecision(9)), base?.unit ?? unit];
  };
  return isDeepStrictEqual(amountOf(current), amountOf(offered));
}
