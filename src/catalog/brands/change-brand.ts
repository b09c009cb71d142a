import { eq } from 'drizzle-orm';
import { v7 as uuidV7 } from 'uuid';
import type { Db, Tx } from '../../platform/db/client.ts';
import { retryTransaction } from '../../platform/db/retry-transaction.ts';
import { brands } from '../../platform/db/schema/catalogue.ts';
import { ApiError, refuseField } from '../../platform/http/api-error.ts';
import { saveAuditEntry, type Author } from '../../platform/audit/audit-store.ts';
import { foldText } from '../../platform/text/fold-text.ts';
import type { AdminBrand } from './brand-contract.ts';
import {
  deleteAlias,
  findAdminBrand,
  findNameHolder,
  findFreeSlug,
  lockBrands,
  moveNames,
  moveProducts,
  saveAlias,
} from './brand-store.ts';
import { buildSlug } from '../../facts/values/brand-name-store.ts';

/** @throws ApiError `already_exists`, `validation_failed` */
export async function createBrand(
  db: Db,
  author: Author,
  given: { name: string; aliases: string[] },
): Promise<AdminBrand> {
  return await retryTransaction(db, async (tx) => {
    const id = uuidV7();
    const brandKey = foldText(given.name);
    await refuseTakenName(tx, brandKey);
    const slug = await findFreeSlug(tx, buildSlug(brandKey), id);
    await tx.insert(brands).values({ id, name: given.name, slug, brandKey });
    for (const alias of given.aliases) await addAlias(tx, id, alias);
    const brand = await getBrand(tx, id);
    await saveAuditEntry(tx, author, { action: 'brand.created', entityId: id, after: describe(brand) });
    return brand;
  });
}

/**
 * Renames a brand. A trigger marks its products for the index.
 * @throws ApiError `not_found`, `already_exists` when another brand has this name or alias, `validation_failed`
 */
export async function renameBrand(
  db: Db,
  author: Author,
  id: string,
  given: { name: string; keep_alias: boolean },
): Promise<AdminBrand> {
  return await retryTransaction(db, async (tx) => {
    const before = await lockBrand(tx, id);
    const brandKey = foldText(given.name);
    const oldKey = foldText(before.name);
    if (brandKey !== oldKey) {
      // One of the brand’s own aliases may become its name.
      await deleteAlias(tx, id, brandKey);
      await refuseTakenName(tx, brandKey);
    }
    const slug = await findFreeSlug(tx, buildSlug(brandKey), id);
    await tx.update(brands).set({ name: given.name, slug, brandKey }).where(eq(brands.id, id));
    if (given.keep_alias && brandKey !== oldKey) await saveAlias(tx, id, before.name);
    return await finish(tx, author, 'brand.renamed', before);
  });
}

/**
 * Moves a brand’s products, aliases and name (as an alias) to another brand, and deletes it. Returns the other brand.
 * @throws ApiError `not_found`, `validation_failed`
 */
export async function mergeBrands(db: Db, author: Author, id: string, intoId: string): Promise<AdminBrand> {
  if (id === intoId) throw refuseField('into_id', 'must be another brand');
  return await retryTransaction(db, async (tx) => {
    // Locks products before brands, as saving a product does: the other order could deadlock.
    let moved = (await findAdminBrand(tx, intoId)) ? await moveProducts(tx, id, intoId) : 0;
    await lockBrands(tx, [id, intoId]);
    const [before, into] = [await findAdminBrand(tx, id), await findAdminBrand(tx, intoId)];
    if (!before) throw noBrand();
    if (!into) throw refuseField('into_id', 'is no brand');
    // Also moves products that got the brand before it was locked.
    moved += await moveProducts(tx, id, intoId);
    await moveNames(tx, id, intoId);
    await tx.delete(brands).where(eq(brands.id, id));
    const after = await getBrand(tx, intoId);
    await saveAuditEntry(tx, author, {
      action: 'brand.merged',
      entityId: id,
      before: { ...describe(before), into: describe(into) },
      after: { into_id: intoId, into: describe(after), products_moved: moved },
    });
    return after;
  });
}

/** @throws ApiError `not_found`, `already_exists`, `validation_failed` */
export async function addBrandAlias(db: Db, author: Author, id: string, alias: string): Promise<AdminBrand> {
  return await retryTransaction(db, async (tx) => {
    const before = await lockBrand(tx, id);
    await addAlias(tx, id, alias);
    return await finish(tx, author, 'brand.alias_added', before);
  });
}

/** @throws ApiError `not_found` */
export async function removeBrandAlias(
  db: Db,
  author: Author,
  id: string,
  alias: string,
): Promise<AdminBrand> {
  return await retryTransaction(db, async (tx) => {
    const before = await lockBrand(tx, id);
    if ((await deleteAlias(tx, id, foldText(alias))) === undefined) {
      throw new ApiError('not_found', 'The brand has no such alias.');
    }
    return await finish(tx, author, 'brand.alias_removed', before);
  });
}

/** @throws ApiError `not_found`, `invalid_state` while products have it */
export async function deleteBrand(db: Db, author: Author, id: string): Promise<AdminBrand> {
  return await retryTransaction(db, async (tx) => {
    const before = await lockBrand(tx, id);
    if (before.product_count > 0) {
      throw new ApiError('invalid_state', 'Products have this brand: merge it into another one instead.', {
        details: { product_count: before.product_count, in_use_count: before.in_use_count },
      });
    }
    await tx.delete(brands).where(eq(brands.id, id));
    await saveAuditEntry(tx, author, { action: 'brand.deleted', entityId: id, before: describe(before) });
    return before;
  });
}

async function lockBrand(tx: Tx, id: string): Promise<AdminBrand> {
  await lockBrands(tx, [id]);
  return await getBrand(tx, id);
}

async function getBrand(tx: Tx, id: string): Promise<AdminBrand> {
  const brand = await findAdminBrand(tx, id);
  if (!brand) throw noBrand();
  return brand;
}

async function addAlias(tx: Tx, brandId: string, alias: string): Promise<void> {
  await refuseTakenName(tx, foldText(alias));
  await saveAlias(tx, brandId, alias);
}

async function finish(tx: Tx, author: Author, action: string, before: AdminBrand): Promise<AdminBrand> {
  const after = await getBrand(tx, before.id);
  await saveAuditEntry(tx, author, {
    action,
    entity: 'brand',
    entityId: before.id,
    before: describe(before),
    after: describe(after),
  });
  return after;
}

async function refuseTakenName(tx: Tx, nameKey: string): Promise<void> {
  const taken = await findNameHolder(tx, nameKey);
  if (!taken) return;
  throw new ApiError(
    'already_exists',
    `This is ${taken.isAlias ? 'an alias' : 'the name'} of the brand ${taken.name}.`,
    { details: { brand_id: taken.id, brand_name: taken.name, is_alias: taken.isAlias } },
  );
}

function describe({ name, slug, aliases }: AdminBrand): object {
  return { name, slug, aliases };
}

function noBrand(): ApiError {
  return new ApiError('not_found', 'There is no brand with this id.');
}
