import { DIETS, INGREDIENT_CODES } from '../../data/ingredients/ingredient-codes.ts';
import type { AnimalOrigin } from '../../data/ingredients/ingredient-words.ts';
import { isStated, mustBeNamed } from '../../data/ingredients/markets.ts';
import { ALLERGEN_CODES } from '../registry/fact-codes.ts';
import type { CatalogueContext } from '../state/catalogue-context.ts';
import { isFood, type ProductState } from '../state/product-state.ts';
import { nameAssurance } from './assurance.ts';
import { judgeDiet, judgeIngredient, UNSUITABLE, type ContentState } from './content-states.ts';
import { collectEvidence, type Evidence, type LabelEvidence } from './label-evidence.ts';
import type { IngredientReading } from './ingredient-reading.ts';

/** What is stored of a label: allergens by known state, with their evidence. A missing code is unknown. */
export type AllergenStates = Partial<
  Record<'contains' | 'may_contain' | 'free_from', Readonly<Record<string, readonly Evidence[]>>>
> & {
  /** The whole label was read and does not name these. */
  not_stated?: readonly string[];
  /** Which cereals or tree nuts the ingredients name. */
  kinds?: Readonly<Record<string, readonly string[]>>;
  /** Diets that it does not suit, or may not: one that is assured or unknown is missing. */
  diets?: Readonly<Record<string, ContentState>>;
  /** Missing if it is assured to have none, or unknown. */
  palm_oil?: 'yes' | 'maybe';
};

interface LabelReading {
  states: AllergenStates;
  /** What filters may rely on (see `assurance.ts`). */
  assured: string[];
}

/**
 * Determines a food's allergens from its sources. The strictest statement wins, whatever the trust: contains, may
 * contain, free from, not stated. Only an operator can lower a state (`free_from`). Unknown words assure nothing.
 */
export function readLabel(state: Pick<ProductState, 'facts' | 'suppliers' | 'claims'>): LabelReading {
  const evidence = collectEvidence(state);
  const readings = [...evidence.texts, evidence.names, evidence.additives];
  const found = ALLERGEN_CODES.map((code) => findState(code, evidence, state));
  const having = (wanted: AllergenFinding['state']) => found.filter(({ state: one }) => one === wanted);
  const whoSays = (wanted: AllergenFinding['state']) =>
    Object.fromEntries(having(wanted).map(({ code, by }) => [code, by]));
  const diets = Object.fromEntries(DIETS.map((diet) => [diet, findDiet(diet, evidence)]));
  const ingredients = INGREDIENT_CODES.map(
    (code) => [code, findIngredient(code, readings, evidence)] as const,
  );
  const palmOil = ingredients.find(([code]) => code === 'palm-oil')?.[1];
  const states = {
    contains: whoSays('contains'),
    may_contain: whoSays('may_contain'),
    free_from: whoSays('free_from'),
    not_stated: having('not_stated').map(({ code }) => code),
    kinds: joinKinds(evidence),
    diets: keepDoubts(diets),
    ...((palmOil === 'yes' || palmOil === 'maybe') && { palm_oil: palmOil }),
  };
  const filled = Object.entries(states).filter(([, value]) => Object.keys(value).length > 0);
  return {
    states: Object.fromEntries(filled),
    assured: [
      ...found.filter(({ isWithout }) => isWithout).map(({ code }) => nameAssurance('allergen', code)),
      ...found.filter((one) => one.isWithoutTraces).map(({ code }) => nameAssurance('trace', code)),
      ...ingredients.filter(([, has]) => has === 'no').map(([code]) => nameAssurance('ingredient', code)),
      ...DIETS.filter((diet) => diets[diet] === 'yes').map((diet) => nameAssurance('diet', diet)),
    ],
  };
}

/** Reads the label of a state; products that are not food have no allergen states. */
export function readStateLabel(
  state: ProductState,
  context: CatalogueContext,
): { states: AllergenStates | null; assured: string[] } {
  return isFood(state, context) ? readLabel(state) : { states: null, assured: [] };
}

interface AllergenFinding {
  code: string;
  state: 'contains' | 'may_contain' | 'free_from' | 'not_stated' | 'unknown';
  by: readonly Evidence[];
  /** Whether the product reliably does not contain the allergen. */
  isWithout: boolean;
  /** Whether it reliably has not even traces of it. */
  isWithoutTraces: boolean;
}

function findState(
  code: string,
  evidence: LabelEvidence,
  state: Pick<ProductState, 'facts' | 'suppliers'>,
): AllergenFinding {
  const operators = state.facts.free_from.includes(code) ? (state.suppliers.free_from ?? []) : undefined;
  if (operators) {
    const by = operators.map((id): Evidence => [id, 'free_from']);
    return { code, state: 'free_from', by, isWithout: true, isWithoutTraces: true };
  }
  const contains = evidence.contains.get(code);
  if (contains) return { code, state: 'contains', by: contains, isWithout: false, isWithoutTraces: false };
  const mayContain = evidence.mayContain.get(code) ?? (evidence.names.traces.has(code) ? [] : undefined);
  const claims = evidence.claimedAbsent.get(code);
  const isClaimed = claims !== undefined && !isSuspected(code, evidence);
  const isAbsent = isClaimed || isNotStated(code, evidence);
  // The end of a sentence about traces cannot be found reliably: a text that names the allergen there assures
  // nothing.
  const isWithout = isAbsent && !evidence.tracesInTexts.has(code);
  if (mayContain) return { code, state: 'may_contain', by: mayContain, isWithout, isWithoutTraces: false };
  const areTracesKnown = evidence.tellsTraces && !evidence.hasUnclearTrace;
  return {
    code,
    state: isClaimed ? 'free_from' : isAbsent ? 'not_stated' : 'unknown',
    by: isClaimed ? claims : [],
    isWithout,
    isWithoutTraces: isWithout && (isClaimed || areTracesKnown),
  };
}

/** Returns whether a name of the product, or part of an unknown word, contradicts a label's claim. */
function isSuspected(code: string, { texts, names, hasUnclearAllergen }: LabelEvidence): boolean {
  return (
    hasUnclearAllergen ||
    names.named.has(code) ||
    [...texts, names].some(({ suspected }) => suspected.has(code))
  );
}

/** Returns whether the whole label was read, must name the allergen wherever the product is sold, and does not. */
function isNotStated(code: string, evidence: LabelEvidence): boolean {
  const { texts, countries } = evidence;
  return (
    isStated(code) &&
    isWhollyRead(evidence) &&
    texts.every(({ maybe }) => !maybe.has(code)) &&
    !evidence.additives.maybe.has(code) &&
    !evidence.additives.named.has(code) &&
    !isSuspected(code, evidence) &&
    mustBeNamed(
      code,
      countries,
      texts.some(({ isOpaque }) => isOpaque),
    )
  );
}

const isWhollyRead = ({ texts }: LabelEvidence): boolean =>
  texts.length > 0 && texts.every(({ isRead }) => isRead);

const LABELS_WITHOUT: Partial<Record<string, string>> = { 'palm-oil': 'palm-oil-free' };
const LABELS_WITH: Partial<Record<string, string>> = { 'palm-oil': 'sustainable-palm-oil' };

/** Returns whether a product has an ingredient: a label says so, or all texts were understood. */
function findIngredient(
  code: string,
  readings: readonly IngredientReading[],
  evidence: LabelEvidence,
): ContentState {
  const { labels, contains, names } = evidence;
  if (contains.has(code) || labels.has(LABELS_WITH[code] ?? '')) return 'yes';
  const having = readings.filter(({ has }) => has.has(code));
  // A name such as `Palm biscuits` names a kind of food: it raises doubt alone.
  if (having.length > 0) return having.every((reading) => reading === names) ? 'maybe' : 'yes';
  if (labels.has(LABELS_WITHOUT[code] ?? '')) return 'no';
  // A name such as `Rice cakes` names a kind of dish; only the text that was read says what may be in it.
  const mayHave =
    names.mayHaveByItself.has(code) ||
    readings.some((reading) => reading !== names && reading.mayHave.has(code));
  return judgeIngredient({ has: false, mayHave, isRead: isWhollyRead(evidence) });
}

/**
 * Returns whether a product suits a diet: a label claims it or the whole text was read, and no source contradicts.
 * Traces do not count.
 */
function findDiet(diet: (typeof DIETS)[number], evidence: LabelEvidence): ContentState {
  const { texts, names, labels, contains, additives, hasUnclearAllergen } = evidence;
  const read = [...texts, additives];
  const state = judgeDiet(diet, {
    contains: (code) => contains.has(code),
    mayContain: (code) => read.some(({ maybe, mayHave }) => maybe.has(code) || mayHave.has(code)),
    origins: (origin) => read.some(({ origins }) => origins.has(origin)),
    isRead: isWhollyRead(evidence),
  });
  if (state === 'no') return 'no';
  if (labels.has('vegan') || (diet === 'vegetarian' && labels.has('vegetarian'))) return 'yes';
  if (state !== 'yes') return state;
  if (hasUnclearAllergen) return 'unknown';
  // A name such as `Rice cakes` names a kind of dish; only the text that was read says what is in it.
  const doubts: readonly AnimalOrigin[] = [...UNSUITABLE[diet], 'maybe-meat'];
  return doubts.some((origin) => names.origins.has(origin)) ? 'maybe' : 'yes';
}

/** Returns what is neither assured nor unknown: filters rely on the former. */
const keepDoubts = (states: Readonly<Record<string, ContentState>>) =>
  Object.fromEntries(Object.entries(states).filter(([, state]) => state === 'no' || state === 'maybe'));

function joinKinds({ texts }: LabelEvidence): Record<string, string[]> {
  const joined: Record<string, string[]> = {};
  for (const { kinds } of texts)
    for (const [code, found] of kinds)
      joined[code] = [...new Set([...(joined[code] ?? []), ...found])].sort();
  return joined;
}
