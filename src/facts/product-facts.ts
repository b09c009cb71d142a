import { isDeepStrictEqual } from 'node:util';
import { foldText } from '../platform/text/fold-text.ts';
import { isUncategorized, type CatalogueContext } from './state/catalogue-context.ts';
import { FACT_LIST, type Fact, type PartName, type ProductFacts } from './registry/fact-list.ts';
import type { ProductState } from './state/product-state.ts';

/** Facts as a source claims them: an absent field claims nothing, null claims that there is no value. */
export type ClaimedFacts = { [Name in PartName]?: ProductFacts[Name] | null | undefined };

/** The field that a wire name is decided about with: `net_content` for its value and its unit. */
export function fieldOf(name: string): string {
  return FACT_LIST.find(({ parts }) => (parts as readonly string[]).includes(name))?.field ?? name;
}

/** The facts a product has now. */
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

/** The names of one field and what they hold. */
export function pickParts(facts: ClaimedFacts, { parts }: Pick<Fact, 'parts'>): ClaimedFacts {
  return Object.fromEntries(parts.map((part) => [part, facts[part]]));
}

/** Whether two values mean the same though they are not the same. */
export function isAlike({ alike, parts }: Fact, current: ClaimedFacts, offered: ClaimedFacts): boolean {
  if (alike === 'amount') return isSameAmount(current, offered);
  if (alike === undefined) return false;
  const textsOf = (value: unknown) => (Array.isArray(value) ? value : [value]).map(foldIfText);
  // Of a list neither the order nor how often something is said matters.
  const setOf = (value: unknown) => [...new Set(textsOf(value))].sort();
  return parts.every((part) => isDeepStrictEqual(setOf(current[part]), setOf(offered[part])));
}

/** A text without letters is compared as it is. */
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
