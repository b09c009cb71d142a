import { useState } from 'react';
import type { ProductListItem } from '../../../src/catalog/products/administration/product-admin-contract.ts';
import type { BulkTarget } from '../../bulk/use-bulk-run.ts';
import type { Query } from '../../api/api-calls.ts';
import type { RowTicks } from '../../parts/paged-table.tsx';
import { useTicks } from '../../parts/list/use-ticks.ts';

/** Products chosen for a bulk change: ticked ones, also of other pages, or all that match the filters. */
export function useChosenProducts(
  items: readonly ProductListItem[],
  filters: Query<'/products'>,
  total: number,
) {
  const ids = items.map(({ id }) => id);
  const page = useTicks(ids);
  const [isAll, setAll] = useState(false);
  const rows: RowTicks<ProductListItem> = {
    isTicked: ({ id }) => isAll || page.all.has(id),
    nameOf: ({ name }) => name,
    onTick: ({ id }, isRange) => {
      if (isAll) {
        // Unticking one after "all" leaves only the visible others ticked.
        setAll(false);
        page.tickAll();
        page.without(new Set([id]));
      } else page.tick(id, isRange);
    },
    onTickPage: (isTicked) => {
      setAll(false);
      if (isTicked) page.tickAll();
      else page.without(new Set(isAll ? page.all : ids));
    },
  };
  const target: BulkTarget = isAll ? { filters } : { ids: [...page.all] };
  return {
    rows,
    target,
    isAll,
    count: isAll ? total : page.all.size,
    /** How many ticked products are on other pages. */
    elsewhere: isAll ? 0 : page.all.size - page.ticked.length,
    chooseAll: () => setAll(true),
    clear: () => {
      setAll(false);
      page.clear();
    },
  };
}

export type ChosenProducts = ReturnType<typeof useChosenProducts>;
