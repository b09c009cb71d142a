import { isDeepStrictEqual } from 'node:util';
import { CLAIMED_FACTS, isHeld, keepOverruled, readClaim, setClaim } from '../facts/claims.ts';
import { buildFacts, isAlike, type ClaimedFacts } from '../facts/product-facts.ts';
import { isEmptyFact, isFactOf, type Fact, type ProductFacts } from '../facts/registry/fact-list.ts';
import { archiveKindOf, type ProductState } from '../facts/state/product-state.ts';
import { sourceOf, type ImportContext } from './import-context.ts';
import type { ImportRecord } from './import-record.ts';

/** The brands of the batch's records, of their stored products, and of those products' claims. */
export interface BrandNames {
  idOf: (name: string | null) => string | null;
  nameOf: (id: string | null) => string | null;
}

/**
 * A value of the record that loses becomes its source's claim, and replaces the earlier claim; an overruled value
 * becomes the claim of its former suppliers. Sources that claim a new value become its suppliers. If a value without
 * other suppliers is removed, the claim of the most trusted source takes its place. Changes `state`.
 */
export function mergeClaims(
  before: ProductState,
  state: ProductState,
  record: ImportRecord,
  brands: BrandNames,
  context: ImportContext,
): void {
  const factsOf = (one: ProductState) => buildFacts(one, brands.nameOf(one.brandId), context);
  const [was, is] = [factsOf(before), factsOf(state)];
  const kind = archiveKindOf(state, context);
  let claims = keepOverruled(
    before.claims,
    { facts: was, suppliers: before.suppliers },
    { facts: is, suppliers: state.suppliers },
  );
  // Different spellings may name the same brand.
  const brandId = brands.idOf(record.facts.brand);
  const said: ProductFacts = { ...record.facts, brand: brands.nameOf(brandId) ?? record.facts.brand };
  for (const fact of CLAIMED_FACTS.filter((one) => isFactOf(one, kind))) {
    const { id } = sourceOf(fact.field, record, context);
    const isBelieved = state.suppliers[fact.field]?.includes(id) === true || isHeld(fact, said, is);
    claims = setClaim(claims, id, fact, isBelieved ? undefined : said);
  }
  state.claims = claims;
  if (Object.keys(claims).length === 0) return;
  for (const fact of CLAIMED_FACTS.filter((one) => isFactOf(one, kind))) {
    if (fact.parts.every((part) => isDeepStrictEqual(was[part], is[part]))) continue;
    settle(fact, is, state, brands, context);
  }
}

function settle(
  fact: Fact,
  facts: ClaimedFacts,
  state: ProductState,
  brands: BrandNames,
  context: ImportContext,
): void {
  let isFree = fact.parts.every((part) => isEmptyFact(facts[part]));
  const claimants = Object.keys(state.claims)
    .flatMap((id) => context.sourceById.get(id) ?? [])
    .toSorted((a, b) => b.trust - a.trust || (a.code < b.code ? -1 : 1));
  for (const { id } of claimants) {
    const claim = readClaim(state.claims[id] ?? {}, fact);
    if (!claim) continue;
    if (isFree) {
      if (!take(claim, state, brands, context)) continue;
      isFree = false;
      facts = { ...facts, ...claim };
    } else if (!isHeld(fact, claim, facts) && !isAlike(fact, facts, claim)) continue;
    state.suppliers[fact.field] = [...(state.suppliers[fact.field] ?? []), id];
    if (fact.field === 'nutriments') state.suppliers.nutrition_basis = state.suppliers.nutriments ?? [];
    state.claims = setClaim(state.claims, id, fact, undefined);
  }
}

/** Returns false when the brand or category of the claim was deleted. */
function take(
  { brand, category, ...facts }: ClaimedFacts,
  state: ProductState,
  brands: BrandNames,
  context: ImportContext,
): boolean {
  if (brand) {
    state.brandId = brands.idOf(brand);
    return state.brandId !== null;
  }
  if (category) {
    const known = context.categoryByCode.get(category);
    if (known) state.categoryId = known.id;
    return known !== undefined;
  }
  Object.assign(state.facts, facts);
  return true;
}
