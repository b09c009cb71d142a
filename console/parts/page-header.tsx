import { Flex, Group, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useNotedPlace } from './recent-places.ts';

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
  const text = tabTitle ?? (typeof title === 'string' ? title : 'Console');
  useDocumentTitle(`${text} · Factshelf`);
  useNotedPlace(text);
  return (
    <Flex
      // On a phone what can be done stands below: beside it the title would have a word a line.
      direction={{ base: 'column', xs: 'row' }}
      justify="space-between"
      align="flex-start"
      mb="md"
      gap={{ base: 'xs', xs: 'md' }}
    >
      <Stack gap={2} miw={0} maw="100%">
        <Title order={1} lineClamp={3}>
          {title}
        </Title>
        {note && (
          <Text size="sm" c="dimmed" component="div">
            {note}
          </Text>
        )}
      </Stack>
      {children && (
        <Group gap="xs" style={{ flexShrink: 0 }} maw="100%">
          {children}
        </Group>
      )}
    </Flex>
  );
}
