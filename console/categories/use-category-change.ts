import type { AdminCategory } from '../../src/catalog/categories/category-contract.ts';
import type { Body } from '../api/api-calls.ts';
import type { ApiClient } from '../api/api-client.ts';
import { useAskedWrite } from '../api/use-asked-write.ts';
import { describeImpact } from './describe-impact.ts';

type CategoryChange = Body<'patch', '/categories/{id}'>;
export type WantedChange = Omit<CategoryChange, 'dry_run'>;

/** Changes a category: counts the effect first, then writes. */
export function useCategoryChange(category: AdminCategory, onDone?: () => void) {
  const send = (api: ApiClient, body: CategoryChange) =>
    api.patch('/categories/{id}', { path: { id: category.id }, body });
  return useAskedWrite({
    count: (api, wanted: WantedChange) => send(api, { ...wanted, dry_run: true }),
    ask: (_wanted, counted) => ({
      title: `Change ${category.name}?`,
      consequences: [...describeChange(category, counted.category), ...describeImpact(counted.impact)],
      action: 'Change category',
    }),
    write: (api, wanted) => send(api, { ...wanted, dry_run: false }),
    done: ({ category: changed }) => `${changed.name} is at ${changed.path} now`,
    refresh: [['categories'], ['products']],
    ...(onDone ? { onDone } : {}),
  });
}

function describeChange(before: AdminCategory, after: AdminCategory): string[] {
  const changes: [string, string, string][] = [
    ['The name', before.name, after.name],
    ['The names in other languages', listNames(before), listNames(after)],
    ['The path', before.path, after.path],
    ['The archive kind', before.archive_kind, after.archive_kind],
  ];
  return changes
    .filter(([, from, to]) => from !== to)
    .map(([what, from, to]) => `${what} goes from ${from} to ${to}.`);
}

const listNames = ({ names }: AdminCategory): string =>
  Object.entries(names)
    .map(([language, name]) => `${language}: ${name}`)
    .toSorted()
    .join(', ') || 'none';
