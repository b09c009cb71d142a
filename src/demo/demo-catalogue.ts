import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { v5 as uuidV5 } from 'uuid';
import { gtinTypeOf } from '../facts/values/gtin.ts';
import type { Db, Tx } from '../platform/db/client.ts';
import { msrpSnapshots } from '../platform/db/schema/provenance.ts';
import { barcodes, products, brands, sources } from '../platform/db/schema/catalogue.ts';
import { loadCatalogueContext, type CatalogueContext } from '../facts/state/catalogue-context.ts';
import { FACT_LIST, isEmptyFact } from '../facts/registry/fact-list.ts';
import { buildEmptyState, type ProductState } from '../facts/state/product-state.ts';
import { saveProductStates } from '../facts/state/save-product-states.ts';
import { findFollow } from '../follow/follow-store.ts';
import { saveAuditEntry } from '../platform/audit/audit-store.ts';
import type { ProvenanceField } from '../quality/quality-score.ts';
import { foldText } from '../platform/text/fold-text.ts';
import type { DemoProduct } from './demo-product.ts';
import { slugOf } from './demo-pictures.ts';
import { buildDemoProducts } from './demo-products.ts';

/** An arbitrary unique number: the key of the lock that serializes loading. */
const DEMO_LOCK = 7_305_222;

/**
 * Fills an empty catalogue with invented products, in one transaction, and returns their number: 0 if there are
 * products already, or they come from another service. Ids are the same in every database.
 * @throws when the category tree lacks a needed category
 */
export async function loadDemoCatalogue(db: Db, logger: Logger): Promise<number> {
  const count = await db.transaction(async (tx) => {
    // If two processes start at once, the second waits here and then sees what the first has loaded.
    await tx.execute(sql`set local lock_timeout = '10s'`);
    // Products are computed between two statements, which on a busy machine takes longer than the usual limit for
    // idle transactions.
    await tx.execute(sql`set local idle_in_transaction_session_timeout = '2min'`);
    await tx.execute(sql`select pg_advisory_xact_lock(${DEMO_LOCK})`);
    const existing = await tx.select({ id: products.id }).from(products).limit(1);
    return existing.length > 0 || (await findFollow(tx)) ? 0 : insertDemoProducts(tx, buildDemoProducts());
  });
  if (count > 0) logger.info({ products: count }, 'demo catalogue loaded');
  return count;
}

async function insertDemoProducts(tx: Tx, demoProducts: DemoProduct[]): Promise<number> {
  const sourceId = await saveDemoSource(tx);
  const brandIds = await saveDemoBrands(tx, demoProducts);
  const context = await loadCatalogueContext(tx);
  const entries = demoProducts.map((product) => ({
    id: buildDemoId('product', product.facts.name),
    product,
  }));
  const states = entries.map(({ id, product }) => buildDemoState(id, product, brandIds, sourceId, context));
  await saveProductStates(
    tx,
    states.map((after) => ({ before: undefined, after })),
    context,
  );
  const barcodeRows = entries.flatMap(({ id, product }) =>
    product.barcodes.map(({ gtin, packLevel, region, isPrimary }) => {
      const gtin14 = gtin.padStart(14, '0');
      return { gtin14, productId: id, type: gtinTypeOf(gtin14), packLevel, region, isPrimary };
    }),
  );
  await tx.insert(barcodes).values(barcodeRows);
  const priceRows = entries.flatMap(({ id, product }) =>
    product.prices.map((price, index) => ({
      id: buildDemoId('msrp', product.facts.name, String(index)),
      productId: id,
      sourceId,
      ...price,
    })),
  );
  await tx.insert(msrpSnapshots).values(priceRows);
  const after = {
    products: entries.length,
    brands: brandIds.size,
    barcodes: barcodeRows.length,
    msrp_snapshots: priceRows.length,
  };
  const author = { actor: 'system:demo' };
  await saveAuditEntry(tx, author, { action: 'demo.loaded', entity: 'source', entityId: sourceId, after });
  return entries.length;
}

/** The demo source supplies every field that has a value. */
function buildDemoState(
  id: string,
  { facts, barcodes: codes, prices }: DemoProduct,
  brandIds: ReadonlyMap<string, string>,
  sourceId: string,
  context: CatalogueContext,
): ProductState {
  const { brand, category, ...stored } = facts;
  const categoryId = context.categoryByCode.get(category ?? '')?.id;
  if (!categoryId) throw new Error(`demo catalogue: the category tree has no ${category}`);
  const fields: ProvenanceField[] = FACT_LIST.filter(
    ({ parts }) => !parts.every((part) => isEmptyFact(facts[part])),
  ).map(({ field }) => field);
  if (codes.length > 0) fields.push('barcode');
  if (prices.length > 0) fields.push('msrp');
  return {
    ...buildEmptyState(id),
    brandId: brand === null ? null : (brandIds.get(foldText(brand)) ?? null),
    categoryId,
    facts: stored,
    hasPrimaryBarcode: codes.length > 0,
    hasMsrp: prices.length > 0,
    suppliers: Object.fromEntries(fields.map((field) => [field, [sourceId]])),
  };
}

const ID_NAMESPACE = '5a0e2c38-7d0b-4c59-9d0c-6a4f7b1f3c11';

const SOURCE = {
  code: 'demo',
  name: 'Factshelf demo catalogue',
  kind: 'open_data' as const,
  trust: 0.8,
  license: 'CC0 1.0',
  licenseUrl: 'https://creativecommons.org/publicdomain/zero/1.0/',
  attribution: 'Invented by the Factshelf project: no such product exists',
};

async function saveDemoSource(tx: Tx): Promise<string> {
  const id = buildDemoId('source', SOURCE.code);
  const [source] = await tx
    .insert(sources)
    .values({ id, ...SOURCE })
    // Keeps an existing row; the empty update makes RETURNING return it.
    .onConflictDoUpdate({ target: sources.code, set: { code: SOURCE.code } })
    .returning({ id: sources.id });
  return source!.id;
}

/** Returns the ids by brand key. An existing brand is used as it is. */
async function saveDemoBrands(tx: Tx, demoProducts: DemoProduct[]): Promise<Map<string, string>> {
  const names = [...new Set(demoProducts.flatMap(({ facts }) => facts.brand ?? []))];
  const rows = await tx
    .insert(brands)
    .values(
      names.map((name) => ({
        id: buildDemoId('brand', name),
        name,
        slug: slugOf(name),
        brandKey: foldText(name),
      })),
    )
    .onConflictDoUpdate({ target: brands.brandKey, set: { brandKey: sql`excluded.brand_key` } })
    .returning({ id: brands.id, brandKey: brands.brandKey });
  return new Map(rows.map(({ id, brandKey }) => [brandKey, id]));
}

function buildDemoId(...key: string[]): string {
  return uuidV5(key.join('\n'), ID_NAMESPACE);
}
