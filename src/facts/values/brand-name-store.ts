import { sql } from 'drizzle-orm';
import { v7 as uuidV7 } from 'uuid';
import type { Db, Tx } from '../../platform/db/client.ts';
import { foldText } from '../../platform/text/fold-text.ts';

interface WantedBrand {
  key: string;
  name: string;
  slug: string;
}

const MAX_SLUG_ATTEMPTS = 50;

export interface NamedBrand {
  id: string;
  name: string;
}

/**
 * Finds or creates brands and returns them by folded name. Spellings with one folded name are one brand, which keeps its
 * first spelling; an alias finds its brand. Two transactions that need the same new brand at once get the same row. Found
 * brands are locked until the transaction ends.
 */
export async function saveBrands(tx: Tx, names: readonly string[]): Promise<Map<string, NamedBrand>> {
  const wanted = new Map<string, WantedBrand>();
  for (const name of names) {
    const key = foldText(name);
    if (!wanted.has(key)) wanted.set(key, { key, name, slug: buildSlug(key) });
  }
  const brands = await findBrands(tx, [...wanted.keys()]);
  const missing = () => [...wanted.values()].filter(({ key }) => !brands.has(key));
  for (let attempt = 1; brands.size < wanted.size && attempt <= MAX_SLUG_ATTEMPTS; attempt += 1) {
    for (const { key, ...brand } of await insertBrands(tx, missing(), attempt)) brands.set(key, brand);
    const others = missing().map(({ key }) => key);
    for (const [key, brand] of await findBrands(tx, others)) brands.set(key, brand);
  }
  return brands;
}

/** Returns and locks brands, so that no operator merges or deletes them before a product gets them. */
async function findBrands(tx: Tx, keys: readonly string[]): Promise<Map<string, NamedBrand>> {
  if (keys.length === 0) return new Map();
  const { rows } = await tx.execute<{ id: string; name: string; name_key: string }>(sql`
    select b.id, b.name, n.name_key from brand_names n join brands b on b.id = n.brand_id
    where n.name_key = any(${sql.param(keys)}::text[]) order by b.id for key share of b`);
  return new Map(rows.map(({ id, name, name_key }) => [name_key, { id, name }]));
}

/**
 * Inserts brands and returns them, except those whose key or slug exists. The next attempt adds a number to a taken slug.
 */
async function insertBrands(
  tx: Tx,
  missing: readonly WantedBrand[],
  attempt: number,
): Promise<(NamedBrand & { key: string })[]> {
  // Sorted, so that two transactions that create the same brands do not deadlock.
  const rows = missing
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ key, name, slug }) => ({
      id: uuidV7(),
      name,
      slug: attempt === 1 ? slug : `${slug}-${attempt}`,
      brand_key: key,
    }));
  const { rows: made } = await tx.execute<{ id: string; name: string; key: string }>(sql`
    insert into brands (id, name, slug, brand_key)
    select * from json_to_recordset(${JSON.stringify(rows)}::json) as r(id uuid, name text, slug text, brand_key text)
    on conflict do nothing returning id, name, brand_key as key`);
  return made;
}

/** Returns the brand whose folded name or alias equals the folded text, or undefined. */
export async function findBrandByName(db: Db | Tx, text: string): Promise<NamedBrand | undefined> {
  const { rows } = await db.execute<{ id: string; name: string }>(sql`
    select b.id, b.name from brand_names n join brands b on b.id = n.brand_id
    where n.name_key = ${foldText(text)}`);
  return rows[0];
}

/** Returns brand names by id. */
export async function loadBrandNames(
  db: Db | Tx,
  ids: readonly (string | null)[],
): Promise<Map<string, string>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  if (wanted.length === 0) return new Map();
  const { rows } = await db.execute<{ id: string; name: string }>(
    sql`select id, name from brands where id = any(${sql.param(wanted)}::uuid[])`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Returns the slug of a brand from its folded name. Letters of every script are kept. */
export function buildSlug(brandKey: string): string {
  return brandKey.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '');
}
