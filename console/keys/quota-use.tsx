import { Progress, Stack, Text } from '@mantine/core';
import { formatCount } from '../parts/text/number-format.ts';

const NEARLY_USED_UP = 0.9;

export function QuotaUse({ quota }: { quota: { limit: number | null; used: number } }) {
  if (quota.limit === null) return <Text size="sm">{formatCount(quota.used)}, no limit</Text>;
  const share = quota.limit === 0 ? 1 : quota.used / quota.limit;
  return (
    <Stack gap={2}>
      <Text size="sm">
        {formatCount(quota.used)} of {formatCount(quota.limit)}
      </Text>
      <Progress
        value={share * 100}
        size={4}
        color={share >= NEARLY_USED_UP ? 'red' : 'indigo'}
        aria-label="Quota used"
      />
    </Stack>
  );
}
