import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { modals } from '@mantine/modals';
import type { AdminCategory } from '../../src/catalog/categories/category-contract.ts';
import { useWrite } from '../api/use-write.ts';
import { WriteForm } from '../parts/dialogs/write-form.tsx';
import { KindChoice } from './kind-choice.tsx';

/** @param parent null for a root, which has its own kind */
export function NewCategory({
  parent,
  onMade,
}: {
  parent: AdminCategory | null;
  onMade: (id: string) => void;
}) {
  const form = useForm({ initialValues: { name: '', code: '', archive_kind: null as string | null } });
  const create = useWrite<typeof form.values, AdminCategory>({
    write: (api, values) => api.post('/categories', { body: { ...values, parent_id: parent?.id ?? null } }),
    done: (category) => `${category.path} is there now`,
    refresh: [['categories']],
    onDone: (category) => {
      modals.closeAll();
      onMade(category.id);
    },
  });
  return (
    <WriteForm form={form} write={create} action="Make category">
      <TextInput
        label="Name"
        required
        maxLength={120}
        data-autofocus
        {...form.getInputProps('name')}
        onBlur={() => {
          if (form.values.code === '') form.setFieldValue('code', buildCode(form.values.name));
        }}
      />
      <TextInput
        label="Code"
        description="Lower-case letters and digits, words joined by hyphens; part of the path"
        required
        {...form.getInputProps('code')}
      />
      <KindChoice mayInherit={parent !== null} {...form.getInputProps('archive_kind')} />
    </WriteForm>
  );
}

/** `Crème brûlée & co` → `creme-brulee-co` */
export function buildCode(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 60);
}
