import { z } from 'zod';
import { versionField } from '../products/administration/product-admin-contract.ts';
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
    from: mergedProduct.meta({ description: 'The product that would be archived' }),
    into: mergedProduct.meta({ description: 'Would stay, completed' }),
    fields: z.array(factComparisonSchema).meta({
      description: 'The outcome of each fact of `from` (offered) compared with `into` (current)',
    }),
    barcodes: z.array(z.string()).meta({ description: 'Would move' }),
    primary_gtin: z.string().nullable().meta({ description: 'The primary barcode of the merged product' }),
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
  version: z
    .number()
    .int()
    .meta({ description: 'The present version; send that of `product` with the unmerge' }),
  ...productChangeShape,
});

export const unmergePreviewSchema = z
  .object({
    product: unmergedProduct.meta({ description: 'The product that would be restored' }),
    other: unmergedProduct.meta({ description: 'The other product, as it was before the merge' }),
    source_record_count: z.number().int().meta({ description: 'Import records that would move back' }),
    submission_count: z.number().int().meta({ description: 'Submissions that would move back' }),
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
