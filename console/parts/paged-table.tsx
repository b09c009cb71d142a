import { Box, Checkbox, Group, Skeleton, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ColumnOrder } from './list/list-search.ts';
import { PageButtons } from './list/page-buttons.tsx';
import { describeSort, SortHeader } from './list/sort-header.tsx';
import { formatCount } from './text/number-format.ts';
import { ProblemNotice } from './problem-notice.tsx';

export interface Column<T> {
  header: ReactNode;
  cell: (item: T) => ReactNode;
  width?: number | string;
  align?: 'left' | 'right' | 'center';
  /** Identifies the column in the column chooser; without an id it is always shown. */
  id?: string;
  /** Hidden unless the operator chose it. */
  isExtra?: true;
  /** The orders of its header. */
  order?: ColumnOrder;
}

/** How a table is shown. */
export interface TableLook<T> {
  columns: Column<T>[];
  /** The requested order; undefined is the list's default. */
  sort?: string | undefined;
  /** Undefined if the list cannot be sorted. */
  onSort?: ((sort: string | undefined) => void) | undefined;
  isCompact?: boolean;
}

/** Makes rows tickable. */
export interface RowTicks<T> {
  isTicked: (item: T) => boolean;
  nameOf: (item: T) => string;
  /** @param isRange tick every row since the last ticked one */
  onTick: (item: T, isRange: boolean) => void;
  /** Ticks or unticks the whole page. */
  onTickPage: (isTicked: boolean) => void;
}

interface Page<T> {
  items: T[];
  page: number;
  size: number;
  total: number;
}

/** The part of a query's state that a table shows. */
export interface PageState<T> {
  data: { items: T[]; page?: number; size?: number; total?: number } | undefined;
  error: unknown;
  isPending: boolean;
  isPlaceholderData?: boolean;
  refetch: () => unknown;
}

/** The state of a list that is here already. */
export function loaded<T>(items: T[]): PageState<T> {
  return { data: { items }, error: null, isPending: false, refetch: () => undefined };
}

const SKELETON_ROWS = 8;

/**
 * A list as a table: skeleton rows of the same height while it loads, a notice when it fails or is empty, and
 * pagination if the list has pages.
 */
export function PagedTable<T>({
  label,
  columns,
  state,
  rowKey,
  onPage,
  empty,
  isMarked,
  minWidth = 640,
  sort,
  onSort,
  isCompact = false,
  ticks,
}: {
  /** For screen readers. */
  label: string;
  state: PageState<T>;
  rowKey: (item: T) => string;
  onPage?: ((page: number) => void) | undefined;
  empty: ReactNode;
  isMarked?: (item: T) => boolean;
  minWidth?: number;
  ticks?: RowTicks<T> | undefined;
} & TableLook<T>) {
  const { data, error, isPending } = state;
  if (error && !data) return <ProblemNotice problem={error} onRetry={() => void state.refetch()} />;
  return (
    <>
      <Table.ScrollContainer minWidth={minWidth} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table
          aria-label={label}
          aria-busy={isPending || state.isPlaceholderData}
          highlightOnHover
          style={{ opacity: state.isPlaceholderData ? 0.6 : 1 }}
          {...(isCompact ? { verticalSpacing: 1, fz: 'xs' } : {})}
        >
          <Table.Thead>
            <Table.Tr>
              {ticks && (
                <Table.Th w={36}>
                  <PageTick items={data?.items ?? []} ticks={ticks} />
                </Table.Th>
              )}
              {columns.map((column, index) => (
                <Table.Th
                  key={column.id ?? index}
                  aria-sort={describeSort(column.order, sort)}
                  style={{ textAlign: column.align ?? 'left', width: column.width, whiteSpace: 'nowrap' }}
                >
                  {column.order && onSort ? (
                    <SortHeader order={column.order} sort={sort} onSort={onSort}>
                      {column.header}
                    </SortHeader>
                  ) : (
                    column.header
                  )}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data
              ? data.items.map((item) => (
                  <Table.Tr
                    key={rowKey(item)}
                    {...(isMarked?.(item) ? { bg: 'var(--table-hover-color)' } : {})}
                  >
                    {ticks && (
                      <Table.Td>
                        <Checkbox
                          aria-label={`Tick ${ticks.nameOf(item)}`}
                          checked={ticks.isTicked(item)}
                          onChange={({ nativeEvent }) =>
                            ticks.onTick(item, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
                          }
                        />
                      </Table.Td>
                    )}
                    {columns.map((column, index) => (
                      <Table.Td
                        key={column.id ?? index}
                        style={{
                          textAlign: column.align ?? 'left',
                          // Long words must not take room from columns of fixed width.
                          overflowWrap: column.width === undefined ? 'anywhere' : undefined,
                        }}
                      >
                        {column.cell(item)}
                      </Table.Td>
                    ))}
                  </Table.Tr>
                ))
              : isPending && <SkeletonRows columns={columns.length + (ticks ? 1 : 0)} />}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {data?.items.length === 0 && <Box>{empty}</Box>}
      {data && isPaged(data) && data.total > 0 && <Pages page={data} onPage={onPage} />}
    </>
  );
}

function PageTick<T>({ items, ticks }: { items: T[]; ticks: RowTicks<T> }) {
  const ticked = items.filter(ticks.isTicked).length;
  const isWhole = items.length > 0 && ticked === items.length;
  return (
    <Checkbox
      aria-label="Tick all on this page"
      checked={isWhole}
      indeterminate={ticked > 0 && !isWhole}
      // Before the rows are loaded, a click would tick nothing.
      disabled={items.length === 0}
      onChange={() => ticks.onTickPage(!isWhole)}
    />
  );
}

function SkeletonRows({ columns }: { columns: number }) {
  return Array.from({ length: SKELETON_ROWS }, (_, row) => (
    <Table.Tr key={row}>
      {Array.from({ length: columns }, (_column, column) => (
        <Table.Td key={column}>
          <Skeleton height={14} my={3} width={column === 0 ? '80%' : '60%'} />
        </Table.Td>
      ))}
    </Table.Tr>
  ));
}

function isPaged<T>(data: NonNullable<PageState<T>['data']>): data is Page<T> {
  return data.total !== undefined && data.page !== undefined && data.size !== undefined;
}

function Pages<T>({ page, onPage }: { page: Page<T>; onPage: ((page: number) => void) | undefined }) {
  const first = (page.page - 1) * page.size + 1;
  const last = Math.min(page.total, first + page.items.length - 1);
  return (
    <Group justify="space-between" mt="sm">
      <Text size="sm" c="dimmed" aria-live="polite">
        {page.items.length === 0
          ? `${formatCount(page.total)} in all`
          : `${formatCount(first)}–${formatCount(last)} of ${formatCount(page.total)}`}
      </Text>
      {onPage && <PageButtons {...page} onPage={onPage} />}
    </Group>
  );
}
