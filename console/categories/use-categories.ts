import type { z } from 'zod';
import type { AdminCategory, adminCategoryListSchema } from '../../src/catalog/category-admin-contract.ts';
import { useRead } from '../api/use-read.ts';

/** The whole tree, and the archive kind of a code in it. */
export function useCategories(): {
  categories: AdminCategory[];
  kindOf: (code: string | null) => string | undefined;
} {
  const { data } = useRead<z.output<typeof adminCategoryListSchema>>('/categories');
  const categories = data?.items ?? [];
  return {
    categories,
    kindOf: (code) => categories.find((category) => category.code === code)?.archive_kind,
  };
}
