import { SimpleGrid, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { modals } from '@mantine/modals';
import type { AdminCodeNames, AdminNamedList } from '../../src/catalog/names/name-contract.ts';
import { useWrite } from '../api/use-write.ts';
import { WriteForm } from '../parts/dialogs/write-form.tsx';

const NO_NAMES = { en: '', de: '', fr: '', es: '', it: '', nl: '' };
const LANGUAGES = Object.keys(NO_NAMES) as (keyof typeof NO_NAMES)[];
export const languageNames = new Intl.DisplayNames('en', { type: 'language' });

/** The names of a code. An empty field keeps the release's name, which is its placeholder. */
export function NameForm({ list, named }: { list: AdminNamedList; named: AdminCodeNames }) {
  const form = useForm({ initialValues: { ...NO_NAMES, ...named.given } });
  const save = useWrite({
    write: (api, values: typeof NO_NAMES) => {
      const given = Object.fromEntries(Object.entries(values).filter(([, name]) => name.trim() !== ''));
      return api.put('/names/{list}/{code}', { path: { list, code: named.code }, body: { given } });
    },
    done: () => `The names of ${named.code} are changed`,
    refresh: [['names']],
    onDone: () => modals.closeAll(),
  });
  return (
    <WriteForm form={form} write={save} action="Save" isReady={form.isDirty()}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {LANGUAGES.map((language) => (
          <TextInput
            key={language}
            label={languageNames.of(language)}
            placeholder={named.released[language]}
            maxLength={120}
            {...form.getInputProps(language)}
          />
        ))}
      </SimpleGrid>
      <Text size="xs" c="dimmed">
        An empty field keeps the name in grey, which the release brings.
      </Text>
    </WriteForm>
  );
}
