import type { Db } from '../../platform/db/client.ts';
import { voteCategory } from './category-vote.ts';
import { findCategoryKind, listNamedNeighbours } from './near-name-store.ts';
import { writeProperly } from './proper-writing.ts';
import { readOrigin, readQuantity, rescaleFood, sortEnergy } from './slips.ts';
import type { Suggestion, SuggestionQuery } from './suggestion-contract.ts';

type SaidFacts = SuggestionQuery['facts'];

/** Returns suggested corrections of a product with reasons. Writes nothing and calls no other service. */
export async function suggestFacts(
  db: Db,
  { facts, product_id: productId }: SuggestionQuery,
): Promise<Suggestion[]> {
  const kind = facts.category ? await findCategoryKind(db, facts.category) : undefined;
  const category = kind === undefined ? await suggestCategory(db, facts, productId) : undefined;
  const isFood = kind === 'food' || Object.keys(facts.nutriments ?? {}).length > 0;
  return [
    suggestName(facts),
    category,
    suggestNetContent(facts, isFood),
    suggestCountry(facts),
    suggestEnergy(facts),
  ].filter((suggestion) => suggestion !== undefined);
}

/** Suggests a category if the product has none, or one that no longer exists. */
async function suggestCategory(
  db: Db,
  { name, brand }: SaidFacts,
  exceptId: string | undefined,
): Promise<Suggestion | undefined> {
  if (!name) return undefined;
  const vote = voteCategory(await listNamedNeighbours(db, { name, brand: brand ?? null, exceptId }));
  if (!vote) return undefined;
  const { category, voices, of } = vote;
  return {
    rule: 'category',
    facts: { category },
    reason: `${voices} of the ${of} products with the nearest names are in it.`,
  };
}

function suggestName({ name, brand }: SaidFacts): Suggestion | undefined {
  const written = name ? writeProperly(name, brand ?? null) : undefined;
  if (written === undefined) return undefined;
  return { rule: 'name', facts: { name: written }, reason: 'The name is all in capitals.' };
}

function suggestNetContent(
  { net_content_value: value, net_content_unit: unit }: SaidFacts,
  isFood: boolean,
): Suggestion | undefined {
  if (!value || !unit) return undefined;
  const read = readQuantity(value, unit);
  const meant = (isFood && read ? rescaleFood(read) : undefined) ?? read;
  if (!meant || (meant.unit === unit && meant.value === value)) return undefined;
  const isRescaled = meant.unit !== read?.unit;
  return {
    rule: isRescaled ? 'amount' : 'unit',
    facts: { net_content_value: meant.value, net_content_unit: meant.unit },
    reason: isRescaled ? 'No pack of food holds that.' : `“${unit}” is another writing.`,
  };
}

function suggestCountry({ country_of_origin: origin }: SaidFacts): Suggestion | undefined {
  const country = origin ? readOrigin(origin) : undefined;
  if (country === undefined) return undefined;
  return { rule: 'country', facts: { country_of_origin: country }, reason: `“${origin}” names it.` };
}

function suggestEnergy({ nutriments }: SaidFacts): Suggestion | undefined {
  const sorted = nutriments ? sortEnergy(nutriments) : undefined;
  if (!sorted) return undefined;
  return {
    rule: 'energy',
    facts: { nutriments: sorted },
    reason: '1 kcal is 4.184 kJ: the two stand in each other’s place.',
  };
}
