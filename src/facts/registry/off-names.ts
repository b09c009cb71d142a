import { NUTRIMENT_KEYS } from './nutriment-keys.ts';

/**
 * The names of Open Food Facts for our codes, where they differ. Its importer reads them, and the compatible endpoints
 * write them.
 */

type NutrimentKey = (typeof NUTRIMENT_KEYS)[number];

const NUTRIMENT_NAMES: Partial<Record<NutrimentKey, string>> = {
  thiamin_mg: 'vitamin-b1',
  riboflavin_mg: 'vitamin-b2',
  niacin_mg: 'vitamin-pp',
  folic_acid_ug: 'vitamin-b9',
};

/** The name of each of our nutriments: `saturated-fat`, `energy-kj`. */
export const OFF_NUTRIMENTS: ReadonlyMap<NutrimentKey, string> = new Map(
  NUTRIMENT_KEYS.map((key) => {
    // Energy has two units, and its name ends in them.
    const name = key.startsWith('energy_') ? key : key.slice(0, key.lastIndexOf('_'));
    return [key, NUTRIMENT_NAMES[key] ?? name.replaceAll('_', '-')];
  }),
);

/** Our label codes by those of Open Food Facts. */
export const OFF_LABELS = {
  'no-gluten': 'gluten-free',
  'no-palm-oil': 'palm-oil-free',
  'no-gmos': 'no-gmo',
  'sustainable-seafood-msc': 'msc',
  'responsible-aquaculture-asc': 'asc',
} as const;

const OFF_LABEL_OF = new Map<string, string>(
  Object.entries(OFF_LABELS).map(([theirs, ours]) => [ours, theirs]),
);

/** Returns the code of Open Food Facts for one of our labels. */
export const offLabelOf = (code: string): string => OFF_LABEL_OF.get(code) ?? code;

/** Returns our code for a label of Open Food Facts. */
export const labelOfOff = (code: string): string =>
  Object.hasOwn(OFF_LABELS, code) ? OFF_LABELS[code as keyof typeof OFF_LABELS] : code;
