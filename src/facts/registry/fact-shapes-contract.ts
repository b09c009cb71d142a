import { z } from 'zod';
import { saysNone } from '../../data/ingredients/none-words.ts';
import { firstMembers } from '../../platform/http/first-members.ts';
import { freeForm } from '../../platform/http/free-form.ts';
import { linedText, plainText, webAddress, wordText } from '../../platform/text/text-contract.ts';
import { ADDITIVE_NUMBER } from './fact-codes.ts';
import { LANGUAGE_CODES } from './language-codes.ts';
import type { FactValue } from './fact-declaration.ts';
import {
  emptyOf,
  PART_LIST,
  type FactPart,
  type SubmittableName,
  type PartName,
  type ProductFacts,
  type PublicName,
  type SparseName,
  type WrittenName,
} from './fact-list.ts';
import { NUTRIMENT_KEYS } from './nutriment-keys.ts';

const MAX_ATTRIBUTES = 60;
const MAX_LANGUAGES = 40;

const nutrimentAmounts = z
  .strictObject(
    Object.fromEntries(NUTRIMENT_KEYS.map((key) => [key, z.number().min(0).max(1_000_000_000).optional()])),
  )
  .transform((amounts) =>
    Object.fromEntries(
      Object.entries(amounts).flatMap(([key, amount]) => (amount === undefined ? [] : [[key, amount]])),
    ),
  );

const listOf = (item: z.ZodType, most: number) => firstMembers(most, z.array(item).max(most));

const attributeValue = z.union([plainText(500), z.number(), z.boolean(), listOf(plainText(200), 30)]);

const attributeTable = firstMembers(
  MAX_ATTRIBUTES,
  z
    .record(z.string().regex(/^[a-z][a-z0-9_]{0,59}$/, 'is no name of an attribute'), attributeValue)
    .refine(
      (table) => Object.keys(table).length <= MAX_ATTRIBUTES,
      `must have at most ${MAX_ATTRIBUTES} attributes`,
    ),
);

/** ISO 639-1. */
export const languageCode = z
  .string()
  .regex(/^[a-z]{2}$/, 'must be a language code of two small letters')
  .refine((code) => LANGUAGE_CODES.includes(code), 'is no language of ISO 639-1')
  .meta({ pattern: `^(${LANGUAGE_CODES.join('|')})$` });

/** Normalizes `E 322 (i)` to `e322i`. */
const additiveNumber = z
  .string()
  .max(20)
  .overwrite((text) => text.toLowerCase().replaceAll(/[\s().-]/g, ''))
  .regex(ADDITIVE_NUMBER, 'is no E number');

const textsOf = (text: z.ZodType<string>) =>
  firstMembers(
    MAX_LANGUAGES,
    z
      .record(languageCode, text)
      .refine(
        (texts) => Object.keys(texts).length <= MAX_LANGUAGES,
        `must have at most ${MAX_LANGUAGES} languages`,
      ),
  );

function buildListItem(value: FactValue & { type: 'list' }): z.ZodType {
  if (value.of === 'choice') return z.enum(value.options);
  if (value.of === 'additive') return additiveNumber;
  if (value.of === 'statement') return linedText(value.longest);
  return value.of === 'address' ? webAddress() : plainText(60);
}

const pixels = z.int().min(1).max(100_000);

/** An unknown property of a picture is null or omitted. */
const writtenPicture = (roles: readonly string[]) =>
  z.strictObject({
    role: z.enum(roles),
    lang: languageCode.nullable().default(null),
    url: webAddress().meta({ description: 'Of its full size' }),
    width: pixels.nullable().default(null),
    height: pixels.nullable().default(null),
  });

const readPicture = (roles: readonly string[]) =>
  z.object({
    role: z.enum(roles),
    lang: z.string().nullable(),
    url: z.string(),
    width: z.number().nullable(),
    height: z.number().nullable(),
  });

/** Returns the schema of accepted values. */
function buildWrittenShape(value: FactValue): z.ZodType {
  if (value.type === 'text') {
    if (value.isLong && !value.hasWord) return linedText(value.most);
    return value.hasWord ? wordText(value.most) : plainText(value.most);
  }
  if (value.type === 'number') {
    const number = value.isWhole ? z.int() : z.number();
    return number.min(value.least).max(value.most);
  }
  if (value.type === 'choice') return z.enum(value.options);
  if (value.type === 'list')
    return firstMembers(
      value.most,
      z
        .array(buildListItem(value))
        .max(value.most)
        .overwrite((items) => [
          ...new Set(value.of === 'statement' ? items.filter((item) => !saysNone(String(item))) : items),
        ]),
    );
  if (value.type === 'time') return z.iso.datetime();
  if (value.type === 'language') return languageCode;
  if (value.type === 'texts') return textsOf(value.isLong ? linedText(value.most) : plainText(value.most));
  if (value.type === 'flag') return z.boolean();
  if (value.type === 'nutriments') return nutrimentAmounts;
  if (value.type === 'attributes') return attributeTable;
  if (value.type === 'pictures') return listOf(writtenPicture(value.roles), value.most);
  return z
    .string()
    .max(100)
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'is not the code of a category');
}

/** Returns the schema of stored and shown values. */
function buildReadShape({ value, isRequired }: FactPart): z.ZodType {
  if (value.type === 'list') return z.array(z.string());
  if (value.type === 'flag') return z.boolean();
  if (value.type === 'attributes') return freeForm;
  if (value.type === 'texts') return z.record(z.string(), z.string());
  if (value.type === 'pictures') return z.array(readPicture(value.roles));
  if (value.type === 'picture_table') return z.record(z.string(), readPicture(value.roles));
  const shapes = {
    text: z.string(),
    code: z.string(),
    language: z.string(),
    time: z.iso.datetime(),
    number: z.number(),
    choice: z.enum(value.type === 'choice' ? value.options : []),
    nutriments: z.record(z.string(), z.number()),
  };
  return isRequired ? shapes[value.type] : shapes[value.type].nullable();
}

const PUBLIC_NAMES: ReadonlySet<string> = new Set(
  PART_LIST.filter(({ fact, isPublic }) => fact.isPublic !== false && isPublic !== false).map(
    ({ name }) => name,
  ),
);

function buildShape(
  parts: readonly FactPart[],
  build: (part: FactPart) => z.ZodType,
): Record<string, z.ZodType> {
  return Object.fromEntries(
    parts.map((part) => {
      const { description, example } = part;
      const meta = { ...(description && { description }), ...(example !== undefined && { example }) };
      return [part.name, build(part).meta(meta)];
    }),
  );
}

type Said<Name extends PartName> = z.ZodType<NonNullable<ProductFacts[Name]>>;
/** Null clears the value. */
type Emptied<Name extends PartName> = null extends ProductFacts[Name]
  ? z.ZodNullable<Said<Name>>
  : Said<Name>;

/** Returns the schema of one part's accepted values. */
export function shapeOf<Name extends PartName>(name: Name): Said<Name> {
  const part = PART_LIST.find((one) => one.name === name);
  if (!part) throw new Error(`there is no fact ${name}`);
  return buildWrittenShape(part.value) as Said<Name>;
}

/** The facts of a submission by wire name, all optional. */
export const submittedFactsShape = buildShape(
  PART_LIST.filter(({ fact }) => fact.isSubmittable !== false),
  ({ value }) => buildWrittenShape(value).optional(),
) as { [Name in SubmittableName]: z.ZodOptional<Said<Name>> };

/** What an operator can write: an omitted field stays, null (or an empty list) clears it. */
export const writtenFactsShape = buildShape(
  PART_LIST.filter(({ fact }) => fact.isWritten !== false),
  (part) => {
    const shape = buildWrittenShape(part.written ?? part.value);
    return emptyOf(part) === null || part.fact.isTable ? shape.nullable().optional() : shape.optional();
  },
) as { [Name in WrittenName]: z.ZodOptional<Emptied<Name>> };

/** Facts as they are stored and shown. */
export const readFactsShape = buildShape(PART_LIST, buildReadShape) as {
  [Name in PartName]: z.ZodType<ProductFacts[Name]>;
};

/** Names that the public detail omits while unknown. */
export const SPARSE_NAMES: ReadonlySet<string> = new Set(
  PART_LIST.filter(({ fact }) => fact.isSparse).map(({ name }) => name),
);

/** Facts that the public detail shows under their own name. */
export const publicFactsShape = Object.fromEntries(
  Object.entries(readFactsShape)
    .filter(([name]) => PUBLIC_NAMES.has(name))
    .map(([name, shape]) => [name, SPARSE_NAMES.has(name) ? shape.optional() : shape]),
) as unknown as Pick<typeof readFactsShape, Exclude<PublicName, SparseName>> & {
  [Name in SparseName]: z.ZodOptional<(typeof readFactsShape)[Name]>;
};

/**
 * Facts that the public detail shows in another way, which a copy needs as well. Brand and category are shown by
 * name.
 */
export const keptFactsShape: Record<string, z.ZodType> = Object.fromEntries(
  PART_LIST.filter(({ name, stored }) => stored !== 'id' && !PUBLIC_NAMES.has(name)).map(({ name }) => [
    name,
    readFactsShape[name],
  ]),
);
