import { Text } from '@mantine/core';
import type { ProductListItem } from '../../../src/catalog/products/administration/product-admin-contract.ts';
import type { Column } from '../../parts/paged-table.tsx';
import { RelativeTime } from '../../parts/text/relative-time.tsx';
import { TextLink } from '../../parts/text/text-link.tsx';
import { QualityBar } from '../quality-bar.tsx';
import { StatusBadge } from '../status-badge.tsx';

/** The columns of the product list. */
export const PRODUCT_COLUMNS: Column<ProductListItem>[] = [
  {
    header: 'Product',
    order: { up: 'name', down: '-name' },
    cell: (product) => (
      <>
        <Text size="sm" lineClamp={2}>
          <TextLink to="/products/$productId" params={{ productId: product.id }}>
            {product.name}
          </TextLink>
        </Text>
        <Text size="xs" c="dimmed" lineClamp={2}>
          {[product.brand, product.category_path].filter(Boolean).join(' · ') || 'no brand, no category'}
        </Text>
      </>
    ),
  },
  {
    id: 'barcode',
    header: 'Barcode',
    cell: (product) => <span className="code-text">{product.gtin ?? '–'}</span>,
    width: 150,
  },
  {
    id: 'brand',
    header: 'Brand',
    isExtra: true,
    order: { up: 'brand', down: '-brand' },
    cell: (product) => product.brand ?? '–',
  },
  {
    id: 'category',
    header: 'Category',
    isExtra: true,
    cell: (product) => product.category_path ?? '–',
  },
  {
    id: 'country',
    header: 'Country',
    isExtra: true,
    order: { up: 'country', down: '-country' },
    cell: (product) => product.country_of_origin ?? '–',
    width: 120,
  },
  { id: 'kind', header: 'Kind', cell: (product) => product.archive_kind ?? '–', width: 110 },
  {
    id: 'state',
    header: 'State',
    cell: (product) => <StatusBadge status={product.status} isMerged={product.merged_into_id !== null} />,
    width: 100,
  },
  {
    id: 'quality',
    header: 'Quality',
    order: { up: 'quality', down: '-quality' },
    cell: (product) => <QualityBar score={product.quality_score} />,
    width: 130,
  },
  {
    id: 'created',
    header: 'Created',
    isExtra: true,
    order: { up: 'created', down: '-created', isDownFirst: true },
    cell: (product) => <RelativeTime value={product.created_at} />,
    width: 120,
  },
  {
    id: 'changed',
    header: 'Changed',
    order: { up: 'updated', down: '-updated', isDownFirst: true },
    cell: (product) => <RelativeTime value={product.updated_at} />,
    width: 120,
  },
];
