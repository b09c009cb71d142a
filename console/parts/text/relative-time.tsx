import { Text, Tooltip } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { useState } from 'react';
import { formatExactTime, formatRelativeTime } from './time-format.ts';

const RENEW_MS = 30_000;

/** How long ago, or in how long; the exact time in the reader's zone on hover. */
export function RelativeTime({ value }: { value: string | null | undefined }) {
  const [now, setNow] = useState(() => Date.now());
  useInterval(() => setNow(Date.now()), RENEW_MS, { autoInvoke: true });
  if (!value) return <Text component="span">–</Text>;
  return (
    <Tooltip label={formatExactTime(value)}>
      <time dateTime={value} style={{ whiteSpace: 'nowrap' }}>
        {formatRelativeTime(value, now)}
      </time>
    </Tooltip>
  );
}
