import { Button, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { modals } from '@mantine/modals';
import type { AdminCodeNames, AdminNamedList } from '../../src/catalog/names/name-contract.ts';
import { useWrite } from '../api/use-write.ts';
import { ProblemNotice } from '../parts/problem-notice.tsx';

const NO_NAMES = { en: '', de: '', fr: '', es: '', it: '', nl: '' };
const LANGUAGES = Object.keys(NO_NAMES) as (keyof typeof NO_NAMES)[];
export const languageNames = new Intl.DisplayNames('en', { type: 'language' });

/** The names of a code. An empty field keeps the release's name, which is its placeholder. */
export function NameForm({ list, named }: { list: AdminNamedList; named: AdminCodeNames }) {
  const form = useForm({ initialValues: { ...NO_NAMES, ...named.given } });
  const save = useWrite<AdminCodeNames['given'], AdminCodeNames>({
    write: (api, given) =>
      api.put('/names/{list}/{code}', { path: { list, code: named.code }, body: { given } }),
    done: () => `The names of ${named.code} are changed`,
    refresh: [['names']],
    onDone: () => modals.closeAll(),
  });
  const submit = (values: typeof NO_NAMES) =>
    save.mutate(Object.fromEntries(Object.entries(values).filter(([, name]) => name.trim() !== '')));
  return (
    <form onSubmit={form.onSubmit(submit)}>
      <Stack gap="sm">
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
        {save.error && <ProblemNotice problem={save.error} />}
        <Button type="submit" disabled={!form.isDirty()} loading={save.isPending}>
          Save
        </Button>
      </Stack>
    </form>
  );
}
