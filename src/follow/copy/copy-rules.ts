import { z } from 'zod';
import { newBarcodeSchema } from '../../catalog/barcodes/barcode-contract.ts';
import { newCategorySchema } from '../../catalog/categories/category-contract.ts';
import { isDrawing } from '../../catalog/pictures/picture-address.ts';
import { newKindSchema, newTemplateFieldSchema } from '../../catalog/kinds/kind-contract.ts';
import { newSourceSchema } from '../../catalog/sources/source-contract.ts';
import { PICTURE_ROLES } from '../../facts/registry/fact-codes.ts';
import { languageCode, shapeOf, writtenFactsShape } from '../../facts/registry/fact-shapes-contract.ts';
import { parseGtin } from '../../facts/values/gtin.ts';
import { newMsrpSchema } from '../../facts/values/msrp-contract.ts';
import { plainText, wordText } from '../../platform/text/text-contract.ts';
import { readClaims, readCopiedFacts, type CopiedProduct } from './copied-product.ts';

/** Matches addresses of `buildPictureAddress`: at the leader, or relative to it. */
const PICTURE_ADDRESS = /^(https?:\/\/[^\s?#@]+)?\/images\/[0-9a-f]{64}\/1200\.webp$/;
const LONGEST_BRAND = 300;

const facts = z.object(writtenFactsShape);

/** Validates the leader's products by the rules for contributors and operators. */
const productRules = facts.extend({
  brand: z
    .object({
      name: wordText(LONGEST_BRAND).nullable(),
      slug: plainText(LONGEST_BRAND),
      aliases: z.array(wordText(LONGEST_BRAND)),
    })
    .nullable(),
  contributed_pictures: z.record(
    z.string(),
    z.object({
      role: z.enum(PICTURE_ROLES),
      lang: languageCode.nullable(),
      url: z.string().regex(PICTURE_ADDRESS, 'is not the address of a stored picture'),
    }),
  ),
  barcodes: z.array(
    z.object({
      gtin: z.string().refine((gtin) => parseGtin(gtin).ok, 'is not the barcode of a product'),
      region: newBarcodeSchema.shape.region,
    }),
  ),
  msrp: z.array(newMsrpSchema),
  source_created_at: shapeOf('source_created_at').nullable(),
  source_updated_at: shapeOf('source_updated_at').nullable(),
  claims: z.record(z.uuid(), facts.strict()),
});

export const sourceRules = newSourceSchema.strip();
export const kindRules = newKindSchema.strip().extend({ fields: z.array(newTemplateFieldSchema.strip()) });
export const categoryRules = newCategorySchema.strip();

/** Returns the first rule that a product breaks, or undefined. */
export function findProductFault({ product, record }: CopiedProduct): string | undefined {
  const stored = readCopiedFacts({ product, record });
  return findFault(productRules, {
    ...stored,
    pictures: stored.pictures.filter(({ url }) => !isDrawing(url)),
    brand: record.brand && { ...record.brand, name: product.brand },
    barcodes: product.barcodes,
    msrp: product.msrp,
    claims: readClaims(product),
  });
}

export function findFault(schema: z.ZodType, value: unknown): string | undefined {
  return describeIssue(schema.safeParse(value).error);
}

/** Returns the path and message of the first issue, or undefined. */
export function describeIssue(error: z.ZodError | undefined): string | undefined {
  const [issue] = error?.issues ?? [];
  return issue && `${issue.path.join('.')}: ${issue.message}`;
}
