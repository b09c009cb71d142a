import { useDocumentVisibility, useThrottledCallback } from '@mantine/hooks';
import { useQueryClient, type Query } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import type { SubmissionsEvent } from '../../../src/access/operators/live/live-contract.ts';
import { useLiveInterval } from '../../api/use-live-interval.ts';

const EVENTS = '/api/admin/events';
/** How often to poll without events. */
const POLL_MS = 10_000;
/** Beside the events, should one be lost. */
const SLOW_POLL_MS = 60_000;
/** Hundreds of submissions may come and go in a second. */
const LISTS_REST_MS = 1_500;
/** An edited product matters to the open submission; an import changes thousands. */
const PRODUCTS_REST_MS = 10_000;
/** After a refusal, when the browser does not try again by itself. */
const RETRY_MS = 30_000;

const isOfQueue = ({ queryKey: [area, item] }: Query) =>
  area === 'submissions' && (item === 'counts' || typeof item === 'object');
const isOfSubmission = ({ queryKey: [area, item] }: Query) =>
  area === 'submissions' && item !== 'counts' && typeof item === 'string';

/**
 * Refetches the queue and the open submission as soon as the service reports a change. Returns how often to poll besides.
 * A hidden or idle tab does not listen, so that the work of others keeps no session alive there.
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
