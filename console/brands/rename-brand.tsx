import { Button, Checkbox, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { AdminBrand } from '../../src/catalog/brands/brand-admin-contract.ts';
import { isProblem } from '../api/api-problem.ts';
import { useRead } from '../api/use-read.ts';
import { useWrite } from '../api/use-write.ts';
import { confirmChange } from '../parts/confirm-dialog.tsx';
import { Panel } from '../parts/panel.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { describeImpact } from './describe-impact.ts';

export function RenameBrand({ brand }: { brand: AdminBrand }) {
  const impact = useRead('/brands/{id}/impact', { path: { id: brand.id } });
  const form = useForm({ initialValues: { name: brand.name, keep_alias: true } });
  const rename = useWrite<typeof form.values, AdminBrand>({
    write: (api, body) => api.patch('/brands/{id}', { path: { id: brand.id }, body }),
    done: (renamed) => `${brand.name} is ${renamed.name} now`,
    refresh: [['brands'], ['products']],
  });
  const submit = async (values: typeof form.values) => {
    const consequences = [
      `${brand.name} becomes ${values.name} everywhere.`,
      describeImpact(impact.data),
      values.keep_alias
        ? `${brand.name} stays an alias: imports and searches by it still find the brand.`
        : `${brand.name} is forgotten: an import that meets it makes a new brand.`,
    ];
    if (await confirmChange({ title: 'Rename brand?', consequences, action: 'Rename' }))
      rename.mutate(values);
  };
  return (
    <Panel title="Name">
      <form onSubmit={form.onSubmit((values) => void submit(values))}>
        <Stack gap="sm" align="flex-start">
          <TextInput label="Name" required maxLength={120} w="100%" {...form.getInputProps('name')} />
          <Checkbox
            label="Keep the old name as an alias"
            {...form.getInputProps('keep_alias', { type: 'checkbox' })}
          />
          {rename.isError && <ProblemNotice problem={rename.error} {...adviseMerge(rename.error)} />}
          <Button
            type="submit"
            loading={rename.isPending}
            disabled={form.values.name.trim() === brand.name || impact.isPending}
          >
            Rename
          </Button>
        </Stack>
      </form>
    </Panel>
  );
}

function adviseMerge(problem: unknown): { title?: string } {
  return isProblem(problem, 'already_exists')
    ? { title: 'Another brand has this name: merge into it below' }
    : {};
}
