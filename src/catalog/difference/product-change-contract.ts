import { z } from 'zod';
import { anyValue } from '../../http/free-form.ts';

const value = anyValue.meta({ description: 'Null: there is none' });

/** One value of a product that differs, to the letter. */
export const valueChangeSchema = z
  .object({
    field: z.string().meta({
      description: 'As in the comparison; beside facts `status`, `barcode` and `msrp`',
      example: 'nutriments',
    }),
    name: z.string().meta({ description: 'Its wire name', example: 'nutriments' }),
    key: z.string().nullable().meta({
      description: 'Of a nutriment or an attribute its key, of a barcode the GTIN',
      example: 'fat_g',
    }),
    effect: z.enum(['add', 'change', 'delete']),
    before: value,
    after: value,
  })
  .meta({ id: 'ValueChange' });

/** Somebody stands behind a field of a product from now on, or no longer. */
export const sourceChangeSchema = z
  .object({
    field: z.string().meta({ example: 'name' }),
    source: z.string().meta({ description: 'Code of the source', example: 'community' }),
    effect: z.enum(['add', 'delete']),
  })
  .meta({ id: 'ProvenanceChange' });

/** What becomes of a product, and nothing that stays as it is. */
export const productChangeShape = {
  changes: z.array(valueChangeSchema).meta({ description: 'Every value that differs, and no other' }),
  source_changes: z.array(sourceChangeSchema).meta({ description: 'Who says it from now on, or no longer' }),
  quality_score: z.object({
    before: z.number().nullable().meta({ description: 'Null: there was no product' }),
    after: z.number().nullable().meta({ description: 'Null: there is no product any more' }),
  }),
};

export type ValueChange = z.output<typeof valueChangeSchema>;
export type SourceChange = z.output<typeof sourceChangeSchema>;
export interface ProductChange {
  changes: ValueChange[];
  source_changes: SourceChange[];
  quality_score: { before: number | null; after: number | null };
}
