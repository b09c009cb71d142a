import type { Db, Tx } from '../platform/db/client.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { findBrandByName } from './values/brand-name-store.ts';
import type { CatalogueContext, KnownSource } from './state/catalogue-context.ts';
import { findCountry, nameCountries } from '../data/countries.ts';
import { emptyOf, PART_LIST } from './registry/fact-list.ts';
import type { ClaimedFacts } from './product-facts.ts';

export interface ResolvedFacts {
  facts: ClaimedFacts;
  /** The id of the claimed brand, if it exists already. */
  brandId: string | undefined;
}

/**
 * Normalizes claimed facts: a brand to its name in the catalogue, a country to English.
 * @throws ApiError `validation_failed` for a category that does not exist
 */
export async function resolveFacts(
  db: Db | Tx,
  claimed: ClaimedFacts,
  context: CatalogueContext,
): Promise<ResolvedFacts> {
  const facts: ClaimedFacts = { ...claimed };
  if (facts.category && !context.categoryByCode.has(facts.category)) {
    throw invalidFact('category', 'unknown_category', `There is no category ${facts.category}.`);
  }
  // A product always has a name, so the name cannot be cleared.
  if (facts.name === null) delete facts.name;
  for (const part of PART_LIST) {
    const empty = emptyOf(part);
    if (facts[part.name] === null && empty !== null) Object.assign(facts, { [part.name]: empty });
  }
  if (facts.nutriments && Object.keys(facts.nutriments).length === 0) facts.nutriments = null;
  if (facts.country_of_origin) {
    facts.country_of_origin = findCountry(facts.country_of_origin) ?? facts.country_of_origin;
  }
  if (facts.countries_sold) facts.countries_sold = nameCountries(facts.countries_sold);
  if (!facts.brand) return { facts, brandId: undefined };
  const brand = await findBrandByName(db, facts.brand);
  return { facts: brand ? { ...facts, brand: brand.name } : facts, brandId: brand?.id };
}

/** @throws a plain Error, because the code calls this with constant source codes */
export function requireSource(context: CatalogueContext, code: string): KnownSource {
  const source = context.sourceByCode.get(code);
  if (!source) throw new Error(`The source "${code}" is missing: run the migrations.`);
  return source;
}

export function invalidFact(field: string, code: string, message: string): ApiError {
  return new ApiError('validation_failed', 'Some fields are not valid.', {
    details: { fields: [{ field, code, message }] },
  });
}
