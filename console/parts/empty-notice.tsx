import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** Says that a list is empty, and what to do about it. */
export function EmptyNotice({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <Stack align="center" gap={4} py="xl" px="md" ta="center">
      <Text fw={500}>{title}</Text>
      {children && (
        <Text size="sm" c="dimmed" component="div" maw={480}>
          {children}
        </Text>
      )}
    </Stack>
  );
}
