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

/** What the address of a list says of its look. */
interface LookSearch {
  sort?: string | undefined;
  columns?: string | undefined;
}

/**
 * How an operator wants to see a list. Its order is in the address; columns and density are kept in this browser under
 * his id, and columns that the address names, as that of a saved view does, come before them.
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
    /** The columns that can be chosen. */
    choices,
    shown,
    isUsual: shown.join() === usual.join(),
    density,
    setColumns: (next: string[] | undefined) => {
      setLook({ ...look, columns: next });
      if (search.columns) onChange({ columns: undefined });
    },
    setDensity: (next: Density) => setLook({ ...look, density: next }),
    /** For the table of the list. */
    table: {
      columns: columns.filter(({ id }) => id === undefined || shown.includes(id)),
      sort: search.sort,
      onSort: (sort: string | undefined) => onChange({ sort }),
      isCompact: density === 'compact',
    },
  };
}

/** As the tools of a list need it. */
export type ListLook = Omit<ReturnType<typeof useListLook>, 'table'>;

/** What another release, or another hand, has left there counts as nothing. */
function readLook(stored: string | undefined): Look {
  try {
    return z.parse(lookShape, JSON.parse(stored ?? '{}'));
  } catch {
    return {};
  }
}
