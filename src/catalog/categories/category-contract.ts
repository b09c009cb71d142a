import { z } from 'zod';
import { pathId } from '../../platform/http/path-id.ts';
import { TRANSLATED } from '../../data/names/names.ts';
import { plainText } from '../../platform/text/text-contract.ts';

export interface CategoryNode {
  code: string;
  name: string;
  archive_kind: string;
  parent_code: string | null;
  path: string;
  level: number;
  product_count: number;
  children: CategoryNode[];
}

const categoryNodeSchema: z.ZodType<CategoryNode> = z
  .object({
    code: z.string().meta({ description: 'The `category` filter value', example: 'juices' }),
    name: z.string().meta({ example: 'Juices' }),
    archive_kind: z.string().meta({ example: 'food' }),
    parent_code: z.string().nullable().meta({ example: 'beverages' }),
    path: z.string().meta({ description: 'Codes from the root', example: 'food/beverages/juices' }),
    level: z.number().int().min(1).max(6).meta({ description: '1 for a root' }),
    product_count: z.number().int().meta({ description: 'Products in use in the whole subtree' }),
    get children() {
      return z.array(categoryNodeSchema);
    },
  })
  .meta({ id: 'CategoryNode' });

export const categoryTreeSchema = z
  .object({ items: z.array(categoryNodeSchema) })
  .meta({ id: 'CategoryTree' });

export type CategoryTree = z.output<typeof categoryTreeSchema>;

const name = plainText(120);
const names = z.partialRecord(z.enum(TRANSLATED), name).meta({
  description: 'By language, without English, which is `name`. They come before the names of the release',
  example: { de: 'Haferdrinks' },
});
export const MOST_SYNONYMS = 200;
const synonyms = z
  .array(name)
  .max(MOST_SYNONYMS)
  .meta({
    description: 'Other names in any language: `in=all` finds its products by them, and no page shows them',
    example: ['oat milk'],
  });

export const adminCategorySchema = z
  .object({
    id: z.uuid(),
    code: z.string(),
    name: z.string(),
    names,
    synonyms,
    parent_id: z.uuid().nullable(),
    path: z.string().meta({ description: 'Codes from the root', example: 'food/beverages/juices' }),
    level: z.number().int().min(1).max(6),
    archive_kind: z.string().meta({ description: 'Its own kind, else that of its parent' }),
    own_archive_kind: z.string().nullable().meta({ description: 'Null where the kind is inherited' }),
    product_count: z.number().int().meta({ description: 'Products of any status, without the subtree' }),
    in_use_count: z.number().int().meta({ description: 'Products in use, without the subtree' }),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'AdminCategory' });

export const adminCategoryListSchema = z
  .object({ items: z.array(adminCategorySchema).meta({ description: 'The whole tree, by path' }) })
  .meta({ id: 'AdminCategoryList' });

export const categoryParamsSchema = z.object({
  id: pathId('Id of the category', '0198c3a0-6f5e-7c1b-9a52-1d2f3c4b5a69'),
});

const code = z
  .string()
  .max(60, 'must be at most 60 characters')
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case letters and digits, words joined by hyphens')
  .meta({ example: 'oat-drinks' });
const parentId = z.uuid().transform((id) => id.toLowerCase());
const archiveKind = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,39}$/, 'is no archive kind')
  .nullable()
  .meta({ description: 'Null: that of the parent' });

export const newCategorySchema = z
  .strictObject({
    code,
    name,
    parent_id: parentId.nullable().meta({ description: 'Null: a root, which needs its own kind' }),
    archive_kind: archiveKind.default(null),
  })
  .meta({ id: 'NewCategory' });

export const categoryChangeSchema = z
  .strictObject({
    name: name.optional(),
    names: names.optional().meta({ description: 'Replaces all names in other languages' }),
    synonyms: synonyms.optional().meta({ description: 'Replaces all synonyms' }),
    code: code.optional().meta({ description: 'Also changes the paths of the subtree' }),
    parent_id: parentId.nullable().optional().meta({ description: 'Moves the category with its subtree' }),
    archive_kind: archiveKind.optional(),
    dry_run: z
      .boolean()
      .default(false)
      .meta({ description: 'Returns the counts of the change without making it' }),
  })
  .meta({ id: 'CategoryChange' });

export const categoryImpactSchema = z
  .object({
    categories: z.number().int().meta({ description: 'Other categories whose path or kind changes' }),
    products: z.number().int().meta({ description: 'Products whose path or kind changes, of any status' }),
    documents: z.number().int().meta({
      description:
        'Products in use whose documents are written to the index again: those among them, and those in the subtree of a new name or synonym',
    }),
    rescored: z
      .number()
      .int()
      .meta({ description: 'Products whose kind changes: their quality is recomputed' }),
  })
  .meta({ id: 'CategoryImpact' });

export const changedCategorySchema = z
  .object({
    category: adminCategorySchema.meta({
      description: 'The category after the change, or after the tried change',
    }),
    impact: categoryImpactSchema,
  })
  .meta({ id: 'ChangedCategory' });

export type AdminCategory = z.output<typeof adminCategorySchema>;
export type CategoryImpact = z.output<typeof categoryImpactSchema>;
export type NewCategory = z.output<typeof newCategorySchema>;
export type CategoryChange = z.output<typeof categoryChangeSchema>;
export type ChangedCategory = z.output<typeof changedCategorySchema>;
