import { Button, Stack, TagsInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { modals } from '@mantine/modals';
import type { AdminBrand } from '../../src/catalog/brands/brand-contract.ts';
import { useWrite } from '../api/use-write.ts';
import { ProblemNotice } from '../parts/problem-notice.tsx';

export function NewBrand() {
  const form = useForm({ initialValues: { name: '', aliases: [] as string[] } });
  const create = useWrite<typeof form.values, AdminBrand>({
    write: (api, body) => api.post('/brands', { body }),
    done: (brand) => `${brand.name} is a brand now`,
    refresh: [['brands']],
    onDone: () => modals.closeAll(),
  });
  return (
    <form onSubmit={form.onSubmit((values) => create.mutate(values))}>
      <Stack>
        <TextInput label="Name" required maxLength={120} data-autofocus {...form.getInputProps('name')} />
        <TagsInput
          label="Also called"
          description="Other spellings, each ended with Enter"
          {...form.getInputProps('aliases')}
        />
        {create.isError && <ProblemNotice problem={create.error} />}
        <Button type="submit" loading={create.isPending}>
          Make brand
        </Button>
      </Stack>
    </form>
  );
}
