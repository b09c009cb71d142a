import { isStatement } from '../../facts/label/split-statements.ts';
import { ADDITIVE_NUMBER, LABEL_CODES } from '../../facts/registry/fact-codes.ts';
import type { ProductFacts } from '../../facts/registry/fact-list.ts';
import { FACTS } from '../../facts/registry/fact-registry.ts';
import { OFF_LABELS } from '../../facts/registry/off-names.ts';
import type { RowWarning } from '../import-record.ts';
import type { FileRow } from '../reading/file-row.ts';
import { readStatements } from '../../facts/values/read-statements.ts';
import { splitCodes } from '../../facts/values/split-codes.ts';
import { readTags, readText, withoutLanguage } from './off-row.ts';

/** `en:none` as the only tag means an empty list. */
const NONE = 'none';
/** Limits: items per list, and characters per item. */
const [MOST, LONGEST_OTHER] = [40, 60];

type AllergenFacts = Pick<
  ProductFacts,
  'allergens' | 'allergens_other' | 'no_allergens_stated' | 'traces' | 'traces_other' | 'no_traces_stated'
>;

/**
 * "No allergens" is believed if the row says so, or if Open Food Facts knows every ingredient: it has no tag for an
 * allergen that it could not read. Ingredients say nothing about traces.
 */
export function readOffAllergens(row: FileRow, warnings: RowWarning[]): AllergenFacts {
  const allergens = readAllergenTags(row, 'allergens', warnings);
  const traces = readAllergenTags(row, 'traces', warnings);
  return {
    allergens: allergens.codes,
    allergens_other: allergens.others,
    no_allergens_stated:
      isNothing(allergens) && (allergens.saysNone || (allergens.isGiven && hasReadAllIngredients(row))),
    traces: traces.codes,
    traces_other: traces.others,
    no_traces_stated: isNothing(traces) && traces.saysNone,
  };
}

function readAllergenTags(row: FileRow, field: 'allergens' | 'traces', warnings: RowWarning[]) {
  const tagged = readTags(row, `${field}_tags`);
  // The tab-separated form has tags in the field itself.
  const tags = tagged.length > 0 ? tagged : readUntagged(row, field);
  const { codes, others } = readStatements(tags.map(withoutLanguage));
  for (const word of others) warnings.push({ reason: 'unknown_allergen', detail: `${field}: ${word}` });
  return {
    codes,
    others,
    saysNone: tags.some((tag) => withoutLanguage(tag) === NONE),
    isGiven: row[`${field}_tags`] !== undefined,
  };
}

/** A statement stays whole. */
function readUntagged(row: FileRow, field: 'allergens' | 'traces'): string[] {
  const text = readText(row, field);
  return isStatement(text) ? [text] : readTags(row, field);
}

const isNothing = ({ codes, others }: { codes: string[]; others: string[] }) =>
  codes.length === 0 && others.length === 0;

function hasReadAllIngredients(row: FileRow): boolean {
  const unknown = readText(row, 'unknown_ingredients_n');
  return readText(row, 'ingredients_text') !== '' && unknown !== '' && Number(unknown) === 0;
}

export function readOffLabels(row: FileRow): Pick<ProductFacts, 'labels' | 'labels_other'> {
  const words = readTags(row, 'labels_tags').map(withoutLanguage).filter(Boolean);
  const { codes, others } = splitCodes(words, LABEL_CODES, OFF_LABELS);
  return { labels: codes, labels_other: shorten(others) };
}

export function readOffAdditives(row: FileRow): ProductFacts['additives'] {
  const numbers = readTags(row, 'additives_tags').map((tag) => withoutLanguage(tag).toLowerCase());
  return [...new Set(numbers.filter((number) => ADDITIVE_NUMBER.test(number)))].slice(
    0,
    FACTS.additives.value.most,
  );
}

const shorten = (others: string[]) => others.filter((text) => text.length <= LONGEST_OTHER).slice(0, MOST);
