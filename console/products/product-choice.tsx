import { Select, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { ProductListItem } from '../../src/catalog/products/administration/product-admin-contract.ts';
import { useListRead } from '../api/use-read.ts';

const PAUSE_MS = 200;

/** Finds a product by name, barcode or id. */
export function ProductChoice({
  label,
  exceptId,
  isFilter = false,
  onChoose,
}: {
  label: string;
  exceptId?: string;
  /** Used as a filter: the label is inside the field, and archived products are found too. */
  isFilter?: boolean;
  onChoose: (product: ProductListItem | undefined) => void;
}) {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<ProductListItem>();
  const [q] = useDebouncedValue(typed, PAUSE_MS);
  const isAsked = q.trim() !== '' && q !== chosen?.name;
  const found = useListRead('/products', { query: { q, size: 12 } }, { enabled: isAsked });
  const products = (found.data?.items ?? []).filter(
    ({ id, status }) => id !== exceptId && (isFilter || status !== 'archived'),
  );
  const shown = chosen && !products.some(({ id }) => id === chosen.id) ? [chosen, ...products] : products;
  return (
    <Select
      {...(isFilter ? { 'aria-label': label } : { label })}
      placeholder={isFilter ? label : 'Type a name, a barcode or an id'}
      searchable
      clearable
      data={shown.map(({ id, name }) => ({ value: id, label: name }))}
      filter={({ options }) => options}
      renderOption={({ option }) => {
        const product = shown.find(({ id }) => id === option.value);
        return (
          <div>
            <Text size="sm">{product?.name}</Text>
            <Text size="xs" c="dimmed">
              {[product?.brand, product?.gtin, product?.category_path].filter(Boolean).join(' · ')}
            </Text>
          </div>
        );
      }}
      searchValue={typed}
      onSearchChange={setTyped}
      value={chosen?.id ?? null}
      onChange={(id) => {
        const product = shown.find((item) => item.id === id);
        setChosen(product);
        onChoose(product);
      }}
      nothingFoundMessage={
        typed === '' ? 'Type to search' : found.isFetching ? 'Searching…' : 'No product fits'
      }
    />
  );
}
