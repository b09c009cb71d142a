import { OFF_NUTRIMENTS } from '../../../src/facts/registry/off-names.ts';
import { foldText } from '../../../src/platform/text/fold-text.ts';

type Row = Record<string, unknown>;

interface Comparison {
  /** Least share of rows (of amounts, for nutriments) that agree. */
  least: number;
  /** The meaning of agreement where it is not equality; `docs/off-compatible.md` gives the reasons. */
  reason?: string;
  /** Returns whether the answer agrees, for each value that the row has; an empty list if the row has none. */
  compare: (row: Row, told: Row) => boolean[];
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
const tidy = (value: unknown) => (isText(value) ? value.normalize('NFC').replaceAll(/\s+/g, ' ').trim() : '');
const listOf = (value: unknown) => (Array.isArray(value) ? value.filter(isText) : []);
const partsOf = (value: unknown) => tidy(value).split(',').map(foldText).filter(Boolean);
const isSame = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((one) => b.includes(one));
const holds = (all: readonly string[], some: readonly string[]) => some.every((one) => all.includes(one));
/** Amounts are rounded when they are stored. */
const EXACT = 0.001;
/** Labels round an amount of one system to one of the other. */
const OTHER_SYSTEM = 0.05;
const isNear = (a: number, b: unknown, tolerance = EXACT) =>
  typeof b === 'number' && Math.abs(a - b) <= 1e-6 + Math.abs(a) * tolerance;
const withoutLanguages = (tags: readonly string[]) => tags.map((tag) => tag.replace(/^[a-z]{2}:/, ''));

/** Texts without entities, and without the marks of allergens, as `_milk_`. */
const plain = (value: unknown) =>
  tidy(
    tidy(value)
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&')
      .replaceAll(/_([^_]+)_/g, '$1'),
  );

const text =
  (name: string, clean = tidy): Comparison['compare'] =>
  (row, told) =>
    isText(row[name]) ? [clean(row[name]) === clean(told[name])] : [];

/** The field itself, and in every language. */
const texts =
  (name: string, clean: (value: unknown) => string): Comparison['compare'] =>
  (row, told) =>
    Object.keys(row)
      .filter((key) => new RegExp(`^${name}(_[a-z]{2})?$`).test(key) && isText(row[key]))
      .map((key) => clean(row[key]) === clean(told[key]));

const number =
  (name: string, tolerance = EXACT): Comparison['compare'] =>
  (row, told) => {
    const given = Number(row[name]);
    return given > 0 ? [isNear(given, told[name], tolerance)] : [];
  };

const grade =
  (name: string): Comparison['compare'] =>
  (row, told) =>
    /^[a-e]$/.test(String(row[name])) ? [row[name] === told[name]] : [];

const tags =
  (name: string, agree: (theirs: string[], ours: string[]) => boolean): Comparison['compare'] =>
  (row, told) => {
    const theirs = listOf(row[name]).filter((one) => one.startsWith('en:'));
    return theirs.length > 0 ? [agree(theirs, listOf(told[name]))] : [];
  };

const compareNutriments: Comparison['compare'] = (row, told) => {
  const [theirs, ours] = [row['nutriments'] as Row, told['nutriments'] as Row];
  return [...OFF_NUTRIMENTS.values()].flatMap((name) => {
    const given = theirs?.[`${name}_100g`];
    return typeof given === 'number' ? [isNear(given, ours?.[`${name}_100g`])] : [];
  });
};

/** The addresses of the selected pictures of the row's language. */
const comparePictures: Comparison['compare'] = (row, told) =>
  ['front', 'ingredients', 'nutrition', 'packaging'].flatMap((role) => {
    const image = (row['images'] as Row | undefined)?.[`${role}_${String(row['lang'])}`] as Row | undefined;
    if (!image) return [];
    const address = String(told[`image_${role}_url`]);
    return [address.endsWith(`/${role}_${String(row['lang'])}.${String(image['rev'])}.400.jpg`)];
  });

/** The comparisons of an imported row with the answer, by field. */
export const COMPARISONS: Readonly<Record<string, Comparison>> = {
  product_name: {
    least: 0.97,
    reason: 'Names in capitals are written in small letters, and entities are resolved',
    compare: texts('product_name', (value) => foldText(plain(value))),
  },
  brands: {
    least: 0.95,
    compare: ({ brands }, told) =>
      isText(brands) ? [isSame([...new Set(partsOf(brands))], partsOf(told['brands']))] : [],
  },
  quantity: { least: 0.9, compare: text('quantity') },
  product_quantity: {
    least: 0.9,
    reason: 'Of `8 oz (240 g)` ours is the metric amount, theirs the first: 5 % apart at most',
    compare: number('product_quantity', OTHER_SYSTEM),
  },
  serving_size: { least: 0.9, compare: text('serving_size') },
  serving_quantity: { least: 0.9, compare: number('serving_quantity') },
  categories_tags: {
    least: 0.8,
    reason: 'A product has one path of categories: all of it are in the row',
    compare: tags('categories_tags', (theirs, ours) => ours.length > 0 && holds(theirs, ours)),
  },
  labels_tags: {
    least: 0.8,
    reason: 'A label that is known only as a text has the language `xx`',
    compare: tags('labels_tags', (theirs, ours) => holds(withoutLanguages(ours), withoutLanguages(theirs))),
  },
  countries_tags: { least: 0.9, compare: tags('countries_tags', isSame) },
  ingredients_text: { least: 0.9, compare: texts('ingredients_text', plain) },
  allergens_tags: {
    least: 0.97,
    reason: 'What the ingredients name is there as well',
    compare: tags('allergens_tags', (theirs, ours) => holds(ours, theirs)),
  },
  traces_tags: {
    least: 0.97,
    reason: 'What the ingredients say it may contain is there as well',
    compare: tags('traces_tags', (theirs, ours) => holds(ours, theirs)),
  },
  additives_tags: { least: 0.97, compare: tags('additives_tags', isSame) },
  nutriments: {
    least: 0.97,
    reason: 'Amounts that cannot be in 100 g are refused',
    compare: compareNutriments,
  },
  nutriscore_grade: { least: 0.97, compare: grade('nutriscore_grade') },
  nova_group: { least: 0.97, compare: number('nova_group') },
  ecoscore_grade: { least: 0.97, compare: grade('ecoscore_grade') },
  pictures: { least: 0.97, compare: comparePictures },
};

export interface Agreement {
  /** Values of the rows, and how many of them agree. */
  given: number;
  agreeing: number;
  /** Codes of rows with a value that differs. */
  differing: string[];
}

/** Counts, for each field, the values of the rows and the equal ones of ours. */
export function countAgreement(pairs: readonly { row: Row; told: Row }[]): Map<string, Agreement> {
  return new Map(
    Object.entries(COMPARISONS).map(([name, { compare }]) => {
      const counted: Agreement = { given: 0, agreeing: 0, differing: [] };
      for (const { row, told } of pairs) {
        const results = compare(row, told);
        counted.given += results.length;
        counted.agreeing += results.filter(Boolean).length;
        if (results.includes(false)) counted.differing.push(String(row['code']));
      }
      return [name, counted];
    }),
  );
}
