import { Paper, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** One key figure, coloured when it needs attention. */
export function Figure({
  label,
  value,
  note,
  isWrong = false,
}: {
  label: string;
  value: ReactNode;
  note?: ReactNode;
  isWrong?: boolean;
}) {
  return (
    <Paper
      withBorder
      p="sm"
      {...(isWrong ? { style: { borderColor: 'var(--mantine-color-orange-6)' } } : {})}
    >
      <Stack gap={0}>
        <Text size="xs" c="dimmed">
          {label}
        </Text>
        <Text fw={600} fz="lg" component="div">
          {value}
        </Text>
        <Text size="xs" c="dimmed" component="div" mih={18}>
          {note}
        </Text>
      </Stack>
    </Paper>
  );
}
