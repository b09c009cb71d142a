import { useIdle } from '@mantine/hooks';

const IDLE_AFTER_MS = 5 * 60_000;

/**
 * How often a page that is kept live asks again; false after five minutes without input, because every
 * call keeps the session alive, and an empty chair must not.
 */
export function useLiveInterval(intervalMs: number): number | false {
  return useIdle(IDLE_AFTER_MS, { initialState: false }) ? false : intervalMs;
}
