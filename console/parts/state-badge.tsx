import { Badge, Text } from '@mantine/core';

/** The state of a run, and why it failed. */
export function StateBadge({ state, color, error }: { state: string; color: string; error: string | null }) {
  return (
    <>
      <Badge color={color}>{state}</Badge>
      {error && (
        <Text size="xs" c="red" style={{ overflowWrap: 'anywhere' }}>
          {error}
        </Text>
      )}
    </>
  );
}
