import { z } from 'zod';
import { anyValue } from '../../platform/http/free-form.ts';

const value = anyValue.meta({ description: 'Null: no value' });

/** One value of a product that differs, compared exactly. */
export const valueChangeSchema = z
  .object({
    field: z.string().meta({
      description: 'As in the comparison; besides facts `status`, `barcode` and `msrp`',
      example: 'nutriments',
    }),
    name: z.string().meta({ description: 'Its wire name', example: 'nutriments' }),
    key: z.string().nullable().meta({
      description: 'The key of a nutriment or an attribute, or the GTIN of a barcode',
      example: 'fat_g',
    }),
    effect: z.enum(['add', 'change', 'delete']),
    before: value,
    after: value,
  })
  .meta({ id: 'ValueChange' });

/** A source that becomes, or ceases to be, a supplier of a field. */
export const sourceChangeSchema = z
  .object({
    field: z.string().meta({ example: 'name' }),
    source: z.string().meta({ description: 'Code of the source', example: 'community' }),
    effect: z.enum(['add', 'delete']),
  })
  .meta({ id: 'ProvenanceChange' });

/** The changes of a product, without unchanged values. */
export const productChangeShape = {
  changes: z.array(valueChangeSchema).meta({ description: 'Only the values that differ' }),
  source_changes: z.array(sourceChangeSchema).meta({ description: 'Added and removed suppliers of fields' }),
  quality_score: z.object({
    before: z.number().nullable().meta({ description: 'Null: the product did not exist' }),
    after: z.number().nullable().meta({ description: 'Null: the product no longer exists' }),
  }),
};

export type ValueChange = z.output<typeof valueChangeSchema>;
export type SourceChange = z.output<typeof sourceChangeSchema>;
export interface ProductChange {
  changes: ValueChange[];
  source_changes: SourceChange[];
  quality_score: { before: number | null; after: number | null };
}
