import { Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { modals } from '@mantine/modals';
import type { Reason } from '../../src/review/submissions/reasons/reason-contract.ts';
import { useWrite } from '../api/use-write.ts';
import { WriteForm } from '../parts/dialogs/write-form.tsx';

/** Creates a reason, or changes the text of one. */
export function ReasonForm({ reason }: { reason?: Reason }) {
  const form = useForm({
    initialValues: { text: reason?.text ?? '' },
    transformValues: ({ text }) => ({ text: text.trim() }),
  });
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
    <WriteForm
      form={form}
      write={save}
      action={reason ? 'Save' : 'Add reason'}
      isReady={form.values.text.trim() !== ''}
    >
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
    </WriteForm>
  );
}
