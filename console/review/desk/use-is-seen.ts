import { useEffect, useState } from 'react';

/**
 * The shortest time in which a person can see and react to a painted page: no one is faster, so waiting this long delays
 * no decision.
 */
export const SEEN_AFTER_MS = 250;

/**
 * Whether the operator can have seen something: it has been painted, unchanged, for as long as anybody needs to react.
 * Frames are not drawn for a hidden tab, so nothing is seen there.
 * @param shown the data on the page, the same object while it does not change; undefined before it is loaded
 */
export function useIsSeen(shown: unknown): boolean {
  const [seen, setSeen] = useState<unknown>();
  useEffect(() => {
    if (shown === undefined) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // The second frame begins when the first one is on the screen.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        timer = setTimeout(() => setSeen(shown), SEEN_AFTER_MS);
      });
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [shown]);
  return shown !== undefined && seen === shown;
}
