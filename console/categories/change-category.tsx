import { Button, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { AdminCategory } from '../../src/catalog/categories/category-admin-contract.ts';
import { useMayActAs } from '../api/api-context.ts';
import { confirmChange } from '../parts/confirm-dialog.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { describeImpact } from './describe-impact.ts';
import { KindChoice } from './kind-choice.tsx';
import { useCategoryChange, type WantedChange } from './use-category-change.ts';

/** Name, code and kind; what follows from a change is counted before it is made. An editor may only rename. */
export function ChangeCategory({ category }: { category: AdminCategory }) {
  const isAdmin = useMayActAs('admin');
  const { count, change } = useCategoryChange(category);
  const form = useForm({
    initialValues: {
      name: category.name,
      code: category.code,
      archive_kind: category.own_archive_kind,
    },
  });
  const submit = async (values: typeof form.values) => {
    const wanted = buildChange(category, values);
    const counted = await count.mutateAsync(wanted).catch(() => undefined);
    if (!counted) return;
    const isWanted = await confirmChange({
      title: `Change ${category.name}?`,
      consequences: [...describeChange(category, counted.category), ...describeImpact(counted.impact)],
      action: 'Change category',
    });
    if (isWanted) change.mutate(wanted);
  };
  return (
    <form onSubmit={form.onSubmit((values) => void submit(values))}>
      <Stack gap="sm" align="flex-start">
        <SimpleGrid cols={{ base: 1, sm: isAdmin ? 3 : 1 }} w="100%">
          <TextInput label="Name" required maxLength={120} {...form.getInputProps('name')} />
          {isAdmin && (
            <>
              <TextInput
                label="Code"
                description="Imports find the category by it"
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                required
                {...form.getInputProps('code')}
              />
              <KindChoice mayInherit={category.parent_id !== null} {...form.getInputProps('archive_kind')} />
            </>
          )}
        </SimpleGrid>
        {(count.error ?? change.error) && <ProblemNotice problem={count.error ?? change.error} />}
        <Button type="submit" disabled={!form.isDirty()} loading={count.isPending || change.isPending}>
          Change…
        </Button>
      </Stack>
    </form>
  );
}

function buildChange(
  category: AdminCategory,
  values: { name: string; code: string; archive_kind: string | null },
): WantedChange {
  return {
    ...(values.name === category.name ? {} : { name: values.name }),
    ...(values.code === category.code ? {} : { code: values.code }),
    ...(values.archive_kind === category.own_archive_kind ? {} : { archive_kind: values.archive_kind }),
  };
}

function describeChange(before: AdminCategory, after: AdminCategory): string[] {
  const changes: [string, string, string][] = [
    ['The name', before.name, after.name],
    ['The path', before.path, after.path],
    ['The archive kind', before.archive_kind, after.archive_kind],
  ];
  return changes
    .filter(([, from, to]) => from !== to)
    .map(([what, from, to]) => `${what} goes from ${from} to ${to}.`);
}
