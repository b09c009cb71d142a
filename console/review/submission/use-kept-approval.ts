import { useDocumentVisibility } from '@mantine/hooks';
import { useEffect, useEffectEvent, useState } from 'react';
import type { SubmissionDraft } from '../submission-draft.ts';

interface Kept {
  draft: SubmissionDraft;
  /** Fingerprint of what the preview showed at the press; undefined while there was none of this draft. */
  shown: string | undefined;
}

/**
 * Keeps an approval that was asked for before its preview could be seen, and runs it once the preview has been seen.
 * Drops it if the operator goes elsewhere or changes the draft, if something has to be decided first, or if approving
 * would do something else than was shown.
 */
export function useKeptApproval({
  draft,
  seen,
  isSeen,
  mayRun,
  run,
  onDrop,
}: {
  draft: SubmissionDraft;
  /** Fingerprint of the shown preview of this draft. */
  seen: string | undefined;
  /** Whether the preview has been visible long enough. */
  isSeen: boolean;
  /** False while something else has to be done first. */
  mayRun: boolean;
  run: () => void;
  onDrop: () => void;
}): { isKept: boolean; keep: () => void; drop: () => void } {
  const [kept, setKept] = useState<Kept>();
  const isVisible = useDocumentVisibility() !== 'hidden';
  const isKept = kept !== undefined;
  const isOther = kept?.shown !== undefined && seen !== undefined && kept.shown !== seen;
  const isValid = mayRun && isVisible && kept?.draft === draft && !isOther;
  const settle = useEffectEvent(() => {
    setKept(undefined);
    if (isValid) run();
    else onDrop();
  });
  const isSettled = isKept && (isSeen || !isValid);
  useEffect(() => {
    if (!isSettled) return undefined;
    const timer = setTimeout(() => settle());
    return () => clearTimeout(timer);
  }, [isSettled]);
  const sayLeft = useEffectEvent(() => {
    if (isKept) onDrop();
  });
  useEffect(() => () => sayLeft(), []);
  return { isKept, keep: () => setKept({ draft, shown: seen }), drop: () => setKept(undefined) };
}
