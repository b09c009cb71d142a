import type { ProductListItem } from '../../../src/catalog/products/administration/product-admin-contract.ts';
import type { Query } from '../../api/api-calls.ts';
import { EmptyNotice } from '../../parts/empty-notice.tsx';
import { PagedTable, type PageState, type TableLook } from '../../parts/paged-table.tsx';
import { ChosenBar } from './chosen-bar.tsx';
import { useChosenProducts } from './use-chosen-products.ts';

/** The products that match the filters, tickable for a bulk change. */
export function ProductTable({
  products,
  filters,
  look,
  onPage,
  mayChange,
}: {
  products: PageState<ProductListItem>;
  filters: Query<'/products'>;
  look: TableLook<ProductListItem>;
  onPage: (page: number) => void;
  /** Whether the operator may change products. */
  mayChange: boolean;
}) {
  const total = products.data?.total ?? 0;
  const chosen = useChosenProducts(products.data?.items ?? [], filters, total);
  return (
    <>
      {mayChange && <ChosenBar chosen={chosen} total={total} />}
      <PagedTable
        {...look}
        label="Products"
        minWidth={880}
        state={products}
        rowKey={(product) => product.id}
        onPage={onPage}
        ticks={mayChange ? chosen.rows : undefined}
        empty={
          <EmptyNotice title="No product fits">
            Other filters may find it; a part of a name or barcode is enough.
          </EmptyNotice>
        }
      />
    </>
  );
}
