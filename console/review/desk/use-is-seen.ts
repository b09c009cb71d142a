import { useEffect, useState } from 'react';

/**
 * From what is painted until somebody can have acted on it: nobody looks, understands and presses in less, so that the
 * wait slows nobody down.
 */
export const SEEN_AFTER_MS = 250;

/**
 * Whether the operator can have seen something: it has been painted, unchanged, for as long as anybody needs to react.
 * Frames are not drawn for a hidden tab, so nothing is seen there.
 * @param shown what is on the page, the same object as long as it is the same; undefined: it is not there yet
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
