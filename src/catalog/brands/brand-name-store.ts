import { sql } from 'drizzle-orm';
import { v7 as uuidV7 } from 'uuid';
import type { Db, Tx } from '../../db/client.ts';
import { foldText } from '../../text/fold-text.ts';
import { buildSlug } from './brand-slug.ts';

interface WantedBrand {
  key: string;
  name: string;
  slug: string;
}

const MAX_SLUG_ATTEMPTS = 50;

/**
 * Finds or makes brands: answers their ids by folded name. Spellings that fold alike are one brand, and its first
 * spelling stays; an alias finds its brand. Two transactions that need one new brand at the same moment get the same
 * row. The brands found stay until the transaction ends.
 */
export async function saveBrands(tx: Tx, names: readonly string[]): Promise<Map<string, string>> {
  const wanted = new Map<string, WantedBrand>();
  for (const name of names) {
    const key = foldText(name);
    if (!wanted.has(key)) wanted.set(key, { key, name, slug: buildSlug(key) });
  }
  const ids = await findBrandIds(tx, [...wanted.keys()]);
  for (let attempt = 1; ids.size < wanted.size && attempt <= MAX_SLUG_ATTEMPTS; attempt += 1) {
    const missing = [...wanted.values()].filter(({ key }) => !ids.has(key));
    await insertBrands(tx, missing, attempt);
    const found = await findBrandIds(
      tx,
      missing.map(({ key }) => key),
    );
    for (const [key, id] of found) ids.set(key, id);
  }
  return ids;
}

/** Locks what it finds: a brand that an operator merges or deletes meanwhile could not be given to a product. */
async function findBrandIds(tx: Tx, keys: readonly string[]): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map();
  const { rows } = await tx.execute<{ id: string; name_key: string }>(sql`
    SELECT b.id, n.name_key FROM brand_names n JOIN brands b ON b.id = n.brand_id
    WHERE n.name_key = ANY(${sql.param(keys)}::text[]) ORDER BY b.id FOR KEY SHARE OF b`);
  return new Map(rows.map(({ id, name_key }) => [name_key, id]));
}

/** What is there already, under this key or with this slug, is passed over: a taken slug gets a number next time. */
async function insertBrands(tx: Tx, missing: readonly WantedBrand[], attempt: number): Promise<void> {
  // In one order everywhere: two transactions that make the same brands wait for each other, and never in a circle.
  const rows = missing
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ key, name, slug }) => ({
      id: uuidV7(),
      name,
      slug: attempt === 1 ? slug : `${slug}-${attempt}`,
      brand_key: key,
    }));
  await tx.execute(sql`
    INSERT INTO brands (id, name, slug, brand_key)
    SELECT * FROM json_to_recordset(${JSON.stringify(rows)}::json) AS r(id uuid, name text, slug text, brand_key text)
    ON CONFLICT DO NOTHING`);
}

/** The brand that a text names, by its name or an alias, in any spelling that folds alike. */
export async function findBrandByName(
  db: Db | Tx,
  text: string,
): Promise<{ id: string; name: string } | undefined> {
  const { rows } = await db.execute<{ id: string; name: string }>(sql`
    SELECT b.id, b.name FROM brand_names n JOIN brands b ON b.id = n.brand_id
    WHERE n.name_key = ${foldText(text)}`);
  return rows[0];
}

/** Names by id. */
export async function loadBrandNames(
  db: Db | Tx,
  ids: readonly (string | null)[],
): Promise<Map<string, string>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  if (wanted.length === 0) return new Map();
  const { rows } = await db.execute<{ id: string; name: string }>(
    sql`SELECT id, name FROM brands WHERE id = ANY(${sql.param(wanted)}::uuid[])`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
