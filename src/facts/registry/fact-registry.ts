/**
 * Every fact that can be said of a product, each declared once. From here follow how it is stored, the schemas of the
 * public, offered and written forms, who said it, comparison and merge, the review table, the console's form, the
 * export and the filter of what is missing. Nothing is imported: the console loads this file too.
 */

/** What a value may be, as anybody may offer it. */
export type FactValue =
  /** `hasWord`: at least one letter or digit. */
  | { type: 'text'; most: number; isLong?: true; hasWord?: true }
  | { type: 'number'; least: number; most: number }
  | { type: 'choice'; options: readonly string[] }
  /** Several texts, or addresses of web pages. */
  | { type: 'list'; most: number; of: 'text' | 'address' }
  | { type: 'flag' }
  /** The code of a category. */
  | { type: 'code' }
  /** Amounts by the keys of `NUTRIMENT_KEYS`. */
  | { type: 'nutriments' }
  /** Values by the keys of the kind's field template, or others. */
  | { type: 'attributes' };

interface Part {
  /** How the console calls it. */
  label: string;
  value: FactValue;
  /** Where an operator may write more than anybody may offer. */
  written?: FactValue;
  /** Table with a column of this name; else it is a key of `products.facts`. Brand and category are ids there. */
  stored?: 'products' | 'food_details' | 'id';
  /** A product cannot be without it. */
  isRequired?: true;
  description?: string;
  example?: unknown;
}

interface Rules {
  /** Archive kinds it applies to; all unless given. */
  kinds?: readonly ['food'];
  /** Who said it where nobody is named: it came along with that fact. */
  saidWith?: string;
  /** When two values mean the same though they are not the same: as folded texts, or as amounts. */
  alike?: 'text' | 'amount';
  /** False: only operators and importers say it, not the public. */
  isOffered?: false;
  /** False: the product's public detail does not show it under its own name. */
  isPublic?: false;
  /** False: not a column of the export. */
  isExported?: false;
  /** Its weight in the quality score where it has no rule of its own there, for food and for the other kinds. */
  quality?: { food: number; other: number };
}

/** A fact has one value under its own name, or parts that are decided about together. */
export type FactDeclaration = Rules & (Part | { label: string; parts: Readonly<Record<string, Part>> });

/** Category first: it says whether the facts of food apply. Nutriments before their basis, which goes with them. */
export const FACTS = {
  category: {
    label: 'Category',
    value: { type: 'code' },
    stored: 'id',
    isPublic: false,
    isExported: false,
    description: 'Code of a category',
    example: 'juices',
  },
  name: {
    label: 'Name',
    value: { type: 'text', most: 200, hasWord: true },
    written: { type: 'text', most: 300, hasWord: true },
    stored: 'products',
    isRequired: true,
    alike: 'text',
    example: 'Hazelnut spread',
  },
  brand: {
    label: 'Brand',
    value: { type: 'text', most: 120, hasWord: true },
    stored: 'id',
    alike: 'text',
  },
  net_content: {
    label: 'Net content',
    alike: 'amount',
    parts: {
      net_content_value: {
        label: 'Net content',
        value: { type: 'number', least: 0.001, most: 1_000_000 },
        stored: 'products',
        example: 400,
      },
      net_content_unit: {
        label: 'Unit',
        value: { type: 'choice', options: ['g', 'kg', 'ml', 'l', 'pcs', 'm'] },
        stored: 'products',
      },
    },
  },
  country_of_origin: {
    label: 'Country of origin',
    value: { type: 'text', most: 80, hasWord: true },
    stored: 'products',
    alike: 'text',
    description: 'Name of a country; stored in English',
    example: 'France',
  },
  nutriments: {
    label: 'Nutrition',
    value: { type: 'nutriments' },
    stored: 'food_details',
    kinds: ['food'],
    isExported: false,
    description: 'Amounts for the basis; each key ends in its unit',
    example: { energy_kj: 2252, energy_kcal: 539, fat_g: 30.9, sugars_g: 56.3, salt_g: 0.107 },
  },
  nutrition_basis: {
    label: 'Nutrition is for',
    value: { type: 'choice', options: ['100g', '100ml', 'serving'] },
    stored: 'food_details',
    kinds: ['food'],
    isExported: false,
    description: 'What the amounts are for',
  },
  serving_size: {
    label: 'Serving size',
    value: { type: 'text', most: 100 },
    stored: 'food_details',
    kinds: ['food'],
    saidWith: 'nutriments',
    isOffered: false,
    isPublic: false,
    isExported: false,
    example: '15 g',
  },
  nutri_score: {
    label: 'Nutri-Score',
    value: { type: 'choice', options: ['a', 'b', 'c', 'd', 'e'] },
    stored: 'food_details',
    kinds: ['food'],
  },
  ingredients_text: {
    label: 'Ingredients',
    value: { type: 'text', most: 5_000, isLong: true },
    stored: 'food_details',
    kinds: ['food'],
    alike: 'text',
  },
  allergens: {
    label: 'Allergens',
    value: { type: 'list', most: 40, of: 'text' },
    stored: 'food_details',
    kinds: ['food'],
    saidWith: 'ingredients_text',
    isOffered: false,
    isExported: false,
    example: ['milk', 'nuts'],
  },
  no_nutrition_data: {
    label: 'Has no nutrition data',
    value: { type: 'flag' },
    stored: 'food_details',
    kinds: ['food'],
    isOffered: false,
    isPublic: false,
    isExported: false,
    description: 'For water, spices and the like: nutrition fields do not apply',
  },
  attributes: {
    label: 'Attributes',
    value: { type: 'attributes' },
    stored: 'products',
    isPublic: false,
    isExported: false,
    description: 'By the keys of the kind’s field template, or others',
    example: { screen_size: 6.1 },
  },
  image: {
    label: 'Pictures',
    isOffered: false,
    isExported: false,
    parts: {
      images: {
        label: 'Pictures',
        value: { type: 'list', most: 20, of: 'address' },
        stored: 'products',
        description: 'Addresses of pictures',
      },
    },
  },
} as const satisfies Readonly<Record<string, FactDeclaration>>;

type Facts = typeof FACTS;
export type FactName = keyof Facts;

type PartsOf<Name extends FactName> = Facts[Name] extends { parts: infer Parts }
  ? Parts
  : { [Key in Name]: Facts[Name] };
type Flat<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;
type AllParts = Flat<{ [Name in FactName]: PartsOf<Name> }[FactName]>;
/** The name of a value on the wire. */
export type PartName = keyof AllParts;

/** The names that anybody may offer, … */
export type OfferedName = NamesWithout<{ isOffered: false }>;
/** … and those that the public detail shows. */
export type PublicName = NamesWithout<{ isPublic: false }>;

type NamesWithout<Rule> = {
  [Name in FactName]: Facts[Name] extends Rule ? never : keyof PartsOf<Name>;
}[FactName];

type ValueOf<Value> = Value extends { type: 'choice'; options: readonly (infer Option)[] }
  ? Option
  : Value extends { type: 'text' | 'code' }
    ? string
    : Value extends { type: 'number' }
      ? number
      : Value extends { type: 'list' }
        ? string[]
        : Value extends { type: 'flag' }
          ? boolean
          : Value extends { type: 'nutriments' }
            ? Record<string, number>
            : Record<string, unknown>;
type HasEmptyForm = { type: 'list' | 'flag' | 'attributes' };
type HeldBy<Declared> = Declared extends { value: infer Value }
  ? Value extends HasEmptyForm
    ? ValueOf<Value>
    : Declared extends { isRequired: true }
      ? ValueOf<Value>
      : ValueOf<Value> | null
  : never;

/** What is said about a product, by wire names. Null, an empty list and an empty table: nothing is known. */
export type ProductFacts = { -readonly [Name in PartName]: HeldBy<AllParts[Name]> };

export interface Fact extends Omit<Rules, 'saidWith'> {
  saidWith?: FactName;
  /** The word of `field_provenance.field`. */
  field: FactName;
  label: string;
  /** Wire names that are decided about together. */
  parts: readonly PartName[];
  /** What a source says of one key of a table leaves the others alone. */
  isTable: boolean;
}

/** In the order in which they are decided. */
export const FACT_LIST: readonly Fact[] = Object.entries<FactDeclaration>(FACTS).map(([field, declared]) => ({
  ...(declared as Omit<FactDeclaration, 'saidWith'>),
  field: field as FactName,
  parts: ('parts' in declared ? Object.keys(declared.parts) : [field]) as PartName[],
  isTable: 'value' in declared && ['nutriments', 'attributes'].includes(declared.value.type),
}));

/** Whether products of this archive kind have the fact at all. */
export function isFactOf({ kinds }: Rules, archiveKind: string): boolean {
  return !kinds || (kinds as readonly string[]).includes(archiveKind);
}

export interface FactPart extends Part {
  name: PartName;
  fact: Fact;
}

export const PART_LIST: readonly FactPart[] = FACT_LIST.flatMap((fact) => {
  const declared: FactDeclaration = FACTS[fact.field];
  const parts: Readonly<Record<string, Part>> =
    'parts' in declared ? declared.parts : { [fact.field]: declared };
  return Object.entries(parts).map(([name, part]) => ({ ...part, name: name as PartName, fact }));
});

/** What a part holds of which nothing is known. */
export function emptyOf({ value, isRequired }: Pick<Part, 'value' | 'isRequired'>): unknown {
  if (value.type === 'list') return [];
  if (value.type === 'flag') return false;
  if (value.type === 'attributes') return {};
  return isRequired ? '' : null;
}

const NO_FACTS = Object.fromEntries(PART_LIST.map((part) => [part.name, emptyOf(part)]));

/** A product of which nothing is known yet. */
export function buildNoFacts(): ProductFacts {
  return { ...NO_FACTS } as unknown as ProductFacts;
}

export function isEmptyFact(value: unknown): boolean {
  if (value === null || value === undefined || value === '' || value === false) return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
