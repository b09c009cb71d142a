import { sql } from 'drizzle-orm';
import { computeCheckDigit } from '../../../facts/values/gtin.ts';
import type { Db, Tx } from '../../../platform/db/client.ts';
import type { ClaimedFacts } from '../../../facts/product-facts.ts';
import { isUncategorized } from '../../../facts/state/catalogue-context.ts';
import { foldText } from '../../../platform/text/fold-text.ts';
import { unmaskLetters } from '../../../platform/text/look-alikes.ts';
import { itemOf, NEAR_CODES, type Comparable } from './similarity-rule.ts';

/** Limit of each part of the query. */
const MAX_EACH = 20;
/** Bonus for the same net content when a brand's products are ordered by likeness of the name. */
const SAME_CONTENT = 0.3;

export interface CandidateProduct {
  id: string;
  name: string;
  brand: string | null;
  /** Primary barcode, padded to 14 digits. */
  gtin14: string | null;
  categoryPath: string | null;
  comparable: Comparable;
}

interface CandidateRow extends Record<string, unknown> {
  id: string;
  name: string;
  brand: string | null;
  gtin14: string | null;
  category_path: string | null;
  category: string | null;
  net_content_value: number | null;
  net_content_unit: string | null;
  gtins: string[];
}

/**
 * Returns products that a submission may be about, except archived ones and the owner of its barcode. Candidates have
 * the same folded name, the same brand with a similar name or content, or a near barcode, or are in `foundIds`. Few
 * strong candidates are missed without `foundIds`. By `WEIGHTS`, another brand is never strong, and without a brand
 * the names must be alike by 0.85.
 */
export async function findCandidates(
  db: Db | Tx,
  { name, brand, net_content_value: value, net_content_unit: unit }: ClaimedFacts,
  gtin14: string | null,
  foundIds: readonly string[],
): Promise<CandidateProduct[]> {
  const [searchName, unmaskedName] = spellingsOf(name);
  const [brandKey, unmaskedBrand] = spellingsOf(brand);
  const near = gtin14 === null ? { packs: [], from: null, to: null } : listNearCodes(gtin14);
  const { rows } = await db.execute<CandidateRow>(sql`
    with found as (
      (select id from products where search_name in (${searchName}, ${unmaskedName}) and status <> 'archived' order by id limit ${MAX_EACH})
      union (select id from products
        where brand_id in (select brand_id from brand_names where name_key in (${brandKey}, ${unmaskedBrand})) and status <> 'archived'
        order by greatest(similarity(search_name, ${searchName}), similarity(search_name, ${unmaskedName})) + case when net_content_value = ${value ?? null}::numeric
          and net_content_unit = ${unit ?? null}::text then ${SAME_CONTENT}::float8 else 0 end desc, id limit ${MAX_EACH})
      union (select product_id from barcodes where gtin14 between ${near.from} and ${near.to}
        order by abs(substr(gtin14, 2, 12)::bigint - ${gtin14 === null ? null : itemOf(gtin14)}::bigint) limit ${MAX_EACH})
      union (select product_id from barcodes where gtin14 = any(${sql.param(near.packs)}::text[]))
      union select unnest(${sql.param(foundIds)}::uuid[])
    )
    select p.id, p.name, b.name as brand, c.path as category_path, c.code as category,
      p.net_content_value::float8 as net_content_value, p.net_content_unit,
      (select gtin14 from barcodes where product_id = p.id and is_primary) as gtin14,
      array(select gtin14 from barcodes where product_id = p.id) as gtins
    from found join products p on p.id = found.id
      left join brands b on b.id = p.brand_id left join categories c on c.id = p.category_id
    where p.status <> 'archived'
      and not exists (select from barcodes where product_id = p.id and gtin14 = ${gtin14})`);
  return rows.map(({ category_path: categoryPath, category, gtins, ...row }) => ({
    id: row.id,
    name: row.name,
    brand: row.brand,
    gtin14: row.gtin14,
    categoryPath,
    comparable: {
      facts: {
        name: row.name,
        brand: row.brand,
        category: category === null || isUncategorized(category) ? null : category,
        net_content_value: row.net_content_value,
        net_content_unit: row.net_content_unit as ClaimedFacts['net_content_unit'],
      },
      gtins,
    },
  }));
}

/** Returns a text as it is stored, and as it reads where its letters only look like Latin ones. */
function spellingsOf(text: string | null | undefined): [string, string] {
  const folded = foldText(text ?? '');
  return [folded, unmaskLetters(folded)];
}

/** Returns a range of codes of single packs near a code, and the codes of other packs of the same item. */
function listNearCodes(gtin14: string): { packs: string[]; from: string; to: string } {
  const item = itemOf(gtin14);
  const keyOf = (indicator: number, number: number) => {
    const body = `${indicator}${String(number).padStart(12, '0')}`;
    return body + computeCheckDigit(body);
  };
  return {
    packs: Array.from({ length: 9 }, (_, indicator) => keyOf(indicator, item)),
    from: keyOf(0, Math.max(0, item - NEAR_CODES)),
    to: keyOf(0, Math.min(999_999_999_999, item + NEAR_CODES)),
  };
}

interface PendingTwin {
  id: string;
  source: 'public' | 'backflow';
  gtin14: string | null;
  content: unknown;
  created_at: Date;
}

/**
 * Returns other pending submissions with the same barcode or folded name, oldest first. Those of an older release have no
 * folded name.
 */
export async function listPendingAlike(
  db: Db | Tx,
  { gtin14, name, exceptId }: { gtin14: string | null; name: string | null; exceptId: string },
): Promise<PendingTwin[]> {
  const key = name === null ? null : foldText(name);
  const { rows } = await db.execute<PendingTwin & Record<string, unknown>>(sql`
    select id, source, gtin14, content, created_at from submissions where id in (
      (select id from submissions where status = 'pending' and gtin14 = ${gtin14} order by created_at, id limit ${MAX_EACH + 1})
      union (select id from submissions where status = 'pending' and md5(name_key) = md5(${key})
        order by created_at, id limit ${MAX_EACH + 1})
      union (select id from submissions where status = 'pending' and name_key is null
        and md5(lower(content->>'name')) = md5(lower(${name})) order by created_at, id limit ${MAX_EACH + 1}))
      and id <> ${exceptId}
    order by created_at, id limit ${MAX_EACH}`);
  return rows.map((row) => ({ ...row, created_at: new Date(row.created_at) }));
}
