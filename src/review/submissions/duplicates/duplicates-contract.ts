import { z } from 'zod';

const similarityFields = {
  similarity: z.number().min(0).max(1).meta({
    description: 'Weighted likeness of name, brand, content, category and barcode',
    example: 0.9,
  }),
  reasons: z
    .array(z.enum(['name', 'brand', 'quantity', 'category', 'barcode']))
    .meta({ description: 'The fields that are alike', example: ['name', 'brand'] }),
};

export const possibleDuplicateSchema = z
  .object({
    id: z.uuid(),
    name: z.string(),
    brand: z.string().nullable(),
    gtin: z.string().nullable(),
    category_path: z.string().nullable(),
    score: z.number().nullable().meta({ description: 'Likeness of the names' }),
    ...similarityFields,
    needs_confirmation: z.boolean().meta({
      description: 'A new product beside this one requires `confirmed_different`',
    }),
  })
  .meta({ id: 'PossibleDuplicate' });

export const pendingTwinSchema = z
  .object({
    id: z.uuid(),
    source: z.enum(['public', 'backflow']),
    name: z.string().nullable(),
    brand: z.string().nullable(),
    gtin: z.string().nullable(),
    created_at: z.iso.datetime(),
    ...similarityFields,
    needs_confirmation: z.boolean().meta({
      description:
        'As alike as a product that a new one requires `confirmed_different` beside, of another barcode',
    }),
  })
  .meta({ id: 'PendingTwin' });

export const confirmedDifferentField = z
  .array(z.uuid().transform((id) => id.toLowerCase()))
  .max(100)
  .optional()
  .meta({
    description:
      'Ids of `possible_duplicates` with `needs_confirmation` that are other products: without them a new product beside ' +
      'one is 409 `possible_duplicate`',
  });

export type PossibleDuplicate = z.output<typeof possibleDuplicateSchema>;
export type PendingTwinView = z.output<typeof pendingTwinSchema>;
