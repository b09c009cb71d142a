import type { ReactNode } from 'react';

/** Makes inputs read-only without adding a box. */
export function LockedFields({ isLocked, children }: { isLocked: boolean; children: ReactNode }) {
  return (
    <fieldset disabled={isLocked} style={{ display: 'contents' }}>
      {children}
    </fieldset>
  );
}
