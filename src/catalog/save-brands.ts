import { sql } from 'drizzle-orm';
import { v7 as uuidV7 } from 'uuid';
import type { Db, Tx } from '../db/client.ts';
import { foldText } from '../search/fold-text.ts';

export interface GivenBrand {
  name: string;
  aliases: readonly string[];
}

interface WantedBrand {
  key: string;
  name: string;
  slug: string;
  aliases: Set<string>;
}

const MOST_ALIASES = 20;
const MOST_SLUG_ATTEMPTS = 50;

/**
 * Finds or makes brands: answers their ids by brand key (the folded name). Spellings that fold alike are one brand,
 * and its first spelling stays. Two transactions that need one new brand at the same moment get the same row.
 */
export async function saveBrands(tx: Tx, given: readonly GivenBrand[]): Promise<Map<string, string>> {
  const wanted = new Map<string, WantedBrand>();
  for (const { name, aliases } of given) {
    const key = foldText(name);
    const brand = wanted.get(key) ?? { key, name, slug: buildSlug(key), aliases: new Set() };
    for (const alias of aliases) brand.aliases.add(alias);
    wanted.set(key, brand);
  }
  const ids = await findBrandIds(tx, [...wanted.keys()]);
  for (let attempt = 1; ids.size < wanted.size && attempt <= MOST_SLUG_ATTEMPTS; attempt += 1) {
    const missing = [...wanted.values()].filter(({ key }) => !ids.has(key));
    await insertBrands(tx, missing, attempt);
    const found = await findBrandIds(
      tx,
      missing.map(({ key }) => key),
    );
    for (const [key, id] of found) ids.set(key, id);
  }
  await addAliases(tx, [...wanted.values()]);
  return ids;
}

async function findBrandIds(tx: Tx, keys: readonly string[]): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map();
  const { rows } = await tx.execute<{ id: string; brand_key: string }>(
    sql`SELECT id, brand_key FROM brands WHERE brand_key = ANY(${sql.param(keys)}::text[])`,
  );
  return new Map(rows.map(({ id, brand_key }) => [brand_key, id]));
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

async function addAliases(tx: Tx, wanted: readonly WantedBrand[]): Promise<void> {
  const rows = wanted
    .filter(({ aliases }) => aliases.size > 0)
    .map(({ key, aliases }) => ({ brand_key: key, aliases: [...aliases] }));
  if (rows.length === 0) return;
  await tx.execute(sql`
    UPDATE brands b SET aliases = b.aliases || added.aliases
    FROM (
      SELECT b.id, array_agg(DISTINCT alias) AS aliases
      FROM json_to_recordset(${JSON.stringify(rows)}::json) AS r(brand_key text, aliases text[])
      JOIN brands b ON b.brand_key = r.brand_key, unnest(r.aliases) AS alias
      WHERE alias <> ALL (b.aliases) AND alias <> b.name AND cardinality(b.aliases) < ${MOST_ALIASES}
      GROUP BY b.id
    ) added
    WHERE b.id = added.id`);
}

/** Letters of every script are kept: a brand in Cyrillic has a slug too. */
function buildSlug(brandKey: string): string {
  return brandKey.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '');
}

/** The brand that a text names: by its folded name, else by an alias, in any case. */
export async function findBrandByName(
  db: Db | Tx,
  text: string,
): Promise<{ id: string; name: string } | undefined> {
  const { rows } = await db.execute<{ id: string; name: string }>(sql`
    SELECT id, name FROM brands
    WHERE brand_key = ${foldText(text)} OR EXISTS (SELECT FROM unnest(aliases) alias WHERE lower(alias) = lower(${text}))
    ORDER BY brand_key = ${foldText(text)} DESC, name, id LIMIT 1`);
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
