import { Kbd } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import classes from './key-hint.module.css';
import { countUses, subscribeToUses, USES_UNTIL_LEARNT } from './key-uses.ts';

/** The key of a button, until it has been used so often that it is known. A phone has no keys, and shows none. */
export function KeyHint({ name, ml = 4 }: { name: string; ml?: number }) {
  const isLearnt = useSyncExternalStore(subscribeToUses, () => countUses(name) >= USES_UNTIL_LEARNT);
  return (
    <Kbd size="xs" ml={ml} aria-hidden className={classes.hint} data-learnt={isLearnt || undefined}>
      {name}
    </Kbd>
  );
}
