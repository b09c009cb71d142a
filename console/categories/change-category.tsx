import { Button, SimpleGrid, Stack, TagsInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { AdminCategory } from '../../src/catalog/categories/category-contract.ts';
import { useMayActAs } from '../api/api-context.ts';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { KindChoice } from './kind-choice.tsx';
import { useCategoryChange, type WantedChange } from './use-category-change.ts';

const NO_NAMES = { de: '', fr: '', es: '', it: '', nl: '' };
const LANGUAGES = Object.keys(NO_NAMES) as (keyof typeof NO_NAMES)[];
const languageNames = new Intl.DisplayNames('en', { type: 'language' });

/** Edits names, synonyms, code and kind; the effect is counted before the change. An editor may only rename. */
export function ChangeCategory({ category }: { category: AdminCategory }) {
  const isAdmin = useMayActAs('admin');
  const change = useCategoryChange(category);
  const form = useForm({
    initialValues: {
      name: category.name,
      code: category.code,
      archive_kind: category.own_archive_kind,
      names: { ...NO_NAMES, ...category.names },
      synonyms: category.synonyms,
    },
  });
  return (
    <form onSubmit={form.onSubmit((values) => change.mutate(buildChange(category, values)))}>
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
        <SimpleGrid cols={{ base: 1, sm: 3 }} w="100%">
          {LANGUAGES.map((language) => (
            <TextInput
              key={language}
              label={`Name in ${languageNames.of(language) ?? language}`}
              maxLength={120}
              {...form.getInputProps(`names.${language}`)}
            />
          ))}
        </SimpleGrid>
        <TagsInput
          label="Synonyms"
          description="In any language. A search finds the products by them; no page shows them"
          w="100%"
          {...form.getInputProps('synonyms')}
        />
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
  values: {
    name: string;
    code: string;
    archive_kind: string | null;
    names: typeof NO_NAMES;
    synonyms: string[];
  },
): WantedChange {
  // An empty field is no name: the release's name is shown, or else the English one.
  const names = Object.fromEntries(Object.entries(values.names).filter(([, name]) => name.trim() !== ''));
  const isRenamed = LANGUAGES.some((language) => names[language] !== category.names[language]);
  return {
    ...(values.name === category.name ? {} : { name: values.name }),
    ...(isRenamed ? { names } : {}),
    ...(values.synonyms.join('\n') === category.synonyms.join('\n') ? {} : { synonyms: values.synonyms }),
    ...(values.code === category.code ? {} : { code: values.code }),
    ...(values.archive_kind === category.own_archive_kind ? {} : { archive_kind: values.archive_kind }),
  };
}
