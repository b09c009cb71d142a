import { Badge, Code, Group, Text } from '@mantine/core';

export function KeyState({ apiKey }: { apiKey: { prefix: string; status: 'active' | 'revoked' } | null }) {
  if (!apiKey) return <Text component="span">–</Text>;
  return (
    <Group gap={6} wrap="nowrap">
      <Code>{apiKey.prefix}…</Code>
      {apiKey.status === 'revoked' && <Badge color="red">revoked</Badge>}
    </Group>
  );
}
