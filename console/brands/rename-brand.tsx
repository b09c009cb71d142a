import { Button, Checkbox, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { AdminBrand } from '../../src/catalog/brands/brand-contract.ts';
import { isProblem } from '../api/api-problem.ts';
import { useAskedWrite } from '../api/use-asked-write.ts';
import { Panel } from '../parts/panel.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { describeImpact } from './describe-impact.ts';

export function RenameBrand({ brand }: { brand: AdminBrand }) {
  const form = useForm({ initialValues: { name: brand.name, keep_alias: true } });
  const rename = useAskedWrite({
    count: (api, _values: typeof form.values) => api.get('/brands/{id}/impact', { path: { id: brand.id } }),
    ask: (values, impact) => ({
      title: 'Rename brand?',
      consequences: [
        `${brand.name} becomes ${values.name} everywhere.`,
        describeImpact(impact),
        values.keep_alias
          ? `${brand.name} stays an alias: imports and searches by it still find the brand.`
          : `${brand.name} is forgotten: an import that meets it makes a new brand.`,
      ],
      action: 'Rename',
    }),
    write: (api, body) => api.patch('/brands/{id}', { path: { id: brand.id }, body }),
    done: (renamed) => `${brand.name} is ${renamed.name} now`,
    refresh: [['brands'], ['products']],
  });
  return (
    <Panel title="Name">
      <form onSubmit={form.onSubmit(rename.mutate)}>
        <Stack gap="sm" align="flex-start">
          <TextInput label="Name" required maxLength={120} w="100%" {...form.getInputProps('name')} />
          <Checkbox
            label="Keep the old name as an alias"
            {...form.getInputProps('keep_alias', { type: 'checkbox' })}
          />
          {rename.error && <ProblemNotice problem={rename.error} {...adviseMerge(rename.error)} />}
          <Button type="submit" loading={rename.isPending} disabled={form.values.name.trim() === brand.name}>
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
