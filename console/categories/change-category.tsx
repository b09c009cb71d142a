import { Button, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { AdminCategory } from '../../src/catalog/categories/category-admin-contract.ts';
import { useMayActAs } from '../api/api-context.ts';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { KindChoice } from './kind-choice.tsx';
import { useCategoryChange, type WantedChange } from './use-category-change.ts';

/** Name, code and kind; what follows from a change is counted before it is made. An editor may only rename. */
export function ChangeCategory({ category }: { category: AdminCategory }) {
  const isAdmin = useMayActAs('admin');
  const change = useCategoryChange(category);
  const form = useForm({
    initialValues: {
      name: category.name,
      code: category.code,
      archive_kind: category.own_archive_kind,
    },
  });
  return (
    <form onSubmit={form.onSubmit((values) => change.submit(buildChange(category, values)))}>
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
        {change.error && <ProblemNotice problem={change.error} />}
        <Button type="submit" disabled={!form.isDirty()} loading={change.isPending}>
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
