import { Button, Stack } from '@mantine/core';
import type { ReactNode, SyntheticEvent } from 'react';
import { ProblemNotice } from '../problem-notice.tsx';

/** What a form needs of `useWrite` or `useAskedWrite`. */
export interface FormWrite<Values> {
  mutate: (values: Values) => void;
  error: Error | null;
  isPending: boolean;
}

/** The form of a dialog: fields, the problem of a failed write, and the button that writes. */
export function WriteForm<Values>({
  form,
  write,
  action,
  isDangerous = false,
  isReady = true,
  children,
}: {
  form: {
    onSubmit: (send: (values: Values) => void) => (event?: SyntheticEvent<HTMLFormElement>) => void;
  };
  write: FormWrite<Values>;
  /** The label of the button. */
  action: string;
  isDangerous?: boolean;
  /** False while the button must not be pressed. */
  isReady?: boolean;
  children: ReactNode;
}) {
  return (
    <form onSubmit={form.onSubmit((values) => write.mutate(values))}>
      <Stack gap="sm">
        {children}
        {write.error && <ProblemNotice problem={write.error} />}
        <Button
          type="submit"
          loading={write.isPending}
          disabled={!isReady}
          {...(isDangerous && { color: 'red.9' })}
        >
          {action}
        </Button>
      </Stack>
    </form>
  );
}
