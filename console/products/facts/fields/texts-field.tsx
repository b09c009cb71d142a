import { ActionIcon, Fieldset, Group, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { LANGUAGE_CODES } from '../../../../src/facts/registry/language-codes.ts';

type Texts = Record<string, string>;

const NAMES = new Intl.DisplayNames(['en'], { type: 'language' });

/** Labels of the language choice: `German (de)`. */
export const LANGUAGES = LANGUAGE_CODES.map((code) => ({ value: code, label: nameLanguage(code) })).sort(
  (a, b) => a.label.localeCompare(b.label),
);

function nameLanguage(code: string): string {
  return `${NAMES.of(code) ?? code} (${code})`;
}

/** A text per language; choosing a language adds one. */
export function TextsField({
  label,
  most,
  isLong = false,
  texts,
  errors,
  name,
  onChange,
}: {
  label: string;
  /** The most characters of one text. */
  most: number;
  isLong?: boolean | undefined;
  texts: Texts;
  /** By wire names of the fact and of each of its languages. */
  errors: Record<string, string>;
  name: string;
  onChange: (texts: Texts) => void;
}) {
  const Input = isLong ? Textarea : TextInput;
  const set = (lang: string, text: string | undefined) => {
    const { [lang]: _, ...rest } = texts;
    onChange(text === undefined ? rest : { ...texts, [lang]: text });
  };
  return (
    <Fieldset legend={label} p="sm">
      <Stack gap="xs">
        {errors[name] && (
          <Text size="xs" c="red">
            {errors[name]}
          </Text>
        )}
        {Object.keys(texts)
          .sort()
          .map((lang) => (
            <Group key={lang} gap="xs" align="flex-end" wrap="nowrap">
              <Input
                label={nameLanguage(lang)}
                aria-label={`${label}: ${nameLanguage(lang)}`}
                flex={1}
                maxLength={most}
                {...(isLong && { autosize: true, minRows: 2, maxRows: 10 })}
                error={errors[`${name}.${lang}`]}
                value={texts[lang] ?? ''}
                onChange={(event) => set(lang, event.currentTarget.value)}
              />
              <ActionIcon
                size={30}
                aria-label={`Remove ${label}: ${nameLanguage(lang)}`}
                onClick={() => set(lang, undefined)}
              >
                <IconX size={14} />
              </ActionIcon>
            </Group>
          ))}
        <Select
          aria-label={`Add a language to ${label}`}
          placeholder="Add a language"
          searchable
          w={220}
          maw="100%"
          data={LANGUAGES.filter(({ value }) => texts[value] === undefined)}
          value={null}
          onChange={(lang) => lang && set(lang, '')}
        />
      </Stack>
    </Fieldset>
  );
}
