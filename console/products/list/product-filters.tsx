import { Button, Group, SegmentedControl, Stack } from '@mantine/core';
import { useState } from 'react';
import { MISSING_FIELDS } from '../../../src/catalog/products/administration/product-filter-contract.ts';
import { useRead } from '../../api/use-read.ts';
import { FilterField } from '../../parts/filter-field.tsx';
import { CategoryField } from '../facts/fields/category-field.tsx';
import { Choice } from '../../parts/list/choice.tsx';
import { omitListSearch } from '../../parts/list/list-search.ts';
import { STATUSES, type ProductSearch } from './product-search.ts';

const ALL_BUT = 'all but ';

/** The filters of the product list; the public view supports fewer. */
export function ProductFilters({
  search,
  onFilter,
  isList = true,
}: {
  search: ProductSearch;
  onFilter: (change: Partial<ProductSearch>) => void;
  /** False when they choose a set of products rather than filter a list. */
  isList?: boolean;
}) {
  const kinds = useRead('/kinds');
  const sources = useRead('/sources');
  const { public: isPublic, sort: _sort, ...filters } = omitListSearch(search);
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  const [clearings, setClearings] = useState(0);
  return (
    <Stack gap="xs" mb="sm">
      {/* "Clear filters" changes the key: a field then forgets text that is not in the address yet. */}
      <Group gap="xs" key={clearings}>
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
        <FilterField
          label="Country of origin"
          w={150}
          value={search.country}
          onFilter={(country) => onFilter({ country })}
        />
        {isFiltered && (
          <Button
            variant="subtle"
            onClick={() => {
              setClearings(clearings + 1);
              onFilter(Object.fromEntries(Object.keys(filters).map((name) => [name, undefined])));
            }}
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
            data={[
              ...(kinds.data?.items ?? []).map(({ code }) => code),
              ...(search.not_kind ? [`${ALL_BUT}${search.not_kind}`] : []),
            ]}
            value={search.not_kind ? `${ALL_BUT}${search.not_kind}` : search.kind}
            onChange={(kind) =>
              // `not_kind` only comes from links.
              kind?.startsWith(ALL_BUT) || onFilter({ kind, not_kind: undefined })
            }
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
            label="Having"
            any="Having nothing in particular"
            data={MISSING_FIELDS}
            value={search.present}
            onChange={(present) => onFilter({ present })}
            w={210}
          />
          <QualityChoice search={search} onFilter={onFilter} />
        </Group>
      )}
    </Stack>
  );
}

/** Scores have three decimals, and both bounds are inclusive. */
const QUALITIES = [
  { label: 'below 0.2', max: '0.199' },
  { label: 'below 0.4', max: '0.399' },
  { label: 'below 0.6 (not qualified)', max: '0.599' },
  { label: 'from 0.6 (qualified)', min: '0.6' },
  { label: 'from 0.8', min: '0.8' },
];

function QualityChoice({
  search: { min_quality: min, max_quality: max },
  onFilter,
}: {
  search: ProductSearch;
  onFilter: (change: Partial<ProductSearch>) => void;
}) {
  const isAsked = min !== undefined || max !== undefined;
  const known = QUALITIES.find((quality) => quality.min === min && quality.max === max);
  const asked = known?.label ?? `from ${min ?? 0} to ${max ?? 1}`;
  const labels = QUALITIES.map(({ label }) => label);
  return (
    <Choice
      label="Quality"
      any="Any quality"
      // A link from the statistics, or a view, may have another range.
      data={isAsked && !known ? [...labels, asked] : labels}
      value={isAsked ? asked : undefined}
      onChange={(next) => {
        const chosen = QUALITIES.find(({ label }) => label === next);
        if (chosen ?? next === undefined) onFilter({ min_quality: chosen?.min, max_quality: chosen?.max });
      }}
      w={190}
    />
  );
}
