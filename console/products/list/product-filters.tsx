import { Button, Group, SegmentedControl, Select, Stack } from '@mantine/core';
import { MISSING_FIELDS } from '../../../src/catalog/administration/product-filter-contract.ts';
import { useRead } from '../../api/use-read.ts';
import { FilterField } from '../../parts/filter-field.tsx';
import { CategoryField } from '../facts/category-field.tsx';
import { SORTS, STATUSES, type ProductSearch } from './product-search.ts';

const SORT_LABELS: Record<(typeof SORTS)[number], string> = {
  '-updated': 'Last changed first',
  '-quality': 'Best quality first',
  quality: 'Poorest quality first',
  name: 'By name',
  '-created': 'Newest first',
};

/** What narrows the list; the public view takes fewer. */
export function ProductFilters({
  search,
  onFilter,
  isList = true,
}: {
  search: ProductSearch;
  onFilter: (change: Partial<ProductSearch>) => void;
  /** False: they choose a set, without view and order. */
  isList?: boolean;
}) {
  const kinds = useRead('/kinds');
  const sources = useRead('/sources');
  const { public: isPublic, page: _page, sort: _sort, ...filters } = search;
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  return (
    <Stack gap="xs" mb="sm">
      <Group gap="xs">
        {isList && (
          <SegmentedControl
            aria-label="View"
            data={[
              { value: 'all', label: 'All' },
              { value: 'public', label: 'As the public finds them' },
            ]}
            value={isPublic ? 'public' : 'all'}
            onChange={(view) => onFilter({ public: view === 'public' || undefined })}
          />
        )}
        <FilterField label="Name, barcode or id" w={280} value={search.q} onFilter={(q) => onFilter({ q })} />
        <CategoryField
          label=""
          aria-label="Category"
          placeholder="Any category"
          w={240}
          value={search.category ?? null}
          onChange={(code) => onFilter({ category: code ?? undefined })}
        />
        <FilterField label="Brand" w={150} value={search.brand} onFilter={(brand) => onFilter({ brand })} />
        {isFiltered && (
          <Button
            variant="subtle"
            onClick={() =>
              onFilter(Object.fromEntries(Object.keys(filters).map((name) => [name, undefined])))
            }
          >
            Clear filters
          </Button>
        )}
      </Group>
      {!isPublic && (
        <Group gap="xs">
          <Choice
            label="State"
            any="Any state"
            data={STATUSES}
            value={search.status}
            onChange={(status) => onFilter({ status })}
          />
          <Choice
            label="Kind"
            any="Any kind"
            data={(kinds.data?.items ?? []).map(({ code }) => code)}
            value={search.kind}
            onChange={(kind) => onFilter({ kind })}
          />
          <Choice
            label="Source"
            any="Any source"
            data={(sources.data?.items ?? []).map(({ code }) => code)}
            value={search.source}
            onChange={(source) => onFilter({ source })}
          />
          <Choice
            label="Missing"
            any="Missing nothing in particular"
            data={MISSING_FIELDS}
            value={search.missing}
            onChange={(missing) => onFilter({ missing })}
            w={220}
          />
          <Choice
            label="Quality"
            any="Any quality"
            data={['0.2', '0.4', '0.5999']}
            describe={(value) => `below ${value === '0.5999' ? '0.6 (not qualified)' : value}`}
            value={search.max_quality}
            onChange={(quality) => onFilter({ max_quality: quality })}
            w={170}
          />
          {isList && (
            <Select
              aria-label="Order"
              w={180}
              clearable
              placeholder={search.q ? 'Best match first' : SORT_LABELS['-updated']}
              data={SORTS.map((value) => ({ value, label: SORT_LABELS[value] }))}
              value={search.sort ?? null}
              onChange={(sort) => onFilter({ sort: SORTS.find((known) => known === sort) })}
            />
          )}
        </Group>
      )}
    </Stack>
  );
}

function Choice<T extends string>({
  label,
  any,
  data,
  describe = (value) => value.replaceAll('_', ' '),
  value,
  onChange,
  w = 140,
}: {
  label: string;
  any: string;
  data: readonly T[];
  describe?: (value: T) => string;
  value: T | undefined;
  onChange: (value: T | undefined) => void;
  w?: number;
}) {
  return (
    <Select
      aria-label={label}
      placeholder={any}
      w={w}
      clearable
      data={data.map((item) => ({ value: item as string, label: describe(item) }))}
      value={value ?? null}
      onChange={(next) => onChange(data.find((item) => item === next))}
    />
  );
}
