import { Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { modals } from '@mantine/modals';
import { useWrite } from '../api/use-write.ts';
import { WriteForm } from '../parts/dialogs/write-form.tsx';

/** Revokes a key that was found in a public place: its own text is proof enough. */
export function RevokeLeaked() {
  const form = useForm({ initialValues: { key: '' } });
  const revoke = useWrite({
    write: (api, { key }: typeof form.values) =>
      api.post('/keys/revoke-leaked', { body: { key: key.trim() } }),
    done: ({ prefix }) => `The key ${prefix}… is refused from now on`,
    refresh: [['accounts']],
    onDone: () => modals.closeAll(),
  });
  return (
    <WriteForm form={form} write={revoke} action="Revoke key" isDangerous>
      <Text size="sm">
        Calls with this key are refused at once. Its account stays, and may make a new key. This cannot be
        taken back.
      </Text>
      <TextInput
        label="The whole key"
        placeholder="pfk_…"
        required
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('key')}
      />
    </WriteForm>
  );
}
