import { Flex, Group, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useNotedPlace } from './recent-places.ts';

/** The head of a page: title (also of the tab), a one-line note, and the page's actions. */
export function PageHeader({
  title,
  tabTitle,
  note,
  children,
}: {
  title: ReactNode;
  /** The tab's title, when `title` is not plain text. */
  tabTitle?: string;
  note?: ReactNode;
  children?: ReactNode;
}) {
  const text = tabTitle ?? (typeof title === 'string' ? title : 'Console');
  useDocumentTitle(`${text} · Factshelf`);
  useNotedPlace(text);
  return (
    <Flex
      // On a phone the actions stand below: beside them the title would be one word wide.
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
