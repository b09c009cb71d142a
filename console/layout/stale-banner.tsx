import { Alert, Button, Group, Text } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { useIsFetching, useQueryClient, type QueryCache } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { isPassing } from '../api/query-client.ts';
import { RelativeTime } from '../parts/text/relative-time.tsx';
import classes from './stale-banner.module.css';

/** Says that the service is unavailable and how old the shown data is; disappears when it answers again. */
export function StaleBanner() {
  const queryClient = useQueryClient();
  const cache = queryClient.getQueryCache();
  const subscribe = useCallback((listener: () => void) => cache.subscribe(listener), [cache]);
  const since = useSyncExternalStore(subscribe, () => findOldestShown(cache));
  const isFetching = useIsFetching() > 0;
  if (since === undefined) return null;
  return (
    <Alert className={classes.banner} color="orange" icon={<IconCloudOff size={18} />} role="alert" p={6}>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text size="xs">
          The service does not answer.{' '}
          {since > 0 && (
            <>
              The shown data is from <RelativeTime value={new Date(since).toISOString()} /> and may be out of
              date.{' '}
            </>
          )}
          What you have typed is kept.
        </Text>
        <Button
          variant="default"
          style={{ flexShrink: 0 }}
          loading={isFetching}
          onClick={() => void queryClient.refetchQueries({ type: 'active' })}
        >
          Try again
        </Button>
      </Group>
    </Alert>
  );
}

/**
 * Returns the age of the oldest shown data that could not be refreshed, as a timestamp in ms; 0 if nothing was loaded
 * yet, undefined if no query fails.
 */
function findOldestShown(cache: QueryCache): number | undefined {
  const failed = cache
    .findAll({ type: 'active' })
    .filter(({ state }) => isPassing(state.fetchFailureReason ?? state.error));
  if (failed.length === 0) return undefined;
  const shown = failed.map(({ state }) => state.dataUpdatedAt).filter(Boolean);
  return shown.length > 0 ? Math.min(...shown) : 0;
}
