import { TagsInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { modals } from '@mantine/modals';
import type { AdminBrand } from '../../src/catalog/brands/brand-contract.ts';
import { useWrite } from '../api/use-write.ts';
import { WriteForm } from '../parts/dialogs/write-form.tsx';

export function NewBrand() {
  const form = useForm({ initialValues: { name: '', aliases: [] as string[] } });
  const create = useWrite<typeof form.values, AdminBrand>({
    write: (api, body) => api.post('/brands', { body }),
    done: (brand) => `${brand.name} is a brand now`,
    refresh: [['brands']],
    onDone: () => modals.closeAll(),
  });
  return (
    <WriteForm form={form} write={create} action="Make brand">
      <TextInput label="Name" required maxLength={120} data-autofocus {...form.getInputProps('name')} />
      <TagsInput
        label="Also called"
        description="Other spellings, each ended with Enter"
        {...form.getInputProps('aliases')}
      />
    </WriteForm>
  );
}
