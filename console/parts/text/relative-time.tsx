import { Text, Tooltip } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { useState } from 'react';
import { formatExactTime, formatRelativeTime } from './time-format.ts';

const RENEW_MS = 30_000;

/** A relative time; the tooltip has the exact time in the reader's zone. */
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
