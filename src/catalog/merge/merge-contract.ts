import { z } from 'zod';
import { versionField } from '../administration/product-admin-contract.ts';
import { productChangeShape } from '../difference/product-change-contract.ts';
import { factComparisonSchema } from '../../facts/registry/product-facts-contract.ts';

const mergedProduct = z.object({
  id: z.uuid(),
  name: z.string(),
  version: z.number().int(),
  status: z.string(),
});

export const mergePreviewSchema = z
  .object({
    from: mergedProduct.meta({ description: 'Would be archived' }),
    into: mergedProduct.meta({ description: 'Would stay, completed' }),
    fields: z.array(factComparisonSchema).meta({
      description: 'What becomes of each fact of `from` (offered) beside that of `into` (current)',
    }),
    barcodes: z.array(z.string()).meta({ description: 'Would move' }),
    primary_gtin: z.string().nullable().meta({ description: 'Of the merged product' }),
    msrp_count: z.number().int(),
    source_record_count: z.number().int(),
    quality_score_before: z.number(),
    quality_score_after: z.number(),
  })
  .meta({ id: 'MergePreview' });

export type MergePreview = z.output<typeof mergePreviewSchema>;

const unmergedProduct = z.object({
  id: z.uuid(),
  name: z.string(),
  version: z.number().int().meta({ description: 'As it is now: the unmerge sends that of `product`' }),
  ...productChangeShape,
});

export const unmergePreviewSchema = z
  .object({
    product: unmergedProduct.meta({ description: 'Would be back' }),
    other: unmergedProduct.meta({ description: 'Would be as it was before the merge' }),
    source_record_count: z.number().int().meta({ description: 'Import records that would go back' }),
    submission_count: z.number().int().meta({ description: 'Contributions that would go back' }),
  })
  .meta({ id: 'UnmergePreview' });

export const unmergePreviewBodySchema = z.strictObject({});

export type UnmergePreview = z.output<typeof unmergePreviewSchema>;

export const mergeSchema = z
  .strictObject({
    into: z.uuid().transform((id) => id.toLowerCase()),
    version: versionField,
    into_version: versionField,
  })
  .meta({ id: 'Merge' });
