import { useEffect, useState } from 'react';

/**
 * The shortest time in which a person can see a painted page and react: waiting for it delays no decision.
 */
export const SEEN_AFTER_MS = 250;

/**
 * Returns whether the operator can have seen something: it has been painted, unchanged, for the shortest reaction
 * time. A hidden tab draws no frames, so nothing is seen there.
 * @param shown the data on the page, the same object while it does not change; undefined before it is loaded
 */
export function useIsSeen(shown: unknown): boolean {
  const [seen, setSeen] = useState<unknown>();
  useEffect(() => {
    if (shown === undefined) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // The second frame begins once the first is on the screen.
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
