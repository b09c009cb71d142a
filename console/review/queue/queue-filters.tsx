import { Button, Group, Select, SimpleGrid } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconX } from '@tabler/icons-react';
import type { QueueCounts } from '../../../src/review/queue/queue-contract.ts';
import { NO_FILTERS, SORT_LABELS, SORTS, type ReviewSearch } from '../review-search.ts';
import { listFilters } from './list-filters.ts';

/** The active filters as buttons that remove them; all choices, with their counts, are behind one button. */
export function QueueFilters({
  search,
  counts,
  onFilter,
}: {
  search: ReviewSearch;
  counts: QueueCounts | undefined;
  onFilter: (change: Partial<ReviewSearch>) => void;
}) {
  const [isOpen, panel] = useDisclosure(false);
  const filters = listFilters(search, counts);
  const chosen = filters.filter(({ value }) => value !== undefined);
  return (
    <>
      <Group gap={6} mb="xs" wrap="nowrap">
        <Button variant="default" flex={1} onClick={panel.toggle} aria-expanded={isOpen}>
          {isOpen ? 'Hide the filters' : 'Filters…'}
        </Button>
        <Select
          aria-label="Order"
          flex={1}
          allowDeselect={false}
          data={SORTS.map((value) => ({ value, label: SORT_LABELS[value] }))}
          value={search.sort ?? 'oldest'}
          onChange={(sort) => onFilter({ sort: sort ?? undefined })}
        />
      </Group>
      {isOpen && (
        <SimpleGrid cols={2} spacing={6} verticalSpacing={6} mb="xs">
          {filters.map(({ label, placeholder, data, value, isSearchable = false, change }) => (
            <Select
              key={label}
              aria-label={label}
              placeholder={placeholder}
              clearable
              searchable={isSearchable}
              data={data}
              value={value ?? null}
              onChange={(next) => onFilter(change(next ?? undefined))}
            />
          ))}
        </SimpleGrid>
      )}
      {chosen.length > 0 && (
        <Group gap={6} mb="xs" role="group" aria-label="Filters in use">
          {chosen.map(({ label, data, value, change }) => {
            const text = data.find((choice) => choice.value === value)?.label ?? value;
            return (
              <Button
                key={label}
                size="compact-xs"
                variant="light"
                maw="100%"
                rightSection={<IconX size={12} aria-hidden />}
                aria-label={`Remove the filter ${label}: ${text}`}
                onClick={() => onFilter(change(undefined))}
              >
                {text}
              </Button>
            );
          })}
          <Button size="compact-xs" variant="subtle" onClick={() => onFilter(NO_FILTERS)}>
            Clear all
          </Button>
        </Group>
      )}
    </>
  );
}
