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
  // What this field set last: more may have been typed when the address has it.
  const [own, setOwn] = useState(value);
  if (known !== value) {
    setKnown(value);
    // The address changed elsewhere, for example by the back button.
    if (value !== own) {
      setOwn(value);
      setTyped(value ?? '');
    }
  }
  const set = (text: string | undefined) => {
    setOwn(text);
    onFilter(text);
  };
  // What the field says when the pause ends: it may have been cleared meanwhile.
  const filter = useDebouncedCallback(() => {
    const text = typed.trim() || undefined;
    if (text !== own) set(text);
  }, PAUSE_MS);
  const type = (text: string) => {
    setTyped(text);
    filter();
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
          set(undefined);
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
