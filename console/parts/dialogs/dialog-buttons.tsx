import { Button, Group } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { ReactNode } from 'react';

/** The last row of a dialog: the button that leaves it, then the one that acts. */
export function DialogButtons({
  leave = 'Cancel',
  onLeave = () => modals.closeAll(),
  children,
}: {
  leave?: string;
  onLeave?: () => void;
  children: ReactNode;
}) {
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onLeave}>
        {leave}
      </Button>
      {children}
    </Group>
  );
}
