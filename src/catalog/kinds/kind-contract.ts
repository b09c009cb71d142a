import { z } from 'zod';
import { NO_CONTROL_CHARACTERS } from '../../platform/http/value-list.ts';
import { plainText } from '../../platform/text/text-contract.ts';

export const kindFieldsQuerySchema = z.object({
  kind: z
    .string({ error: 'is required' })
    .min(1, 'is required')
    .max(40, 'must be at most 40 characters')
    .refine((value) => !/\p{Cc}/u.test(value), 'must not hold control characters')
    .meta({
      description: 'Archive kind of a category',
      example: 'electronics',
      pattern: NO_CONTROL_CHARACTERS,
    }),
});

export const kindFieldSchema = z
  .object({
    key: z.string().meta({ description: 'Name of the attribute', example: 'screen_size' }),
    label: z.string().meta({ example: 'Screen size' }),
    type: z.enum(['string', 'number', 'boolean', 'enum', 'date']),
    unit: z.string().nullable().meta({ example: 'in' }),
    group: z.string().nullable().meta({ example: 'Display' }),
    required: z.boolean().meta({ description: 'Whether the field counts towards the quality score' }),
    options: z.array(z.string()).nullable().meta({ description: 'The values an enum can have' }),
    min: z.number().nullable(),
    max: z.number().nullable(),
    position: z.number().int(),
  })
  .meta({ id: 'KindField' });

export const kindFieldsSchema = z
  .object({
    kind: z.string().meta({ example: 'electronics' }),
    fields: z.array(kindFieldSchema).meta({
      description: 'In the order of the specification table; empty for food, which has a fixed record',
    }),
  })
  .meta({ id: 'KindFields' });

export type KindFields = z.output<typeof kindFieldsSchema>;

const kindCode = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,39}$/, 'must be 1 to 40 lower-case letters, digits and _, a letter first')
  .meta({ description: 'Archive kind of categories', example: 'electronics' });

export const kindParamsSchema = z.object({ code: kindCode });

export const adminKindSchema = z
  .object({
    code: z.string(),
    name: z.string(),
    field_count: z.number().int(),
    category_count: z.number().int(),
    product_count: z.number().int().meta({ description: 'Products of any status' }),
  })
  .meta({ id: 'AdminKind' });

export const adminKindListSchema = z
  .object({ items: z.array(adminKindSchema) })
  .meta({ id: 'AdminKindList' });

export const newKindSchema = z.strictObject({ code: kindCode, name: plainText(80) }).meta({ id: 'NewKind' });

export const kindRenameSchema = z.strictObject({ name: plainText(80) }).meta({ id: 'KindRename' });

export const newTemplateFieldSchema = z
  .strictObject({
    key: z
      .string()
      .regex(/^[a-z][a-z0-9_]{0,59}$/, 'must be 1 to 60 lower-case letters, digits and _, a letter first')
      // Every object inherits a property with this name.
      .refine((key) => key !== 'constructor', 'cannot be used')
      .meta({ description: 'Name of the attribute in products', example: 'screen_size_in' }),
    label: plainText(80),
    type: kindFieldSchema.shape.type,
    unit: plainText(20).nullable().default(null),
    group: plainText(60).nullable().default(null),
    required: z
      .boolean()
      .default(false)
      .meta({ description: 'Whether the field counts towards the quality score' }),
    options: z
      .array(plainText(120))
      .min(1, 'must not be empty')
      .max(200, 'must be at most 200')
      .nullable()
      .default(null)
      .meta({ description: 'The values of an enum; null for other types' }),
    min: z.number().nullable().default(null).meta({ description: 'Least value of a number' }),
    max: z.number().nullable().default(null).meta({ description: 'Greatest value of a number' }),
  })
  .refine(({ type, options }) => (type === 'enum') === (options !== null), {
    path: ['options'],
    error: 'are for an enum, which must have some',
  })
  .refine(({ options }) => options === null || new Set(options).size === options.length, {
    path: ['options'],
    error: 'must differ',
  })
  .refine(({ type, min, max }) => type === 'number' || (min === null && max === null), {
    path: ['min'],
    error: 'and max are for numbers',
  })
  .refine(({ min, max }) => min === null || max === null || min <= max, {
    path: ['max'],
    error: 'must not be below min',
  })
  .meta({ id: 'NewTemplateField' });

export const templateFieldSchema = kindFieldSchema.omit({ position: true }).meta({ id: 'TemplateField' });

const templateVersion = z.string().meta({
  description: 'Identifies this state of the template: send back the version that you read',
  example: '5d41402abc4b2a76b9719d911017c592',
});

export const templateSchema = z
  .object({
    code: z.string(),
    name: z.string(),
    version: templateVersion,
    fields: z.array(templateFieldSchema).meta({ description: 'In the order of the specification table' }),
  })
  .meta({ id: 'Template' });

export const templateChangeSchema = z
  .strictObject({
    version: templateVersion,
    fields: z
      .array(newTemplateFieldSchema)
      .max(100, 'must be at most 100')
      .refine(
        (fields) => new Set(fields.map(({ key }) => key)).size === fields.length,
        'must have different keys',
      )
      .meta({ description: 'All fields in their new order; one that is left out is removed' }),
    dry_run: z
      .boolean()
      .default(false)
      .meta({ description: 'Returns the counts of the change without making it' }),
  })
  .meta({ id: 'TemplateChange' });

export const changedTemplateSchema = z
  .object({
    template: templateSchema.meta({
      description: 'The template after the change, or after the tried change',
    }),
    impact: z
      .object({
        added: z.array(z.string()),
        changed: z.array(z.string()),
        removed: z.array(z.string()).meta({ description: 'Removed fields; products keep their values' }),
        products: z.number().int().meta({ description: 'Products of the kind, of any status' }),
        rescored: z.number().int().meta({
          description:
            'How many of them get a new quality score; 0 when the change does not affect the score',
        }),
      })
      .meta({ id: 'TemplateImpact' }),
  })
  .meta({ id: 'ChangedTemplate' });

export type AdminKind = z.output<typeof adminKindSchema>;
export type TemplateFieldFacts = z.output<typeof templateFieldSchema>;
export type Template = z.output<typeof templateSchema>;
export type TemplateChange = z.output<typeof templateChangeSchema>;
export type ChangedTemplate = z.output<typeof changedTemplateSchema>;
