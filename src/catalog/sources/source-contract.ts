import { z } from 'zod';
import { pathId } from '../../platform/http/path-id.ts';
import { plainText, webAddress } from '../../platform/text/text-contract.ts';

export const sourceSchema = z
  .object({
    id: z.uuid(),
    code: z.string().meta({ example: 'open_food_facts' }),
    name: z.string().meta({ example: 'Open Food Facts' }),
    kind: z.enum(['community', 'open_data', 'official', 'manufacturer', 'retailer', 'operator']),
    trust: z
      .number()
      .min(0)
      .max(1)
      .meta({ format: 'float', description: 'How far its facts are trusted, 0 to 1', example: 0.6 }),
    license: z
      .string()
      .nullable()
      .meta({ description: 'The licence of the facts of this source', example: 'ODbL 1.0' }),
    license_url: z.string().nullable(),
    attribution: z.string().nullable().meta({ description: 'The attribution that the source requires' }),
    homepage_url: z.string().nullable(),
    record_url: z.string().nullable().meta({
      description: 'Address of a record, with `{gtin}` in the place of its barcode',
      example: 'https://world.openfoodfacts.org/product/{gtin}',
    }),
    product_count: z
      .number()
      .int()
      .meta({ description: 'Products in use with a fact of this source; at most a minute old' }),
    last_imported_at: z.iso.datetime().nullable().meta({
      description: 'When the last import of a file of this source came to its end; null if there was none',
    }),
  })
  .meta({ id: 'DataSource' });

export const sourceListSchema = z.object({ items: z.array(sourceSchema) }).meta({ id: 'DataSourceList' });

export type Source = z.output<typeof sourceSchema>;

export const adminSourceSchema = sourceSchema
  .omit({ product_count: true })
  .extend({ created_at: z.iso.datetime() })
  .meta({ id: 'AdminSource' });

export const adminSourceListSchema = z
  .object({ items: z.array(adminSourceSchema).meta({ description: 'Most trusted first' }) })
  .meta({ id: 'AdminSourceList' });

export const sourceParamsSchema = z.object({
  id: pathId('Id of the source', '0198c3a0-6f5e-7c1b-9a52-1d2f3c4b5a69'),
});

const facts = {
  name: plainText(120),
  kind: sourceSchema.shape.kind,
  trust: z
    .number()
    .min(0, 'must be from 0 to 1')
    .max(1, 'must be from 0 to 1')
    .refine(
      (trust) => Math.abs(trust * 100 - Math.round(trust * 100)) < 1e-9,
      'must have at most two decimals',
    )
    .meta({ description: 'How far its facts are trusted, 0 to 1, two decimals', example: 0.6 }),
  license: plainText(120).nullable(),
  license_url: webAddress().nullable(),
  attribution: plainText(300).nullable(),
  homepage_url: webAddress().nullable(),
  record_url: webAddress()
    .refine((text) => text.includes('{gtin}'), 'must have {gtin} in the place of the barcode')
    .nullable()
    .meta({ description: 'Address of a record, with `{gtin}` in the place of its barcode' }),
};

export const newSourceSchema = z
  .strictObject({
    code: z
      .string()
      .regex(/^[a-z][a-z0-9_]{0,39}$/, 'must be 1 to 40 lower-case letters, digits and _, a letter first')
      .meta({ description: 'Never changes', example: 'open_food_facts' }),
    ...facts,
    license: facts.license.default(null),
    license_url: facts.license_url.default(null),
    attribution: facts.attribution.default(null),
    homepage_url: facts.homepage_url.default(null),
    record_url: facts.record_url.default(null),
  })
  .meta({ id: 'NewSource' });

export const sourceChangeSchema = z
  .strictObject(facts)
  .partial()
  .extend({
    dry_run: z
      .boolean()
      .default(false)
      .meta({ description: 'Returns the counts of the change without making it' }),
  })
  .meta({ id: 'SourceChange' });

export const changedSourceSchema = z
  .object({
    source: adminSourceSchema.meta({ description: 'The source after the change, or after the tried change' }),
    impact: z
      .object({
        rescored: z.number().int().meta({
          description: 'Products with a fact of the source; a change of trust recomputes their quality',
        }),
      })
      .meta({ id: 'SourceImpact' }),
  })
  .meta({ id: 'ChangedSource' });

export type AdminSource = z.output<typeof adminSourceSchema>;
export type NewSource = z.output<typeof newSourceSchema>;
export type SourceChange = z.output<typeof sourceChangeSchema>;
export type ChangedSource = z.output<typeof changedSourceSchema>;
