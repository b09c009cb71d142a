export const MAX_LEVELS = 6;

interface CategoryFacts {
  id: string;
  code: string;
  parentId: string | null;
  /** Null: the kind of the parent. */
  ownArchiveKind: string | null;
}

/** The properties of a category that follow from its place in the tree. */
interface CategoryPlace {
  /** Codes from the root, joined by `/`. */
  path: string;
  /** 1 for a root. */
  level: number;
  archiveKind: string;
}

type PlacedCategories =
  { ok: true; places: Map<string, CategoryPlace> } | { ok: false; problem: 'cycle' | 'too_deep' | 'no_kind' };

/** Returns paths, levels and archive kinds of a whole tree, or why these categories are not a tree. */
export function placeCategories(categories: readonly CategoryFacts[]): PlacedCategories {
  const places = new Map<string, CategoryPlace>();
  let row = categories.filter(({ parentId }) => parentId === null);
  for (let level = 1; row.length > 0; level += 1) {
    if (level > MAX_LEVELS) return { ok: false, problem: 'too_deep' };
    for (const { id, code, parentId, ownArchiveKind } of row) {
      const parent = places.get(parentId ?? '');
      const archiveKind = ownArchiveKind ?? parent?.archiveKind;
      if (archiveKind === undefined) return { ok: false, problem: 'no_kind' };
      places.set(id, { path: parent ? `${parent.path}/${code}` : code, level, archiveKind });
    }
    const parents = new Set(row.map(({ id }) => id));
    row = categories.filter(({ parentId }) => parentId !== null && parents.has(parentId));
  }
  // A category that no root reaches is part of a cycle.
  if (places.size < categories.length) return { ok: false, problem: 'cycle' };
  return { ok: true, places };
}
