import { useMutation } from '@tanstack/react-query';
import type {
  AdminCategory,
  CategoryChange,
  ChangedCategory,
} from '../../src/catalog/categories/category-admin-contract.ts';
import { useApi } from '../api/api-context.ts';
import { useWrite } from '../api/use-write.ts';

export type WantedChange = Omit<CategoryChange, 'dry_run'>;

/** A change of a category in two steps: counted first, then made. */
export function useCategoryChange(category: AdminCategory, onDone?: () => void) {
  const api = useApi();
  const send = (body: CategoryChange) => api.patch('/categories/{id}', { path: { id: category.id }, body });
  const count = useMutation({
    mutationFn: (wanted: WantedChange) => send({ ...wanted, dry_run: true }),
  });
  const change = useWrite<WantedChange, ChangedCategory>({
    write: (_api, wanted) => send({ ...wanted, dry_run: false }),
    done: ({ category: changed }) => `${changed.name} is at ${changed.path} now`,
    refresh: [['categories'], ['products']],
    ...(onDone ? { onDone } : {}),
  });
  return { count, change };
}
