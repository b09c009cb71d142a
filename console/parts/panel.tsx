import { Group, Paper, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** A titled section of a page. */
export function Panel({
  title,
  actions,
  children,
}: {
  title: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Paper component="section" withBorder p="md" radius="sm" miw={0}>
      <Group justify="space-between" mb="sm" wrap="nowrap" mih={30}>
        <Title order={2} miw={0}>
          {title}
        </Title>
        {actions && (
          <Group gap="xs" wrap="nowrap">
            {actions}
          </Group>
        )}
      </Group>
      {children}
    </Paper>
  );
}
