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
    WITH found AS (
      (SELECT id FROM products WHERE search_name IN (${searchName}, ${unmaskedName}) AND status <> 'archived' ORDER BY id LIMIT ${MAX_EACH})
      UNION (SELECT id FROM products
        WHERE brand_id IN (SELECT brand_id FROM brand_names WHERE name_key IN (${brandKey}, ${unmaskedBrand})) AND status <> 'archived'
        ORDER BY greatest(similarity(search_name, ${searchName}), similarity(search_name, ${unmaskedName})) + CASE WHEN net_content_value = ${value ?? null}::numeric
          AND net_content_unit = ${unit ?? null}::text THEN ${SAME_CONTENT}::float8 ELSE 0 END DESC, id LIMIT ${MAX_EACH})
      UNION (SELECT product_id FROM barcodes WHERE gtin14 BETWEEN ${near.from} AND ${near.to}
        ORDER BY abs(substr(gtin14, 2, 12)::bigint - ${gtin14 === null ? null : itemOf(gtin14)}::bigint) LIMIT ${MAX_EACH})
      UNION (SELECT product_id FROM barcodes WHERE gtin14 = ANY(${sql.param(near.packs)}::text[]))
      UNION SELECT unnest(${sql.param(foundIds)}::uuid[])
    )
    SELECT p.id, p.name, b.name AS brand, c.path AS category_path, c.code AS category,
      p.net_content_value::float8 AS net_content_value, p.net_content_unit,
      (SELECT gtin14 FROM barcodes WHERE product_id = p.id AND is_primary) AS gtin14,
      ARRAY(SELECT gtin14 FROM barcodes WHERE product_id = p.id) AS gtins
    FROM found JOIN products p ON p.id = found.id
      LEFT JOIN brands b ON b.id = p.brand_id LEFT JOIN categories c ON c.id = p.category_id
    WHERE p.status <> 'archived'
      AND NOT EXISTS (SELECT FROM barcodes WHERE product_id = p.id AND gtin14 = ${gtin14})`);
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
    SELECT id, source, gtin14, content, created_at FROM submissions WHERE id IN (
      (SELECT id FROM submissions WHERE status = 'pending' AND gtin14 = ${gtin14} ORDER BY created_at, id LIMIT ${MAX_EACH + 1})
      UNION (SELECT id FROM submissions WHERE status = 'pending' AND md5(name_key) = md5(${key})
        ORDER BY created_at, id LIMIT ${MAX_EACH + 1})
      UNION (SELECT id FROM submissions WHERE status = 'pending' AND name_key IS NULL
        AND md5(lower(content->>'name')) = md5(lower(${name})) ORDER BY created_at, id LIMIT ${MAX_EACH + 1}))
      AND id <> ${exceptId}
    ORDER BY created_at, id LIMIT ${MAX_EACH}`);
  return rows.map((row) => ({ ...row, created_at: new Date(row.created_at) }));
}
