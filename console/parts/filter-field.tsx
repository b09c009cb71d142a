import { CloseButton, TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';

const PAUSE_MS = 250;

/** A text filter: takes effect when the typing pauses. */
export function FilterField({
  value,
  onFilter,
  label,
  ...props
}: {
  value: string | undefined;
  onFilter: (value: string | undefined) => void;
  label: string;
} & Omit<TextInputProps, 'value' | 'onChange' | 'label'>) {
  const [typed, setTyped] = useState(value ?? '');
  const [known, setKnown] = useState(value);
  const filter = useDebouncedCallback((text: string) => onFilter(text.trim() || undefined), PAUSE_MS);
  // The address was changed from elsewhere, by the back button for example.
  if (known !== value) {
    setKnown(value);
    if ((value ?? '') !== typed.trim()) setTyped(value ?? '');
  }
  return (
    <TextInput
      {...props}
      aria-label={label}
      placeholder={props.placeholder ?? label}
      leftSection={<IconSearch size={14} />}
      rightSection={
        typed !== '' && (
          <CloseButton
            size="xs"
            aria-label={`Clear ${label.toLowerCase()}`}
            onClick={() => {
              setTyped('');
              onFilter(undefined);
            }}
          />
        )
      }
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        filter(event.currentTarget.value);
      }}
    />
  );
}
