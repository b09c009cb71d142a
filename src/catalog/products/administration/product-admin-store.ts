import { and, desc, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db, Tx } from '../../../platform/db/client.ts';
import { msrpSnapshots } from '../../../platform/db/schema/provenance.ts';
import { brands, categories, foodDetails, products, sources } from '../../../platform/db/schema/catalogue.ts';
import { byName } from '../../../platform/db/sort-names.ts';
import { buildSpecifications } from '../../kinds/build-specifications.ts';
import { readStoredFacts } from '../../../facts/state/stored-facts.ts';
import { listBarcodes, nextPrimary } from '../../barcodes/barcode-store.ts';
import { displayGtin } from '../../../facts/values/gtin.ts';
import { describeAllergens } from '../describe-allergens.ts';
import type { AdminMsrp, AdminProduct } from './product-admin-contract.ts';
import { barcodeEntries, jsonList, templateFields } from '../product-store.ts';

type ProvenanceRow = AdminProduct['provenance'][number];

const provenanceEntries = jsonList<ProvenanceRow>(
  sql`json_build_object('field', f.field, 'source', json_build_object('id', s.id, 'code', s.code, 'name', s.name,
      'kind', s.kind, 'trust', s.trust), 'submission_id', f.submission_id,
    'operator', case when f.operator_id is null then null
      else json_build_object('id', f.operator_id, 'email', o.email) end,
    'recorded_at', f.recorded_at)`,
  sql`f.field, s.trust desc, s.code`,
  sql`field_provenance f join sources s on s.id = f.source_id left join operators o on o.id = f.operator_id
    where f.product_id = ${products.id}`,
);

const claimEntries = jsonList<AdminProduct['claims'][number]>(
  sql`json_build_object('source', json_build_object('id', s.id, 'code', s.code, 'name', s.name, 'kind', s.kind,
    'trust', s.trust), 'facts', c.value)`,
  sql`s.trust desc, s.code`,
  sql`jsonb_each(${products.claims}) c join sources s on s.id = c.key::uuid`,
);

const mergedFrom = sql<{ id: string; name: string }[]>`coalesce((
  select json_agg(json_build_object('id', m.id, 'name', m.name)) from (
    select p.id, p.name from products p where p.merged_into_id = ${products.id} order by ${byName(sql`p.name`)}, p.id limit 100) m),
  '[]')`;

/** Returns all data of a product of any status, or undefined. */
export async function findAdminProduct(db: Db | Tx, id: string): Promise<AdminProduct | undefined> {
  const winner = alias(products, 'winner');
  const [row] = await db
    .select({
      product: products,
      winner: { id: winner.id, name: winner.name },
      brand: brands.name,
      category: { code: categories.code, path: categories.path, kind: categories.archiveKind },
      food: foodDetails,
      barcodes: barcodeEntries,
      template: templateFields,
      provenance: provenanceEntries,
      claims: claimEntries,
      mergedFrom,
    })
    .from(products)
    .leftJoin(winner, eq(winner.id, products.mergedIntoId))
    .leftJoin(categories, eq(categories.id, products.categoryId))
    .leftJoin(brands, eq(brands.id, products.brandId))
    .leftJoin(foodDetails, and(eq(foodDetails.productId, products.id), eq(categories.archiveKind, 'food')))
    .where(eq(products.id, id));
  if (!row) return undefined;
  const { product, category, food } = row;
  const primary = row.barcodes.find((entry) => entry.is_primary);
  const next = primary && nextPrimary(await listBarcodes(db, id), primary.gtin14);
  const barcodeList = row.barcodes.map(({ gtin14, ...entry }) => ({ gtin: displayGtin(gtin14), ...entry }));
  return {
    id,
    version: product.version,
    status: product.status,
    is_public: product.status === 'active' && product.mergedIntoId === null,
    archive_reason: product.archiveReason,
    merged_into: row.winner,
    merged_from: row.mergedFrom,
    gtin: barcodeList.find((entry) => entry.is_primary)?.gtin ?? null,
    next_primary_gtin: next ? displayGtin(next.gtin14) : null,
    ...readStoredFacts(product, food, category?.kind),
    brand: row.brand,
    brand_id: product.brandId,
    category: category?.code ?? null,
    category_path: category?.path ?? null,
    archive_kind: category?.kind ?? 'general',
    specifications: category?.kind === 'food' ? [] : buildSpecifications(row.template, product.attributes),
    allergen_states:
      category?.kind === 'food'
        ? describeAllergens(
            product.readVersion === product.version ? (product.allergenStates ?? {}) : {},
            listSources(row),
          )
        : [],
    quality_score: product.qualityScore,
    barcodes: barcodeList,
    msrp: await listAdminMsrp(db, id),
    provenance: row.provenance.map((entry) => ({ ...entry, recorded_at: toInstant(entry.recorded_at) })),
    claims: row.claims,
    created_at: product.createdAt.toISOString(),
    updated_at: product.updatedAt.toISOString(),
  };
}

function listSources({
  provenance,
  claims,
}: Pick<AdminProduct, 'provenance' | 'claims'>): Parameters<typeof describeAllergens>[1] {
  return [
    ...provenance.map(({ field, source }) => ({ ...source, fields: [field], claims: {} })),
    ...claims.map(({ source, facts }) => ({ ...source, fields: [], claims: facts })),
  ];
}

/** Returns all price snapshots, newest first, including those of amount 0. */
export async function listAdminMsrp(db: Db | Tx, productId: string): Promise<AdminMsrp[]> {
  const rows = await db
    .select({ msrp: msrpSnapshots, source: { id: sources.id, code: sources.code, name: sources.name } })
    .from(msrpSnapshots)
    .innerJoin(sources, eq(sources.id, msrpSnapshots.sourceId))
    .where(eq(msrpSnapshots.productId, productId))
    .orderBy(
      sql`${msrpSnapshots.effectiveDate} desc nulls last`,
      desc(msrpSnapshots.recordedAt),
      desc(msrpSnapshots.id),
    );
  return rows.map(({ msrp, source }) => ({
    id: msrp.id,
    amount: msrp.amount,
    currency: msrp.currency,
    region: msrp.region,
    effective_date: msrp.effectiveDate,
    source_url: msrp.sourceUrl,
    note: msrp.note,
    source,
    recorded_at: msrp.recordedAt.toISOString(),
    is_public: msrp.amount > 0,
  }));
}

/** Converts a time to UTC, because JSON from Postgres has the session’s offset. */
function toInstant(text: string): string {
  return new Date(text).toISOString();
}
