import { eq, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { padGtin, gtinTypeOf } from '../../../src/facts/values/gtin.ts';
import type { Db, Tx } from '../../../src/platform/db/client.ts';
import { msrpSnapshots, provenance as provenanceRows } from '../../../src/platform/db/schema/provenance.ts';
import {
  barcodes,
  brands,
  categories,
  foodDetails,
  kindFields,
  products,
  sources,
} from '../../../src/platform/db/schema/catalogue.ts';
import type { ProvenanceField } from '../../../src/quality/quality-score.ts';
import { foldText, wordsOf } from '../../../src/platform/text/fold-text.ts';

type Handle = Db | Tx;
type ProductRow = typeof products.$inferInsert;
type BarcodeRow = typeof barcodes.$inferInsert;
type MsrpRow = typeof msrpSnapshots.$inferInsert;
type FoodRow = typeof foodDetails.$inferInsert;
type FieldRow = typeof kindFields.$inferInsert;

export interface BarcodeFacts extends Partial<
  Pick<BarcodeRow, 'packLevel' | 'region' | 'isPrimary' | 'createdAt'>
> {
  /** Any spelling with a right check digit. */
  gtin: string;
}

export interface MsrpFacts extends Partial<Omit<MsrpRow, 'productId' | 'sourceId'>> {
  amount: number;
  /** Source code; `community` unless given. */
  source?: string;
}

/** The facts of a test product; the others have valid defaults. */
export interface ProductFacts extends Partial<Omit<ProductRow, 'searchName' | 'brandId' | 'categoryId'>> {
  /** The brand's name, created if it is new; null: no brand. */
  brand?: string | null;
  /** Category path from the root, made when it is new: `food/beverages/juices`. */
  category?: string;
  /** Archive kind of a root category that is made for this product. */
  kind?: string;
  /** The first is the primary one, unless one says `isPrimary`. */
  gtins?: (string | BarcodeFacts)[];
  msrp?: MsrpFacts[];
  food?: Omit<FoodRow, 'productId'>;
  /** Source code → fields it supplied: `{ open_food_facts: ['name', 'brand'] }`. */
  provenance?: Record<string, ProvenanceField[]>;
}

/** Stores a product in use with everything that is said about it, and returns its id. */
export async function insertProduct(db: Db, facts: ProductFacts = {}): Promise<string> {
  const {
    brand = null,
    category = 'food',
    kind = 'food',
    gtins = [],
    msrp = [],
    food,
    provenance = {},
    ...row
  } = facts;
  const id = row.id ?? uuidv7();
  const name = row.name ?? 'Plain product';
  await db.transaction(async (tx) => {
    await tx.insert(products).values({
      status: 'active',
      qualityScore: 0.5,
      // As the service writes it: with its label read, as far as a list of allergens goes.
      readVersion: row.version ?? 1,
      allergenStates: kind === 'food' ? readStates(food?.allergens ?? []) : null,
      assured: [],
      ...row,
      id,
      name,
      searchName: foldText(name),
      brandId: brand === null ? null : await ensureBrand(tx, brand),
      categoryId: await ensureCategory(tx, category, kind),
    });
    if (food) await tx.insert(foodDetails).values({ ...food, productId: id });
    for (const [index, entry] of gtins.entries()) await insertBarcode(tx, id, entry, index === 0);
    for (const { source = 'community', ...snapshot } of msrp) {
      await tx.insert(msrpSnapshots).values({
        id: uuidv7(),
        currency: 'EUR',
        region: 'GLOBAL',
        ...snapshot,
        productId: id,
        sourceId: await sourceIdOf(tx, source),
      });
    }
    for (const [code, fields] of Object.entries(provenance)) {
      const sourceId = await sourceIdOf(tx, code);
      const said = Object.fromEntries(fields.map((field) => [field, null]));
      await tx.insert(provenanceRows).values({ productId: id, sourceId, fields: said });
    }
  });
  return id;
}

const readStates = (allergens: readonly string[]) =>
  allergens.length > 0 ? { contains: Object.fromEntries(allergens.map((code) => [code, []])) } : {};

export async function insertBarcode(
  db: Handle,
  productId: string,
  entry: string | BarcodeFacts,
  isPrimary = false,
): Promise<void> {
  const { gtin, ...facts } = typeof entry === 'string' ? { gtin: entry } : entry;
  const padded = padGtin(gtin);
  if (!padded.ok) throw new Error(`${gtin}: ${padded.message}`);
  const { gtin14 } = padded;
  const packLevel = gtin14.startsWith('0') ? 'each' : 'case';
  await db
    .insert(barcodes)
    .values({ packLevel, isPrimary, ...facts, gtin14, productId, type: gtinTypeOf(gtin14) });
}

/** The id of the brand of this name; spellings that fold alike are one brand. Aliases are not looked at. */
export async function ensureBrand(db: Handle, name: string): Promise<string> {
  const brandKey = foldText(name);
  const slug = wordsOf(brandKey).join('-');
  await db.insert(brands).values({ id: uuidv7(), name, slug, brandKey }).onConflictDoNothing();
  const [row] = await db.select({ id: brands.id }).from(brands).where(eq(brands.brandKey, brandKey));
  if (!row) throw new Error(`the slug ${slug} belongs to another brand than ${name}`);
  return row.id;
}

/** The id of the category at this path, made with all its parents when missing. */
export async function ensureCategory(db: Handle, path: string, archiveKind = 'food'): Promise<string> {
  let parent: { id: string; archiveKind: string } | undefined;
  for (const [index, code] of path.split('/').entries()) {
    await db
      .insert(categories)
      .values({
        id: uuidv7(),
        code,
        name: code.charAt(0).toUpperCase() + code.slice(1).replaceAll('-', ' '),
        parentId: parent?.id ?? null,
        path: path
          .split('/')
          .slice(0, index + 1)
          .join('/'),
        level: index + 1,
        archiveKind: parent?.archiveKind ?? archiveKind,
        ownArchiveKind: parent ? null : archiveKind,
      })
      .onConflictDoNothing();
    [parent] = await db
      .select({ id: categories.id, archiveKind: categories.archiveKind })
      .from(categories)
      .where(eq(categories.code, code));
  }
  if (!parent) throw new Error('a category path has at least one code');
  return parent.id;
}

export async function sourceIdOf(db: Handle, code: string): Promise<string> {
  const [row] = await db.select({ id: sources.id }).from(sources).where(eq(sources.code, code));
  if (!row) throw new Error(`there is no source ${code}`);
  return row.id;
}

/** Gives a kind a field template; fields stand in the order in which they are given. */
export async function insertKindFields(
  db: Handle,
  kind: string,
  fields: (Pick<FieldRow, 'key' | 'label'> & Partial<FieldRow>)[],
): Promise<void> {
  await db
    .insert(kindFields)
    .values(fields.map((field, position) => ({ type: 'string' as const, position, ...field, kind })));
}

/** Empties every table of the catalogue but sources and kinds. */
export async function clearCatalogue(db: Db): Promise<void> {
  await db.execute(
    sql`truncate products, brands, categories, kind_fields, search_outbox restart identity cascade`,
  );
}
