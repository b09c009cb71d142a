import { UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { turnOrder, type ColumnOrder } from './list-search.ts';

/** A column header that sorts the list: one direction, the other, then the list's default. */
export function SortHeader({
  order,
  sort,
  onSort,
  children,
}: {
  order: ColumnOrder;
  sort: string | undefined;
  onSort: (sort: string | undefined) => void;
  children: ReactNode;
}) {
  const isOrdered = sort === order.up || sort === order.down;
  const Arrow = sort === order.up ? IconArrowUp : IconArrowDown;
  return (
    <UnstyledButton
      fz="inherit"
      fw="inherit"
      style={{ display: 'inline-flex', alignItems: 'center', gap: 4 }}
      onClick={() => onSort(turnOrder(order, isOrdered ? sort : undefined))}
    >
      {children}
      <Arrow size={12} aria-hidden style={{ visibility: isOrdered ? 'visible' : 'hidden' }} />
    </UnstyledButton>
  );
}

/** The label for screen readers, which do not see the arrow. */
export function describeSort(
  order: ColumnOrder | undefined,
  sort: string | undefined,
): 'ascending' | 'descending' | undefined {
  if (sort === undefined) return undefined;
  if (sort === order?.up) return 'ascending';
  return sort === order?.down ? 'descending' : undefined;
}
