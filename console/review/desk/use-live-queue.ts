import { useDocumentVisibility, useThrottledCallback } from '@mantine/hooks';
import { useQueryClient, type Query } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import type { SubmissionsEvent } from '../../../src/access/operators/live/live-contract.ts';
import { useLiveInterval } from '../../api/use-live-interval.ts';

const EVENTS = '/api/admin/events';
/** Polling interval without events. */
const POLL_MS = 10_000;
/** Polling interval besides events, in case one is lost. */
const SLOW_POLL_MS = 60_000;
/** Minimum pause between refetches of the lists: hundreds of submissions may come and go in a second. */
const LISTS_REST_MS = 1_500;
/**
 * Minimum pause between refetches of products: an edited product matters to the open submission, but an import
 * changes thousands.
 */
const PRODUCTS_REST_MS = 10_000;
/** Reconnects after a refusal, when the browser does not. */
const RETRY_MS = 30_000;

const isOfQueue = ({ queryKey: [area, item] }: Query) =>
  area === 'submissions' && (item === 'counts' || typeof item === 'object');
const isOfSubmission = ({ queryKey: [area, item] }: Query) =>
  area === 'submissions' && item !== 'counts' && typeof item === 'string';

/**
 * Refetches the queue and the open submission when the service reports a change. Returns the polling interval. A
 * hidden or idle tab does not listen, so that the work of others keeps no session alive.
 */
export function useLiveQueue(): number | false {
  const queryClient = useQueryClient();
  const [isLive, setLive] = useState(false);
  const pollMs = useLiveInterval(isLive ? SLOW_POLL_MS : POLL_MS);
  const isSomebodyThere = useDocumentVisibility() === 'visible' && pollMs !== false;
  const renew = useCallback(
    (predicate: (query: Query) => boolean) => void queryClient.invalidateQueries({ predicate }),
    [queryClient],
  );
  const renewLists = useThrottledCallback(() => renew(isOfQueue), LISTS_REST_MS);
  const renewAll = useThrottledCallback(
    () => renew((query) => isOfQueue(query) || isOfSubmission(query)),
    LISTS_REST_MS,
  );
  const renewSubmissions = useThrottledCallback(() => renew(isOfSubmission), PRODUCTS_REST_MS);
  useEffect(() => {
    if (!isSomebodyThere) return undefined;
    let source: EventSource;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hear = () => {
      source = new EventSource(EVENTS);
      source.addEventListener('open', () => {
        setLive(true);
        renewAll();
      });
      source.addEventListener('error', () => {
        setLive(false);
        if (source.readyState === EventSource.CLOSED) timer = setTimeout(hear, RETRY_MS);
      });
      source.addEventListener('anew', renewAll);
      source.addEventListener('products', renewSubmissions);
      source.addEventListener('submissions', ({ data }: MessageEvent<string>) => {
        const { ids } = JSON.parse(data) as SubmissionsEvent;
        if (ids === null) return renewAll();
        renew((query) => isOfSubmission(query) && ids.includes(query.queryKey[1] as string));
        renewLists();
      });
    };
    hear();
    return () => {
      clearTimeout(timer);
      source.close();
      setLive(false);
    };
  }, [isSomebodyThere, renew, renewAll, renewLists, renewSubmissions]);
  return pollMs;
}
