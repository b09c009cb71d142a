import { NUTRIMENT_KEYS } from '../../../src/facts/registry/nutriment-keys.ts';
import { nameNutriment } from '../../parts/text/describe-nutriment.ts';
import {
  choiceOf,
  isOverridden,
  type Choice,
  type FactRow,
  type SubmissionDraft,
} from '../submission-draft.ts';

type Amounts = Readonly<Record<string, number>>;

/** One nutrient; energy has the keys of kJ and kcal. */
export interface NutrientRow {
  keys: readonly string[];
  label: string;
  /** One amount per key; undefined where it is not stated. */
  submitted: readonly (number | undefined)[];
  now: readonly (number | undefined)[];
  /** `+12 %`, `new`, `the same`, `stays`, `is lost`. */
  difference: string;
  /** Whether approving can change it. */
  isDecidable: boolean;
  choice: Choice | undefined;
}

const ENERGY = ['energy_kj', 'energy_kcal'];

/** Returns the fact row's nutriments, submitted and now, in the order of a label. */
export function listNutrients(row: FactRow, draft: SubmissionDraft): NutrientRow[] {
  const fact = row.facts.find(({ field }) => field === 'nutriments');
  if (!fact) return [];
  const isOwn = isOverridden(draft, 'nutriments');
  const submitted = readAmounts(isOwn ? draft.overrides : fact.offered);
  const now = readAmounts(fact.current);
  const isReplaced = (isOwn || hasOtherBasis(row)) && choiceOf(row, draft) !== 'keep';
  const groups = [ENERGY, ...NUTRIMENT_KEYS.filter((key) => !ENERGY.includes(key)).map((key) => [key])];
  return groups.flatMap((group) => {
    const keys = group.filter((key) => submitted[key] !== undefined || now[key] !== undefined);
    if (keys.length === 0) return [];
    const changed = keys.filter((key) => submitted[key] !== undefined && submitted[key] !== now[key]);
    return [
      {
        keys,
        label:
          keys.includes('energy_kj') || keys.includes('energy_kcal')
            ? 'Energy'
            : nameNutriment(keys[0] ?? ''),
        submitted: keys.map((key) => submitted[key]),
        now: keys.map((key) => now[key]),
        difference: describeDifference(keys, changed, { submitted, now, isReplaced }),
        isDecidable: row.isDecidable && !isOwn && changed.length > 0,
        choice: choiceOfNutrient(keys, row, draft),
      },
    ];
  });
}

/**
 * Decides one nutrient. The others keep the choice that is shown; once all have one, the row as a whole is decided: it
 * is taken, but for those that are kept.
 */
export function decideNutrient(
  row: FactRow,
  draft: SubmissionDraft,
  nutrient: Pick<NutrientRow, 'keys'>,
  choice: Choice,
): SubmissionDraft['decisions'] {
  const open = listNutrients(row, draft).filter(({ isDecidable }) => isDecidable);
  const chosen = open.map(({ keys, choice: shown }) => ({
    keys,
    choice: keys[0] === nutrient.keys[0] ? choice : shown,
  }));
  const single = chosen.flatMap(({ keys, choice: one }) =>
    one ? keys.map((key) => [`nutriments.${key}`, one] as const) : [],
  );
  const isWhole = chosen.every(({ choice: one }) => one !== undefined);
  return {
    ...draft.decisions,
    ...Object.fromEntries(single),
    ...(isWhole ? { nutriments: 'take' as const } : {}),
  };
}

/** Returns the basis of the amounts: `100g`. */
export function basisOf(row: FactRow, side: 'offered' | 'current'): string | undefined {
  const basis = row.facts.find(({ field }) => field === 'nutrition_basis')?.[side]['nutrition_basis'];
  return typeof basis === 'string' ? basis : undefined;
}

/** Amounts for another basis replace all others. */
function hasOtherBasis(row: FactRow): boolean {
  const offered = basisOf(row, 'offered');
  return offered !== undefined && offered !== basisOf(row, 'current');
}

function readAmounts(values: { nutriments?: unknown }): Amounts {
  return (values.nutriments ?? {}) as Amounts;
}

function choiceOfNutrient(keys: readonly string[], row: FactRow, draft: SubmissionDraft): Choice | undefined {
  const own = keys.map((key) => draft.decisions[`nutriments.${key}`]).find((choice) => choice !== undefined);
  return own ?? choiceOf(row, draft);
}

function describeDifference(
  keys: readonly string[],
  changed: readonly string[],
  { submitted, now, isReplaced }: { submitted: Amounts; now: Amounts; isReplaced: boolean },
): string {
  if (keys.every((key) => submitted[key] === undefined)) return isReplaced ? 'is lost' : 'stays';
  const [key = ''] = changed;
  if (changed.length === 0) return 'the same';
  const before = now[key];
  const after = submitted[key] ?? 0;
  if (before === undefined) return 'new';
  if (before === 0) return 'was 0';
  const share = (after - before) / before;
  return `${share < 0 ? '−' : '+'}${Math.abs(share * 100).toFixed(Math.abs(share) < 0.1 ? 1 : 0)} %`;
}
