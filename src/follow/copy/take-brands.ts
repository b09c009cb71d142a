import { sql } from 'drizzle-orm';
import type { Tx } from '../../platform/db/client.ts';
import { foldText } from '../../platform/text/fold-text.ts';

/** A brand of the leader. */
export interface CopiedBrand {
  id: string;
  name: string;
  slug: string;
  aliases: readonly string[];
}

/**
 * Saves brands under the leader's ids. Names, aliases and slugs are unique, so conflicting ones are taken from other
 * brands that were renamed or merged meanwhile. Such a brand keeps its displayed name until the leader sends its
 * products.
 * @param given in the order in which the leader sent them; of two conflicting brands the later one is right
 */
export async function takeBrands(tx: Tx, given: readonly CopiedBrand[]): Promise<void> {
  const brands = [...new Map(given.map((brand) => [brand.id, brand])).values()];
  if (brands.length === 0) return;
  const ids = sql.param(brands.map(({ id }) => id));
  const { rows } = await tx.execute<{ known: Record<string, string> }>(sql`
    select coalesce(jsonb_object_agg(b.id, jsonb_build_array(b.name, b.slug, array(
      select name from brand_names n where n.brand_id = b.id and is_alias order by name_key))::text), '{}') as known
    from brands b where id = any(${ids}::uuid[])`);
  const known = new Map(
    Object.entries(rows[0]?.known ?? {}).map(([id, text]) => [id, JSON.stringify(JSON.parse(text))]),
  );
  const describe = ({ name, slug, aliases }: CopiedBrand) => JSON.stringify([name, slug, aliases]);
  if (brands.every((brand) => known.get(brand.id) === describe(brand))) return;

  const { rowsOfBrands, rowsOfAliases } = giveNames(brands);
  const keys = sql.param([
    ...rowsOfBrands.map((row) => row.brand_key),
    ...rowsOfAliases.map((row) => row.name_key),
  ]);
  const slugs = sql.param(rowsOfBrands.map(({ slug }) => slug));
  await tx.execute(sql`
    delete from brand_names where is_alias and name_key in (
      select name_key from brand_names where brand_id = any(${ids}::uuid[])
      union select name_key from brand_names where name_key = any(${keys}::text[]))`);
  await tx.execute(sql`
    update brands set brand_key = id::text, slug = id::text
    where id in (
      select id from brands where id = any(${ids}::uuid[])
      union select id from brands where brand_key = any(${keys}::text[])
      union select id from brands where slug = any(${slugs}::text[]))`);
  await tx.execute(sql`
    insert into brands (id, name, slug, brand_key)
    select * from json_to_recordset(${JSON.stringify(rowsOfBrands)}::json) as r(id uuid, name text, slug text, brand_key text)
    on conflict (id) do update set name = excluded.name, slug = excluded.slug, brand_key = excluded.brand_key`);
  await tx.execute(sql`
    insert into brand_names (name_key, brand_id, name, is_alias)
    select name_key, brand_id, name, true
    from json_to_recordset(${JSON.stringify(rowsOfAliases)}::json) as r(name_key text, brand_id uuid, name text)`);
}

/** Assigns each name and slug to the last brand that has it. */
function giveNames(brands: readonly CopiedBrand[]) {
  const taken = new Set<string>();
  const takenSlugs = new Set<string>();
  const take = (from: Set<string>, text: string) => !from.has(text) && Boolean(from.add(text));
  const latest = brands.toReversed();
  const rowsOfBrands = latest.map(({ id, name, slug }) => {
    const key = foldText(name);
    return {
      id,
      name,
      slug: take(takenSlugs, slug) ? slug : id,
      brand_key: take(taken, key) ? key : id,
    };
  });
  const rowsOfAliases = latest.flatMap(({ id, aliases }) =>
    aliases.flatMap((name) => {
      const key = foldText(name);
      return take(taken, key) ? [{ name_key: key, brand_id: id, name }] : [];
    }),
  );
  return { rowsOfBrands, rowsOfAliases };
}
