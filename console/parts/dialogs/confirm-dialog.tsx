import { List, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { ReactNode } from 'react';

export interface Question {
  title: string;
  /** What will happen, in plain sentences. */
  consequences: ReactNode[];
  /** The label of the button: names the action, never "OK". */
  action: string;
  isDangerous?: boolean;
}

/** Asks before an irreversible change. Resolves to whether the operator confirmed. */
export function confirmChange({ title, consequences, action, isDangerous }: Question): Promise<boolean> {
  return new Promise((resolve) => {
    modals.openConfirmModal({
      title,
      children: (
        <Stack gap="xs">
          {consequences.length === 1 ? (
            <Text size="sm" component="div">
              {consequences[0]}
            </Text>
          ) : (
            <List size="sm" spacing={4}>
              {consequences.map((line, index) => (
                // The lines never change while they are shown, so the index is a stable key.
                <List.Item key={index}>{line}</List.Item>
              ))}
            </List>
          )}
        </Stack>
      ),
      labels: { confirm: action, cancel: 'Cancel' },
      confirmProps: { color: isDangerous ? 'red.9' : 'indigo', 'data-autofocus': true },
      onConfirm: () => resolve(true),
      onClose: () => resolve(false),
    });
  });
}
