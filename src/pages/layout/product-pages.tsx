import { ApiError } from '../../platform/http/api-error.ts';
import type { ShownPage } from '../../search/search-contract.ts';
import type { Texts } from '../texts/texts.ts';
import { Paging } from './paging.tsx';
import { ProductList } from './product-list.tsx';

/** Returns the address of a page of a list. */
export function pagedAddress(address: string, page: number): string {
  return page === 1 ? address : `${address}?page=${page}`;
}

/** @throws ApiError `not_found` for a page past the last one */
export function refusePastEnd({ items, page }: { items: readonly unknown[]; page: number }): void {
  if (items.length === 0 && page > 1) throw new ApiError('not_found', 'The list has no such page.');
}

/** A page of the products of a brand or category, the highest quality first. */
export function ProductPages({
  found: { items, page, size, total },
  address,
  texts,
}: {
  found: ShownPage;
  address: string;
  texts: Texts;
}) {
  return (
    <>
      <p class="faint">{texts.t('layout.products', { count: total, shown: texts.number(total) })}</p>
      <ProductList items={items} isOnTop texts={texts} />
      <Paging
        page={page}
        pages={Math.ceil(total / size)}
        addressOf={(other) => pagedAddress(address, other)}
        texts={texts}
      />
    </>
  );
}
