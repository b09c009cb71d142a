import { Group, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';

/** The head of a page: its title, also the tab's, one line on what it is for, and what can be done here. */
export function PageHeader({
  title,
  tabTitle,
  note,
  children,
}: {
  title: ReactNode;
  /** When `title` is more than text. */
  tabTitle?: string;
  note?: ReactNode;
  children?: ReactNode;
}) {
  useDocumentTitle(`${tabTitle ?? (typeof title === 'string' ? title : 'Console')} · Factshelf`);
  return (
    <Group justify="space-between" align="flex-start" mb="md" gap="md" wrap="nowrap">
      <Stack gap={2} miw={0}>
        <Title order={1}>{title}</Title>
        {note && (
          <Text size="sm" c="dimmed" component="div">
            {note}
          </Text>
        )}
      </Stack>
      {children && (
        <Group gap="xs" wrap="nowrap">
          {children}
        </Group>
      )}
    </Group>
  );
}
