import type { CountedColumn } from './columns.ts';
import { withPlace } from './tables/growing-arrays.ts';
import type { Saved } from './tables/saved-tables.ts';
import { createTextTable } from './tables/text-table.ts';

type Category = Pick<CountedColumn, 'countAt' | 'size'>;

/** What the categories of products are a part of, by the numbers that a column has for them. */
export interface CategoryTree {
  /** Says where a category is now: what is told last holds for all its products. */
  place(number: number, path: string, kind: string): void;
  /** A category counts for itself and for all above it, by their codes. */
  ancestors: CountedColumn;
  kinds: CountedColumn;
  save(): Saved;
  load(saved: Saved): void;
}

export function createCategoryTree({ countAt, size }: Category): CategoryTree {
  const paths = createTextTable();
  const codes = createTextTable();
  const kinds = createTextTable();
  /** By path the codes in it. */
  const codesOf: Int32Array[] = [];
  /** By category. */
  let pathAt = new Int32Array(64);
  let kindAt = new Int32Array(64);

  const readPaths = (): void => {
    for (let path = codesOf.length; path < paths.size(); path++) {
      const above = paths.textOf(path).split('/');
      codesOf.push(Int32Array.from(above, (code) => codes.numberOf(code)));
    }
  };
  const column = { countAt, size };
  return {
    place(number, path, kind) {
      pathAt = withPlace(pathAt, number);
      kindAt = withPlace(kindAt, number);
      pathAt[number] = paths.numberOf(path);
      kindAt[number] = kinds.numberOf(kind);
      readPaths();
    },
    ancestors: {
      ...column,
      itemsOf: (number) => codesOf[pathAt[number] as number] as Int32Array,
      keyOf: (code) => codes.textOf(code),
      numberOf: (text) => codes.find(text),
      isNone: (code) => codes.lengthOf(code) === 0,
    },
    kinds: {
      ...column,
      itemsOf: (number) => kindAt.subarray(number, number + 1),
      keyOf: (kind) => kinds.textOf(kind),
      numberOf: (text) => kinds.find(text),
      isNone: (kind) => kinds.lengthOf(kind) === 0,
    },
    save: () => ({ paths: paths.save(), kinds: kinds.save(), pathAt, kindAt }),
    load(saved) {
      const own = saved as {
        paths: Saved;
        kinds: Saved;
        pathAt: Int32Array<ArrayBuffer>;
        kindAt: Int32Array<ArrayBuffer>;
      };
      ({ pathAt, kindAt } = own);
      paths.load(own.paths);
      kinds.load(own.kinds);
      readPaths();
    },
  };
}
