import { z } from 'zod';
import { kindFieldSchema } from '../../catalog/kinds/kind-contract.ts';
import { sourceSchema } from '../../catalog/sources/source-contract.ts';

/** A snapshot of the data that products refer to. */
export const referenceDataSchema = z
  .object({
    sources: z.array(sourceSchema.omit({ product_count: true })),
    kinds: z
      .array(
        z.object({
          code: z.string().meta({ example: 'electronics' }),
          name: z.string().meta({ example: 'Electronics' }),
          fields: z.array(kindFieldSchema).meta({ description: 'As in /kind-fields' }),
        }),
      )
      .meta({ description: 'Archive kinds' }),
    categories: z
      .array(
        z.object({
          id: z.uuid(),
          code: z.string().meta({ example: 'juices' }),
          name: z.string().meta({ example: 'Juices' }),
          parent_id: z.uuid().nullable(),
          path: z.string().meta({ example: 'food/beverages/juices' }),
          level: z.int().min(1).max(6),
          archive_kind: z.string().meta({ example: 'food' }),
          own_archive_kind: z
            .string()
            .nullable()
            .meta({ description: 'Null where the kind is inherited from the parent' }),
        }),
      )
      .meta({ description: 'A parent comes before its children' }),
  })
  .meta({ id: 'ReferenceData' });

export type ReferenceData = z.output<typeof referenceDataSchema>;
