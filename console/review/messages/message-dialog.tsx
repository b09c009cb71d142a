import { Button, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SubmissionDetail } from '../../../src/review/decisions/review-contract.ts';
import { useApi } from '../../api/api-context.ts';
import { DialogButtons } from '../../parts/dialogs/dialog-buttons.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { nameSubmission } from '../desk/review-desk.ts';

const KINDS = {
  note: {
    title: 'Note on',
    label: 'Note',
    description: 'Operators alone read it. Ctrl Enter saves',
    action: 'Save note',
  },
  question: {
    title: 'Ask for more about',
    label: 'Question',
    description:
      'The contributor reads this at the link of the submission, and answers there. Ctrl Enter asks',
    action: 'Ask',
  },
};

export type WrittenKind = keyof typeof KINDS;

/** Writes a note for the other operators, or a question to the contributor. */
export function MessageDialog({
  kind,
  submission,
  onClose,
  onDone,
}: {
  kind: WrittenKind;
  submission: SubmissionDetail;
  onClose: () => void;
  onDone: () => void;
}) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [text, setText] = useState('');
  const { title, label, description, action } = KINDS[kind];
  const write = useMutation({
    mutationFn: () =>
      api.post(kind === 'note' ? '/submissions/{id}/notes' : '/submissions/{id}/questions', {
        path: { id: submission.id },
        body: { text: text.trim() },
      }),
    onSuccess: async () => {
      onDone();
      await queryClient.invalidateQueries({ queryKey: ['submissions'] });
    },
  });
  const canSend = text.trim() !== '' && !write.isPending;
  return (
    <Modal opened onClose={onClose} title={`${title} ${nameSubmission(submission)}`} size="lg">
      <Stack gap="sm">
        {kind === 'question' && submission.asked_at && (
          <Text size="sm">A question is open already: this one takes its place.</Text>
        )}
        <Textarea
          label={label}
          description={description}
          data-autofocus
          autosize
          minRows={3}
          maxRows={10}
          maxLength={1_000}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return;
            event.preventDefault();
            if (canSend) write.mutate();
          }}
        />
        {write.error && <ProblemNotice problem={write.error} />}
        <DialogButtons onLeave={onClose}>
          <Button disabled={!canSend} loading={write.isPending} onClick={() => write.mutate()}>
            {action}
          </Button>
        </DialogButtons>
      </Stack>
    </Modal>
  );
}
