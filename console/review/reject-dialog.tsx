import { Button, Group, Kbd, Modal, Stack, Text, Textarea, UnstyledButton } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useState } from 'react';

const REASONS = [
  'This is not a product.',
  'The same was offered before.',
  'The catalogue has this already, with better sources.',
  'The facts cannot be checked: please name a source.',
  'The barcode belongs to another product.',
  'This is advertising or abuse.',
];

/** Why an entry is turned down: a digit takes a ready-made reason and rejects, or one is written. */
export function RejectDialog({
  title,
  onReject,
  onClose,
}: {
  title: string;
  onReject: (reason: string) => void;
  onClose: () => void;
}) {
  const [reason, setReason] = useState('');
  // Of the window: the reason may be pressed before the dialog has taken the focus.
  useWindowEvent('keydown', (event) => {
    const isWriting = event.target instanceof HTMLTextAreaElement;
    const ready = REASONS[Number(event.key) - 1];
    if (event.repeat) return;
    if (!isWriting && ready && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      onReject(ready);
    }
    if (isWriting && event.key === 'Enter' && (event.ctrlKey || event.metaKey) && reason.trim() !== '') {
      event.preventDefault();
      onReject(reason.trim());
    }
  });
  return (
    <Modal opened onClose={onClose} title={title} size="lg">
      <Stack gap="xs">
        <Text size="sm">Nothing is written to the catalogue; the contributor can read the reason.</Text>
        {REASONS.map((text, index) => (
          <UnstyledButton
            key={text}
            onClick={() => onReject(text)}
            data-autofocus={index === 0 || undefined}
            fz="sm"
            p={4}
          >
            <Group gap="sm" wrap="nowrap">
              <Kbd size="xs">{index + 1}</Kbd> {text}
            </Group>
          </UnstyledButton>
        ))}
        <Textarea
          label="Another reason"
          description="Ctrl Enter rejects with it"
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button color="red.9" disabled={reason.trim() === ''} onClick={() => onReject(reason.trim())}>
            Reject with this reason
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
