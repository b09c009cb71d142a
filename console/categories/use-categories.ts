import type { AdminCategory } from '../../src/catalog/categories/category-contract.ts';
import { useRead } from '../api/use-read.ts';

/** Returns the whole tree, and a lookup of a code's archive kind. `enabled` delays the fetch until it is needed. */
export function useCategories(enabled = true): {
  categories: AdminCategory[];
  kindOf: (code: string | null) => string | undefined;
} {
  const { data } = useRead('/categories', {}, { enabled });
  const categories = data?.items ?? [];
  return {
    categories,
    kindOf: (code) => categories.find((category) => category.code === code)?.archive_kind,
  };
}
