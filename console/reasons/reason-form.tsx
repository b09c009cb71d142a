import { Button, Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { modals } from '@mantine/modals';
import type { Reason } from '../../src/review/submissions/reasons/reason-contract.ts';
import { useWrite } from '../api/use-write.ts';
import { ProblemNotice } from '../parts/problem-notice.tsx';

/** Creates a reason, or changes the text of one. */
export function ReasonForm({ reason }: { reason?: Reason }) {
  const form = useForm({ initialValues: { text: reason?.text ?? '' } });
  const save = useWrite<{ text: string }>({
    write: (api, body): Promise<unknown> =>
      reason
        ? api.patch('/reject-reasons/{id}', { path: { id: reason.id }, body })
        : api.post('/reject-reasons', { body }),
    done: (_result, { text }) => (reason ? `It is “${text}” now` : `“${text}” can be chosen now`),
    refresh: [['reject-reasons']],
    onDone: () => modals.closeAll(),
  });
  return (
    <form onSubmit={form.onSubmit(({ text }) => save.mutate({ text: text.trim() }))}>
      <Stack gap="sm">
        <Textarea
          label="Reason"
          description="The contributor reads it as it stands here"
          required
          maxLength={500}
          data-autofocus
          autosize
          {...form.getInputProps('text')}
        />
        {reason && (
          <Text size="xs" c="dimmed">
            What was rejected with it keeps the words it had.
          </Text>
        )}
        {save.error && <ProblemNotice problem={save.error} />}
        <Button type="submit" loading={save.isPending} disabled={form.values.text.trim() === ''}>
          {reason ? 'Save' : 'Add reason'}
        </Button>
      </Stack>
    </form>
  );
}
