import { useIdle } from '@mantine/hooks';

const IDLE_AFTER_MS = 5 * 60_000;

/**
 * Returns the polling interval of a live page, or false after five minutes without input. Every call extends the
 * session, and an unattended page must not.
 */
export function useLiveInterval(intervalMs: number): number | false {
  return useIdle(IDLE_AFTER_MS, { initialState: false }) ? false : intervalMs;
}
