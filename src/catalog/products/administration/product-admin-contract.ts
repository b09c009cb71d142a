import { z } from 'zod';
import { GTIN_PATTERN } from '../../../facts/values/gtin.ts';
import { pageOf, pagingQuery } from '../../../platform/http/paging.ts';
import { qualitySchema } from '../../../quality/quality-contract.ts';
import { newMsrpSchema } from '../../../facts/values/msrp-contract.ts';
import { allergenStateSchema, barcodeEntrySchema, specificationSchema } from '../product-contract.ts';
import { MISSING_FIELDS } from './product-filter-contract.ts';
import { freeForm } from '../../../platform/http/free-form.ts';
import { NO_CONTROL_CHARACTERS } from '../../../platform/http/value-list.ts';
import { readFactsShape, shapeOf, writtenFactsShape } from '../../../facts/registry/fact-shapes-contract.ts';
import { plainText } from '../../../platform/text/text-contract.ts';

const version = z.number().int().min(1).max(2_147_483_647);
export const versionField = version.meta({
  description: 'The version that you read: 409 `version_conflict` when it is older',
});
export const reasonField = plainText(500).meta({ example: 'Not sold any more' });

/** The statuses of lists and filters: `merged` are the products that a merge archived. */
const STATUS_FILTERS = ['draft', 'active', 'archived', 'merged'] as const;

export const PRODUCT_SORTS = [
  'relevance',
  'quality',
  '-quality',
  'name',
  '-name',
  'updated',
  '-updated',
  'created',
  '-created',
  'brand',
  '-brand',
  'country',
  '-country',
] as const;

const shortText = z
  .string()
  .max(200, 'must be at most 200 characters')
  .refine((text) => !/\p{Cc}/u.test(text), 'must not hold control characters')
  .meta({ pattern: NO_CONTROL_CHARACTERS });

const archiveKind = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, 'must be an archive kind');

const field = z.enum(MISSING_FIELDS, { error: `must be one of ${MISSING_FIELDS.join(', ')}` });

const share = z
  .string()
  .regex(/^(0(\.\d{1,4})?|1(\.0{1,4})?)$/, 'must be a number from 0 to 1')
  .transform(Number)
  .meta({ type: 'number', minimum: 0, maximum: 1 });

/** The filters of a product list; a product must pass all given filters. */
const productFilterShape = {
  q: shortText.default('').meta({ description: 'Name, fuzzily, or barcode, whole or in part; also an id' }),
  status: z.enum(STATUS_FILTERS, { error: `must be one of ${STATUS_FILTERS.join(', ')}` }).optional(),
  category: shortText.optional().meta({ description: 'Code; the whole subtree' }),
  brand: shortText.optional().meta({ description: 'Name, fuzzily' }),
  brand_id: z.uuid({ error: 'must be a UUID' }).optional(),
  country: shortText.optional().meta({ description: 'A prefix is enough' }),
  kind: archiveKind.optional(),
  not_kind: archiveKind.optional().meta({ description: 'Products of every other archive kind' }),
  source: shortText.optional().meta({ description: 'Code of a source that supplied a fact of the product' }),
  has_gtin: z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .transform((text) => text === 'true')
    .optional()
    .meta({ type: 'boolean' }),
  min_quality: share.optional(),
  max_quality: share.optional(),
  missing: field.optional().meta({ description: 'Products that lack this field' }),
  present: field.optional().meta({ description: 'Products that have this field' }),
};

export const productListQuerySchema = z.object({
  ...productFilterShape,
  view: z.enum(['all', 'public'], { error: 'must be all or public' }).default('all').meta({
    description:
      '`public`: exactly the results of the public search, in its order; only with `q`, `category`, `brand` and `country`',
  }),
  sort: z
    .enum(PRODUCT_SORTS, { error: `must be one of ${PRODUCT_SORTS.join(', ')}` })
    .optional()
    .meta({ description: 'Default: `relevance` with `q`, else `-updated`' }),
  ...pagingQuery,
});

export const productFilterSchema = z.object(productFilterShape);

export type ProductFilter = z.output<typeof productFilterSchema>;

const productRef = z.object({ id: z.uuid(), name: z.string() });
const status = z.enum(['draft', 'active', 'archived']);

export const productListItemSchema = z
  .object({
    id: z.uuid(),
    gtin: z.string().nullable().meta({ description: 'Primary barcode' }),
    name: z.string(),
    brand: z.string().nullable(),
    category_path: z.string().nullable(),
    archive_kind: z.string().nullable(),
    country_of_origin: z.string().nullable(),
    status,
    merged_into_id: z.uuid().nullable(),
    quality_score: z.number(),
    score: z.number().nullable().meta({ description: 'Word similarity of `q` and the name' }),
    version,
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'ProductListItem' });

export const productListSchema = pageOf(productListItemSchema).meta({ id: 'ProductList' });

const sourceRef = z.object({
  id: z.uuid(),
  code: z.string(),
  name: z.string(),
  kind: z.string(),
  trust: z.number(),
});

const claimEntrySchema = z
  .object({
    source: sourceRef,
    facts: freeForm.meta({ description: 'By the names of the product’s fields' }),
  })
  .meta({ id: 'ClaimEntry' });

const provenanceEntrySchema = z
  .object({
    field: z.string(),
    source: sourceRef,
    submission_id: z.uuid().nullable().meta({ description: 'The submission that supplied it' }),
    operator: z
      .object({ id: z.uuid(), email: z.string().nullable() })
      .nullable()
      .meta({ description: 'The operator who wrote or approved it' }),
    recorded_at: z.iso.datetime(),
  })
  .meta({ id: 'ProvenanceEntry' });

export const adminMsrpSchema = z
  .object({
    id: z.uuid(),
    amount: z.number(),
    currency: z.string(),
    region: z.string(),
    effective_date: z.iso.date().nullable(),
    source_url: z.string().nullable(),
    note: z.string().nullable(),
    source: z.object({ id: z.uuid(), code: z.string(), name: z.string() }),
    recorded_at: z.iso.datetime(),
    is_public: z.boolean().meta({ description: 'Amounts of 0 are kept and never shown' }),
  })
  .meta({ id: 'AdminMsrp' });

export const adminMsrpListSchema = z
  .object({ items: z.array(adminMsrpSchema) })
  .meta({ id: 'AdminMsrpList' });

/** All data of a product of any status. The facts have the names that writes use. */
export const adminProductSchema = z
  .object({
    id: z.uuid(),
    version,
    status,
    is_public: z.boolean().meta({ description: 'Active and not merged away' }),
    archive_reason: z.string().nullable(),
    merged_into: productRef.nullable(),
    merged_from: z
      .array(productRef)
      .meta({ description: 'The first 100 products that were merged into this one' }),
    gtin: z.string().nullable(),
    next_primary_gtin: z.string().nullable().meta({
      description:
        'The barcode that becomes primary when the present primary one is removed; null: no barcode does',
    }),
    ...readFactsShape,
    brand_id: z.uuid().nullable(),
    category_path: z.string().nullable(),
    archive_kind: z.string(),
    specifications: z.array(specificationSchema),
    allergen_states: z.array(allergenStateSchema).meta({ description: 'As the public detail shows them' }),
    quality_score: z.number(),
    barcodes: z.array(barcodeEntrySchema),
    msrp: z.array(adminMsrpSchema),
    provenance: z.array(provenanceEntrySchema),
    claims: z
      .array(claimEntrySchema)
      .meta({ description: 'Differing values of sources, where the value of another source is shown' }),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'AdminProduct' });

export type AdminProduct = z.output<typeof adminProductSchema>;
export type AdminMsrp = z.output<typeof adminMsrpSchema>;
export type ProductListItem = z.output<typeof productListItemSchema>;

export const newProductSchema = z
  .strictObject({
    ...writtenFactsShape,
    name: writtenFactsShape.name.unwrap(),
    status: z.enum(['draft', 'active']).default('draft'),
    gtin: z.string().max(40).optional().meta({ pattern: GTIN_PATTERN, description: 'Any spelling' }),
    msrp: newMsrpSchema.optional(),
  })
  .meta({ id: 'NewProduct' });

export const productEditSchema = z
  .strictObject({ version: versionField, ...writtenFactsShape })
  .meta({ id: 'ProductEdit' });

export const freeFromSchema = z
  .strictObject({
    version: versionField,
    allergens: shapeOf('free_from').meta({
      description:
        'All allergens that are not in it, whatever a source says; an empty list takes the finding back',
    }),
    reason: reasonField.meta({
      description: 'How it was found out',
      example: 'Label photographed in a shop',
    }),
  })
  .meta({ id: 'FreeFrom' });

export const statusChangeSchema = z.strictObject({ version: versionField });
export const archivingSchema = z.strictObject({ version: versionField, reason: reasonField });

export const adminQualitySchema = qualitySchema
  .extend({
    gains: z
      .array(
        z.object({
          action: z.enum(['add', 'verify', 'correct']).meta({
            description:
              '`add` a missing value, `verify` a value by writing it unchanged, `correct` a failed check',
          }),
          field: z.string().nullable(),
          missing: z.array(z.string()),
          gain: z.number().meta({ description: 'By how much the score would rise', example: 0.08 }),
          message: z.string().meta({ example: 'Add net content: +0.08' }),
        }),
      )
      .meta({ description: 'Edits that would raise the score, the largest gain first' }),
  })
  .meta({ id: 'AdminQuality' });
