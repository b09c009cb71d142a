import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { AdminBrand } from '../../src/catalog/brands/brand-contract.ts';
import { useListRead } from '../api/use-read.ts';
import { countOf } from '../parts/text/number-format.ts';

const PAUSE_MS = 200;

/** Finds a brand by name or alias. */
export function BrandChoice({
  label,
  exceptId,
  value,
  onChange,
}: {
  label: string;
  exceptId: string;
  value: AdminBrand | undefined;
  onChange: (brand: AdminBrand | undefined) => void;
}) {
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed, PAUSE_MS);
  const found = useListRead('/brands', {
    query: {
      q: q === value?.name ? undefined : q,
      sort: 'products',
      size: 20,
    },
  });
  const brands = (found.data?.items ?? []).filter(({ id }) => id !== exceptId);
  const shown = value && !brands.some(({ id }) => id === value.id) ? [value, ...brands] : brands;
  return (
    <Select
      label={label}
      placeholder="Type a name"
      w="100%"
      searchable
      clearable
      data={shown.map(({ id, name }) => ({ value: id, label: name }))}
      filter={({ options }) => options}
      renderOption={({ option }) => {
        const brand = shown.find(({ id }) => id === option.value);
        return `${option.label} · ${countOf(brand?.product_count ?? 0, 'product')}`;
      }}
      searchValue={typed}
      onSearchChange={setTyped}
      value={value?.id ?? null}
      onChange={(id) => onChange(shown.find((brand) => brand.id === id))}
      nothingFoundMessage={found.isPending ? 'Searching…' : 'No brand fits'}
    />
  );
}
