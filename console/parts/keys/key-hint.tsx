import { Kbd } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import classes from './key-hint.module.css';
import { countUses, subscribeToUses, USES_UNTIL_LEARNT } from './key-uses.ts';

/** Shows the key of a button until the key has been used often enough. Hidden on phones. */
export function KeyHint({ name, ml = 4 }: { name: string; ml?: number }) {
  const isLearnt = useSyncExternalStore(subscribeToUses, () => countUses(name) >= USES_UNTIL_LEARNT);
  return (
    <Kbd size="xs" ml={ml} aria-hidden className={classes.hint} data-learnt={isLearnt || undefined}>
      {name}
    </Kbd>
  );
}
