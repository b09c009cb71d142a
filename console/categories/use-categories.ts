import type { AdminCategory } from '../../src/catalog/categories/category-contract.ts';
import { useRead } from '../api/use-read.ts';

/**
 * Returns the whole tree, and lookups of a code's archive kind and name; the name of an unknown code is the code.
 * `enabled` delays the fetch until it is needed.
 */
export function useCategories(enabled = true): {
  categories: AdminCategory[];
  kindOf: (code: string | null) => string | undefined;
  nameOf: (code: string) => string;
} {
  const { data } = useRead('/categories', {}, { enabled });
  const categories = data?.items ?? [];
  const find = (code: string | null) => categories.find((category) => category.code === code);
  return {
    categories,
    kindOf: (code) => find(code)?.archive_kind,
    nameOf: (code) => find(code)?.name ?? code,
  };
}
