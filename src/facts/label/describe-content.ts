import type { DIETS } from '../../data/ingredients/ingredient-codes.ts';
import { nameAssurance } from './assurance.ts';
import type { ContentState } from './content-states.ts';
import type { AllergenStates } from './read-label.ts';

/** Returns what was read of a food’s diets and palm oil. What is assured is what the filters go by. */
export function describeContent(
  archiveKind: string,
  states: AllergenStates,
  assured: readonly string[],
): { diets: Record<(typeof DIETS)[number], ContentState> | null; palm_oil: ContentState | null } {
  if (archiveKind !== 'food') return { diets: null, palm_oil: null };
  const stateOf = (diet: (typeof DIETS)[number]): ContentState =>
    assured.includes(nameAssurance('diet', diet)) ? 'yes' : (states.diets?.[diet] ?? 'unknown');
  return {
    diets: { vegan: stateOf('vegan'), vegetarian: stateOf('vegetarian') },
    palm_oil: assured.includes(nameAssurance('ingredient', 'palm-oil'))
      ? 'no'
      : (states.palm_oil ?? 'unknown'),
  };
}
