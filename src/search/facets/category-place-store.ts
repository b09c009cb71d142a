import { sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { prepareStatement } from '../../db/prepare-statement.ts';

export interface CategoryPlace {
  /** Codes from the root, joined by `/`. */
  path: string;
  kind: string;
}

const placesOfCategories = prepareStatement<{ id: string } & CategoryPlace>(
  'category_places',
  sql`select id, path, archive_kind as kind from categories where id = any(${sql.placeholder('ids')}::uuid[])`,
);

/** By id: where these categories stand in the tree. */
export async function listCategoryPlaces(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, CategoryPlace>> {
  if (ids.length === 0) return new Map();
  const rows = await placesOfCategories(db, { ids });
  return new Map(rows.map(({ id, ...place }) => [id, place]));
}
