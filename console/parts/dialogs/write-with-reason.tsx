import { Autocomplete, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { WriteForm, type FormWrite } from './write-form.tsx';

/** Says what a write takes away, and asks for its reason. */
export function WriteWithReason({
  write,
  action,
  note,
  choices,
  children,
}: {
  write: FormWrite<string>;
  action: string;
  /** Who reads the reason. */
  note?: string;
  /** Usual reasons; another one can be typed. */
  choices?: string[];
  /** What will happen. */
  children: ReactNode;
}) {
  const form = useForm({
    initialValues: { reason: '' },
    transformValues: ({ reason }) => reason.trim(),
  });
  const field = { label: 'Reason', required: true, maxLength: 500, ...form.getInputProps('reason') };
  const isReady = form.values.reason.trim() !== '';
  return (
    <WriteForm form={form} write={write} action={action} isReady={isReady} isDangerous>
      {children}
      {choices ? (
        <Autocomplete {...field} data={choices} />
      ) : (
        <TextInput {...field} description={note} data-autofocus />
      )}
    </WriteForm>
  );
}
