import type { ReactNode } from 'react';

/** Inputs that are shown and cannot be changed, without a box of their own. */
export function LockedFields({ isLocked, children }: { isLocked: boolean; children: ReactNode }) {
  return (
    <fieldset disabled={isLocked} style={{ display: 'contents' }}>
      {children}
    </fieldset>
  );
}
