import { useLocalStorage } from '@mantine/hooks';
import * as z from 'zod/mini';
import { useOperator } from '../../api/api-context.ts';
import type { Column } from '../paged-table.tsx';

export const DENSITIES = ['normal', 'compact'] as const;
export type Density = (typeof DENSITIES)[number];

const lookShape = z.object({
  columns: z.optional(z.array(z.string())),
  density: z.optional(z.enum(DENSITIES)),
});

type Look = z.output<typeof lookShape>;

/** The search parameters that affect a list's look. */
interface LookSearch {
  sort?: string | undefined;
  columns?: string | undefined;
}

/**
 * How an operator wants to see a list. The order is in the address. Columns and density are stored in this browser by
 * operator id; columns in the address take precedence.
 */
export function useListLook<T, S extends LookSearch>({
  list,
  columns,
  search,
  onChange,
}: {
  list: string;
  columns: Column<T>[];
  search: S;
  onChange: (next: { sort?: S['sort']; columns?: undefined }) => void;
}) {
  const operator = useOperator();
  const [look, setLook] = useLocalStorage<Look>({
    key: `list-look:${operator.id}:${list}`,
    defaultValue: {},
    deserialize: readLook,
    getInitialValueInEffect: false,
  });
  const choices = columns.flatMap(({ id, header }) =>
    id && typeof header === 'string' ? [{ id, label: header }] : [],
  );
  const usual = columns.flatMap(({ id, isExtra }) => (id && !isExtra ? [id] : []));
  const wanted = search.columns?.split(',') ?? look.columns ?? usual;
  const shown = choices.map(({ id }) => id).filter((id) => wanted.includes(id));
  const density = look.density ?? 'normal';
  return {
    /** The columns to choose from. */
    choices,
    shown,
    isUsual: shown.join() === usual.join(),
    density,
    setColumns: (next: string[] | undefined) => {
      setLook({ ...look, columns: next });
      if (search.columns) onChange({ columns: undefined });
    },
    setDensity: (next: Density) => setLook({ ...look, density: next }),
    /** Properties for the table. */
    table: {
      columns: columns.filter(({ id }) => id === undefined || shown.includes(id)),
      sort: search.sort,
      onSort: (sort: string | undefined) => onChange({ sort }),
      isCompact: density === 'compact',
    },
  };
}

/** Properties for the tools of a list. */
export type ListLook = Omit<ReturnType<typeof useListLook>, 'table'>;

/** Stored values of another release, or edited ones, are ignored. */
function readLook(stored: string | undefined): Look {
  try {
    return z.parse(lookShape, JSON.parse(stored ?? '{}'));
  } catch {
    return {};
  }
}
