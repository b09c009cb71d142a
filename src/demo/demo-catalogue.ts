import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { gtinTypeOf } from '../catalog/barcodes/gtin.ts';
import type { Db, Tx } from '../db/client.ts';
import { saveAuditEntry } from '../operators/audit/audit-store.ts';
import { fieldProvenance, msrpSnapshots } from '../db/provenance-schema.ts';
import { barcodes, foodDetails, products } from '../db/schema.ts';
import { foldText } from '../text/fold-text.ts';
import type { DemoProduct } from './demo-product.ts';
import { buildDemoProducts } from './demo-products.ts';
import { listKnownFields, scoreDemoProduct } from './demo-quality.ts';
import {
  buildDemoId,
  findDemoCategories,
  findTemplates,
  saveDemoBrands,
  saveDemoSource,
} from './demo-store.ts';

/** Any number that nobody else uses: it names the lock that loading processes wait for. */
const DEMO_LOCK = 7_305_222;

/**
 * Fills an empty catalogue with invented products, all or nothing, and answers how many: 0 when there was a product
 * already. Ids are the same in every database. Throws when the category tree lacks a category that is needed.
 */
export async function loadDemoCatalogue(db: Db, logger: Logger): Promise<number> {
  const count = await db.transaction(async (tx) => {
    // Two processes that start at once: the second waits here, then sees what the first has loaded.
    await tx.execute(sql`SET LOCAL lock_timeout = '10s'`);
    await tx.execute(sql`SELECT pg_advisory_xact_lock(${DEMO_LOCK})`);
    const existing = await tx.select({ id: products.id }).from(products).limit(1);
    return existing.length > 0 ? 0 : insertDemoProducts(tx, buildDemoProducts());
  });
  if (count > 0) logger.info({ products: count }, 'demo catalogue loaded');
  return count;
}

async function insertDemoProducts(tx: Tx, demoProducts: DemoProduct[]): Promise<number> {
  const source = await saveDemoSource(tx);
  const brandIds = await saveDemoBrands(tx, demoProducts);
  const categoryByCode = await findDemoCategories(tx, demoProducts);
  const templateByKind = await findTemplates(tx);
  const entries = demoProducts.map((product) => ({ id: buildDemoId('product', product.name), product }));

  await tx.insert(products).values(
    entries.map(({ id, product }) => {
      const category = categoryByCode.get(product.category)!;
      return {
        id,
        name: product.name,
        searchName: foldText(product.name),
        brandId: product.brand === null ? null : brandIds.get(foldText(product.brand))!,
        categoryId: category.id,
        status: 'active' as const,
        netContentValue: product.netContentValue,
        netContentUnit: product.netContentUnit,
        countryOfOrigin: product.countryOfOrigin,
        attributes: product.attributes,
        qualityScore: scoreDemoProduct(
          product,
          category.archiveKind,
          templateByKind.get(category.archiveKind) ?? [],
          source.trust,
        ),
      };
    }),
  );
  await tx
    .insert(foodDetails)
    .values(entries.flatMap(({ id, product }) => (product.food ? [{ productId: id, ...product.food }] : [])));
  const barcodeRows = entries.flatMap(({ id, product }) =>
    product.barcodes.map(({ gtin, packLevel, region, isPrimary }) => {
      const gtin14 = gtin.padStart(14, '0');
      return { gtin14, productId: id, type: gtinTypeOf(gtin14), packLevel, region, isPrimary };
    }),
  );
  await tx.insert(barcodes).values(barcodeRows);
  const priceRows = entries.flatMap(({ id, product }) =>
    product.prices.map((price, index) => ({
      id: buildDemoId('msrp', product.name, String(index)),
      productId: id,
      sourceId: source.id,
      ...price,
    })),
  );
  await tx.insert(msrpSnapshots).values(priceRows);
  await tx
    .insert(fieldProvenance)
    .values(
      entries.flatMap(({ id, product }) =>
        listKnownFields(product).map((field) => ({ productId: id, field, sourceId: source.id })),
      ),
    );
  const after = {
    products: entries.length,
    brands: brandIds.size,
    barcodes: barcodeRows.length,
    msrp_snapshots: priceRows.length,
  };
  const author = { actor: 'system:demo' };
  await saveAuditEntry(tx, author, { action: 'demo.loaded', entity: 'source', entityId: source.id, after });
  return entries.length;
}
