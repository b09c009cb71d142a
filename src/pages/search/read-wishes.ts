import { DIETS } from '../../data/ingredients/ingredient-codes.ts';
import { findClaimedAbsent } from '../../data/ingredients/label-claims.ts';
import { releasedNames } from '../../data/names/names.ts';
import { foldText } from '../../platform/text/fold-text.ts';
import { MAX_TEXT_CHARACTERS } from '../../search/search-limits.ts';
import { TYPED, type SearchQuestion } from './search-question.ts';

/** Words of the longest claim: `sans fruits a coque`. */
const LONGEST_CLAIM = 4;

const DIET_WORDS: ReadonlyMap<string, string> = new Map(
  DIETS.flatMap((diet) => Object.values(releasedNames('labels', diet)).map((name) => [foldText(name), diet])),
);

/**
 * Returns the search that a text asks for which names a diet, or an allergen that is not wanted: the words as a filter, and the
 * rest as text. `vegan milk`: milk among the vegan products. Returns undefined for another text, and where the reader asked
 * for the words as they were typed.
 */
export function readWishes(question: SearchQuestion): SearchQuestion | undefined {
  const { q = [], [TYPED]: typed = [], page: _page, ...others } = question;
  const [text = ''] = q;
  if (q.length !== 1 || typed[0] === text || text.length > MAX_TEXT_CHARACTERS) return undefined;
  const left: string[] = [];
  const wishes = {
    diet: [...(others['diet'] ?? [])],
    allergen_not_in: [...(others['allergen_not_in'] ?? [])],
  };
  const words = text.split(/\s+/).filter(Boolean);
  let isUnderstood = false;
  while (words.length > 0) {
    const wish = findWish(words);
    if (wish) wishes[wish.filter].push(wish.value);
    else left.push(words[0] ?? '');
    isUnderstood ||= wish !== undefined;
    words.splice(0, wish?.length ?? 1);
  }
  if (!isUnderstood) return undefined;
  return {
    ...(left.length > 0 && { q: [left.join(' ')] }),
    ...others,
    ...(wishes.diet.length > 0 && { diet: [...new Set(wishes.diet)] }),
    ...(wishes.allergen_not_in.length > 0 && { allergen_not_in: [...new Set(wishes.allergen_not_in)] }),
    [TYPED]: [text],
  };
}

/** Returns the wish that the words begin with. */
function findWish(
  words: readonly string[],
): { filter: 'diet' | 'allergen_not_in'; value: string; length: number } | undefined {
  for (let length = Math.min(LONGEST_CLAIM, words.length); length > 0; length--) {
    const phrase = words.slice(0, length).join(' ');
    const allergen = findClaimedAbsent(phrase);
    if (allergen !== undefined) return { filter: 'allergen_not_in', value: allergen, length };
    const diet = DIET_WORDS.get(foldText(phrase));
    if (diet !== undefined) return { filter: 'diet', value: diet, length };
  }
  return undefined;
}
