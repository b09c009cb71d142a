import { z } from 'zod';

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
