import { Button, List, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { modals } from '@mantine/modals';
import type { ApiClient } from '../api/api-client.ts';
import { useWrite } from '../api/use-write.ts';
import { ProblemNotice } from './problem-notice.tsx';

export interface Erasing {
  title: string;
  /** What is deleted, and what stays. */
  consequences: string[];
  write: (api: ApiClient, reason: string) => Promise<unknown>;
  /** The success message. */
  done: string;
  refresh: string[][];
  onDone?: () => void;
}

/** Asks for the reason of an erasure, and says what it deletes. */
export function openErasing(erasing: Erasing): void {
  modals.open({ title: erasing.title, children: <EraseForm {...erasing} /> });
}

function EraseForm({ consequences, write, done, refresh, onDone }: Erasing) {
  const form = useForm({ initialValues: { reason: '' } });
  const erase = useWrite({
    write: (api, { reason }: typeof form.values) => write(api, reason.trim()),
    done: () => done,
    refresh,
    onDone: () => {
      modals.closeAll();
      onDone?.();
    },
  });
  return (
    <form onSubmit={form.onSubmit((values) => erase.mutate(values))}>
      <Stack>
        <List size="sm">
          {consequences.map((consequence) => (
            <List.Item key={consequence}>{consequence}</List.Item>
          ))}
          <List.Item>This cannot be taken back.</List.Item>
        </List>
        <TextInput
          label="Reason"
          description="Kept in the audit log for ever: name the request, not the person"
          required
          maxLength={500}
          {...form.getInputProps('reason')}
        />
        {erase.error && <ProblemNotice problem={erase.error} />}
        <Button
          type="submit"
          color="red.9"
          disabled={form.values.reason.trim() === ''}
          loading={erase.isPending}
        >
          Erase for good
        </Button>
      </Stack>
    </form>
  );
}
