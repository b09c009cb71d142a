import { Autocomplete, CloseButton, TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';

const PAUSE_MS = 250;

/** A text filter, applied when typing pauses. `choices` are suggestions; a part of one is enough. */
export function FilterField({
  value,
  onFilter,
  label,
  choices,
  ...props
}: {
  value: string | undefined;
  onFilter: (value: string | undefined) => void;
  label: string;
  choices?: string[];
} & Omit<TextInputProps, 'value' | 'onChange' | 'label'>) {
  const [typed, setTyped] = useState(value ?? '');
  const [known, setKnown] = useState(value);
  const filter = useDebouncedCallback((text: string) => onFilter(text.trim() || undefined), PAUSE_MS);
  // The address changed elsewhere, for example by the back button.
  if (known !== value) {
    setKnown(value);
    if ((value ?? '') !== typed.trim()) setTyped(value ?? '');
  }
  const type = (text: string) => {
    setTyped(text);
    filter(text);
  };
  const shared = {
    'aria-label': label,
    placeholder: props.placeholder ?? label,
    leftSection: <IconSearch size={14} />,
    rightSection: typed !== '' && (
      <CloseButton
        size="xs"
        aria-label={`Clear ${label.toLowerCase()}`}
        onClick={() => {
          setTyped('');
          onFilter(undefined);
        }}
      />
    ),
    value: typed,
  };
  if (choices) {
    const { w } = props;
    return (
      <Autocomplete
        {...shared}
        {...(w === undefined ? {} : { w })}
        data={choices}
        limit={60}
        onChange={type}
      />
    );
  }
  return <TextInput {...props} {...shared} onChange={(event) => type(event.currentTarget.value)} />;
}
