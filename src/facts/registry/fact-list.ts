import type { FactDeclaration, Part, Rules } from './fact-declaration.ts';
import { FACTS } from './fact-registry.ts';

type Facts = typeof FACTS;
/** The role of a picture. */
export type PictureRole = Facts['pictures']['value']['roles'][number];

/** A picture as it is stored and written. */
export interface StoredPicture {
  role: PictureRole;
  /** The language of the text on it: two letters. */
  lang: string | null;
  url: string;
  /** In pixels. */
  width: number | null;
  height: number | null;
}

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

/** The names that a submission may contain. */
export type SubmittableName = NamesWithout<{ isSubmittable: false }>;
/** The names that an operator may write. */
export type WrittenName = NamesWithout<{ isWritten: false }>;
/** The names that the public detail shows. */
export type PublicName = Exclude<NamesWithout<{ isPublic: false }>, HiddenPart>;

/** The names that the public detail omits while unknown. */
export type SparseName = {
  [Name in FactName]: Facts[Name] extends { isSparse: true } ? keyof PartsOf<Name> : never;
}[FactName] &
  PublicName;

type NamesWithout<Rule> = {
  [Name in FactName]: Facts[Name] extends Rule ? never : keyof PartsOf<Name>;
}[FactName];

type HiddenPart = {
  [Name in PartName]: AllParts[Name] extends { isPublic: false } ? Name : never;
}[PartName];

type ValueOf<Value> = Value extends { type: 'choice'; options: readonly (infer Option)[] }
  ? Option
  : Value extends { type: 'text' | 'code' | 'language' | 'time' }
    ? string
    : Value extends { type: 'number' }
      ? number
      : Value extends { type: 'list' }
        ? string[]
        : Value extends { type: 'flag' }
          ? boolean
          : Value extends { type: 'nutriments' }
            ? Record<string, number>
            : Value extends { type: 'texts' }
              ? Record<string, string>
              : Value extends { type: 'pictures' }
                ? StoredPicture[]
                : Value extends { type: 'picture_table' }
                  ? Record<string, StoredPicture>
                  : Record<string, unknown>;
type HasEmptyForm = { type: 'list' | 'flag' | 'attributes' | 'texts' | 'pictures' | 'picture_table' };
type HeldBy<Declared> = Declared extends { value: infer Value }
  ? Value extends HasEmptyForm
    ? ValueOf<Value>
    : Declared extends { isRequired: true }
      ? ValueOf<Value>
      : ValueOf<Value> | null
  : never;

/** The facts of a product, by wire names. Null, an empty list and an empty object mean unknown. */
export type ProductFacts = { -readonly [Name in PartName]: HeldBy<AllParts[Name]> };

type TextFacts = { [Name in FactName]: Facts[Name] extends { textOf: object } ? Name : never }[FactName];

export interface Fact extends Omit<Rules, 'saidWith' | 'textOf'> {
  saidWith?: FactName;
  textOf?: Facts[TextFacts]['textOf'];
  /** The value of `field_provenance.field`. */
  field: FactName;
  label: string;
  /** Wire names that are decided together. */
  parts: readonly PartName[];
  /** Sources supply single keys of a table independently. */
  isTable: boolean;
  /** A table of texts by language. */
  hasTexts: boolean;
  needsOnePart?: true;
}

const TABLE_TYPES: readonly string[] = ['nutriments', 'attributes', 'texts', 'picture_table'];

/** All facts, in the order in which they are decided. */
export const FACT_LIST: readonly Fact[] = Object.entries<FactDeclaration>(FACTS).map(([field, declared]) => ({
  ...(declared as Omit<FactDeclaration, 'saidWith' | 'textOf'>),
  field: field as FactName,
  parts: ('parts' in declared ? Object.keys(declared.parts) : [field]) as PartName[],
  isTable: 'value' in declared && TABLE_TYPES.includes(declared.value.type),
  hasTexts: 'value' in declared && declared.value.type === 'texts',
}));

/** Texts by language, and the fact whose main text they complete. */
export type OtherTexts = Facts[TextFacts]['textOf'] & { texts: TextFacts };

export const OTHER_TEXTS: readonly OtherTexts[] = FACT_LIST.flatMap(({ field, textOf }) =>
  textOf ? [{ texts: field as TextFacts, ...textOf }] : [],
);

/** Wire names of the facts that are tables. */
export const TABLE_NAMES: ReadonlySet<string> = new Set(
  FACT_LIST.filter(({ isTable }) => isTable).map(({ field }) => field),
);

/** Returns whether products of this archive kind can have the fact. */
export function isFactOf({ kinds }: Rules, archiveKind: string): boolean {
  return !kinds || kinds.includes(archiveKind);
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

/** Returns the value of an unknown part. */
export function emptyOf({ value, isRequired }: Pick<Part, 'value' | 'isRequired'>): unknown {
  if (value.type === 'list' || value.type === 'pictures') return [];
  if (value.type === 'flag') return false;
  if (value.type === 'attributes' || value.type === 'texts' || value.type === 'picture_table') return {};
  return isRequired ? '' : null;
}

const NO_FACTS = Object.fromEntries(PART_LIST.map((part) => [part.name, emptyOf(part)]));

/** Returns the facts of a product about which nothing is known. */
export function buildNoFacts(): ProductFacts {
  return { ...NO_FACTS } as unknown as ProductFacts;
}

export function isEmptyFact(value: unknown): boolean {
  if (value === null || value === undefined || value === '' || value === false) return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
