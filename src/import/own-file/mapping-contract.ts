import { z } from 'zod';
import { newSourceSchema } from '../../catalog/sources/source-contract.ts';
import { LANGUAGE_CODES } from '../../facts/registry/language-codes.ts';
import { PART_LIST } from '../../facts/registry/fact-list.ts';
import { NUTRIMENT_KEYS } from '../../facts/registry/nutriment-keys.ts';

/**
 * The names that a mapping can fill: every fact by its wire name, `net_content` for a text with number and unit,
 * `nutriments.<key>`, a text by language (`names.de`) and `attributes.<name>`.
 */
export const MAPPED_NAMES: readonly string[] = [
  'net_content',
  ...PART_LIST.flatMap(({ name, value, fact }) => {
    if (fact.isWritten === false) return [];
    if (value.type === 'nutriments') return NUTRIMENT_KEYS.map((key) => `${name}.${key}`);
    if (value.type === 'texts') return LANGUAGE_CODES.map((code) => `${name}.${code}`);
    return ['attributes', 'pictures', 'picture_table'].includes(value.type) ? [] : [name];
  }),
];

const ATTRIBUTE = /^attributes\.[a-z][a-z0-9_]{0,59}$/;

export const isMappedName = (name: string) => MAPPED_NAMES.includes(name) || ATTRIBUTE.test(name);

const columnName = z.string().min(1).max(200);
const constant = z.union([
  z.string().max(5_000),
  z.number(),
  z.boolean(),
  z.array(z.string().max(500)).max(40),
]);

const columnRule = z.strictObject({
  column: columnName,
  /** The unit of numbers in the column, if it differs from the fact's. */
  unit: z
    .enum(['g', 'mg', 'µg', 'ug', 'mcg', 'kJ', 'kcal', 'kg', 'ml', 'cl', 'dl', 'l', 'oz', 'lb', 'floz'])
    .optional(),
  /** Separates several texts in one value. */
  separator: z.string().min(1).max(5).optional(),
  /** Translates the file's words to ours; other words are dropped. */
  values: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
  /** The type of an attribute; facts have their own. */
  type: z.enum(['text', 'number', 'flag']).optional(),
  /** The column may be missing. */
  optional: z.boolean().default(false),
});

/** A column name, a column with its conversion, or one value for every row. */
const rule = z.union([
  columnName.transform((column) => ({ column, optional: false })),
  columnRule,
  z.strictObject({ constant }),
]);

export const mappingSchema = z.strictObject({
  source: newSourceSchema.extend({ kind: newSourceSchema.shape.kind.exclude(['operator']) }),
  file: z
    .strictObject({
      format: z.enum(['csv', 'tsv', 'jsonl']).optional(),
      delimiter: z.string().length(1).optional(),
      encoding: z.enum(['utf-8', 'windows-1252']).default('utf-8'),
      decimal: z.enum(['.', ',']).default('.'),
    })
    .default({ encoding: 'utf-8', decimal: '.' }),
  /** The archive kind of products without a known category. */
  kind: z.string().default('general'),
  barcode: columnName,
  /** The column with the source's own key of a row, if not every row has a barcode. */
  key: columnName.optional(),
  facts: z.record(z.string(), rule),
});

export type Mapping = z.output<typeof mappingSchema>;
export type MappingRule = z.output<typeof rule>;
