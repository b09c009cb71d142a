import { STATED_ALLERGENS } from '../../data/ingredients/stated-allergens.ts';
import type { Evidence } from '../../facts/label/label-evidence.ts';
import type { AllergenStates } from '../../facts/label/read-label.ts';
import { ALLERGEN_CODES } from '../../facts/registry/fact-codes.ts';
import type { AllergenState, ProductSource } from './product-contract.ts';

type Source = Pick<ProductSource, 'id' | 'code' | 'fields' | 'claims'>;

/** Returns the state of each allergen that labels must name, and of others that are known, with its evidence. */
export function describeAllergens(states: AllergenStates, sources: readonly Source[]): AllergenState[] {
  const codeOf = new Map(sources.map(({ id, code }) => [id, code]));
  const readers = sources
    .filter(({ fields, claims }) =>
      [...fields, ...Object.keys(claims)].some((name) => INGREDIENTS.includes(name)),
    )
    .map(({ id }): Evidence => [id, 'ingredients']);
  const readersSay = uniqueInOrder(readers, codeOf);
  const found: AllergenState[] = [];
  for (const allergen of ALLERGEN_CODES) {
    const [state, by] = findState(allergen, states);
    if (state === 'unknown' && !STATED.includes(allergen)) continue;
    const said_by = state === 'not_stated' ? readersSay : uniqueInOrder(by, codeOf);
    const kinds = state === 'contains' ? [...(states.kinds?.[allergen] ?? [])] : [];
    found.push({ allergen, state, said_by, kinds });
  }
  return found;
}

const STATED: readonly string[] = STATED_ALLERGENS;
const INGREDIENTS: readonly string[] = ['ingredients_text', 'ingredients_texts'];

function findState(code: string, states: AllergenStates): [AllergenState['state'], by: readonly Evidence[]] {
  for (const state of ['contains', 'may_contain', 'free_from'] as const) {
    const by = states[state]?.[code];
    if (by) return [state, by];
  }
  return [states.not_stated?.includes(code) ? 'not_stated' : 'unknown', []];
}

/** Sorted and without duplicates, because the order of sources differs in a copy of the catalogue. */
function uniqueInOrder(
  by: readonly Evidence[],
  codeOf: ReadonlyMap<string, string>,
): AllergenState['said_by'] {
  if (by.length === 0) return [];
  const said = new Map(
    by.flatMap(([id, place]) => {
      const source = codeOf.get(id);
      return source === undefined ? [] : [[`${source} ${place}`, { source, in: place }] as const];
    }),
  );
  return [...said].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
}
