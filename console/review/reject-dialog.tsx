import { Button, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useState } from 'react';
import { DialogButtons } from '../parts/dialogs/dialog-buttons.tsx';
import { ReasonList } from './reasons/reason-list.tsx';

/** Asks for the reason of a rejection: a digit picks a ready-made reason and rejects; or the operator writes one. */
export function RejectDialog({
  title,
  reasons: given,
  suggested = '',
  onReject,
  onClose,
}: {
  title: string;
  /** Ready-made reasons; the first nine have a digit. */
  reasons: readonly string[];
  /** Prefills the field for another reason. */
  suggested?: string | undefined;
  onReject: (reason: string) => void;
  onClose: () => void;
}) {
  // Fixed when the dialog opens: a digit must mean the reason shown beside it.
  const [reasons] = useState(given);
  const [reason, setReason] = useState(suggested);
  useWindowEvent('keydown', (event) => {
    const isWriting = event.target instanceof HTMLTextAreaElement;
    if (
      !event.repeat &&
      isWriting &&
      event.key === 'Enter' &&
      (event.ctrlKey || event.metaKey) &&
      reason.trim() !== ''
    ) {
      event.preventDefault();
      onReject(reason.trim());
    }
  });
  return (
    <Modal opened onClose={onClose} title={title} size="lg">
      <Stack gap="xs">
        <Text size="sm">Nothing is written to the catalogue; the contributor can read the reason.</Text>
        <ReasonList reasons={reasons} onChoose={onReject} />
        <Textarea
          label="Another reason"
          description="Ctrl Enter rejects with it"
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <DialogButtons onLeave={onClose}>
          <Button color="red.9" disabled={reason.trim() === ''} onClick={() => onReject(reason.trim())}>
            Reject with this reason
          </Button>
        </DialogButtons>
      </Stack>
    </Modal>
  );
}
