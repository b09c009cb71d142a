import { sql } from 'drizzle-orm';
import type { ImportReport } from '../../../src/import/import-report.ts';
import { importFile, type ImportOptions } from '../../../src/import/import-file.ts';
import { createOffImporter } from '../../../src/import/open-food-facts/off-importer.ts';
import { createExportDirectory, gtinOf, type ExportDirectory } from './export-file.ts';
import { createTestDatabase, type TestDatabase } from '../database/test-database.ts';

type Row = Record<string, unknown>;

export interface ImportCatalogue {
  database: TestDatabase;
  exports: ExportDirectory;
  run(path: string, options?: Partial<ImportOptions>): Promise<ImportReport>;
  query(text: string): Promise<Row[]>;
  /** Every row that an import can write. */
  dump(): Promise<Row[][]>;
  /** Returns the product of a barcode with the suppliers of its fields. */
  findProduct(gtin: string): Promise<Row | undefined>;
  countProducts(): Promise<number>;
  /** The products that the indexer would send. */
  listDirty(): Promise<unknown[]>;
  clearDirty(): Promise<void>;
  empty(): Promise<void>;
  remove(): Promise<void>;
}

const TABLES = ['products', 'food_details', 'barcodes', 'provenance', 'source_records', 'brands'];

/** A catalogue of the test file's own, with a directory for its exports. */
export async function createImportCatalogue(): Promise<ImportCatalogue> {
  const database = await createTestDatabase();
  const exports = await createExportDirectory();
  const query = async (text: string) => (await database.pool.query<Row>(text)).rows;
  return {
    database,
    exports,
    query,
    run: async (path, options = {}) =>
      await importFile({ db: database.db, path, importer: createOffImporter(), ...options }),
    dump: async () =>
      await Promise.all(
        TABLES.map(
          async (table) =>
            await query(`SELECT to_jsonb(t) AS row FROM ${table} t ORDER BY to_jsonb(t)::text`),
        ),
      ),
    findProduct: async (gtin) => (await query(`${PRODUCT} WHERE b.gtin14 = lpad('${gtin}', 14, '0')`))[0],
    countProducts: async () => Number((await query('SELECT count(*) AS count FROM products'))[0]?.['count']),
    listDirty: async () =>
      (await query('SELECT product_id FROM search_outbox')).map((row) => row['product_id']),
    async clearDirty() {
      await query('DELETE FROM search_outbox');
    },
    async empty() {
      await database.db.execute(sql`TRUNCATE products, brands, search_outbox CASCADE`);
    },
    async remove() {
      await database.drop();
      await exports.remove();
    },
  };
}

const PRODUCT = `
  SELECT p.id, p.name, p.search_name, br.name AS brand, c.code AS category, p.status, p.version,
         p.country_of_origin, p.quality_score::float8 AS quality_score, p.net_content_value::float8 AS content,
         p.net_content_unit AS unit, p.attributes, f.nutriments, f.nutrition_basis, f.ingredients_text,
         (SELECT jsonb_object_agg(field, codes) FROM (
            SELECT field, jsonb_agg(s.code ORDER BY s.code) AS codes
            FROM field_provenance fp JOIN sources s ON s.id = fp.source_id
            WHERE fp.product_id = p.id GROUP BY field) AS by_field) AS suppliers
  FROM barcodes b JOIN products p ON p.id = b.product_id LEFT JOIN brands br ON br.id = p.brand_id
  JOIN categories c ON c.id = p.category_id LEFT JOIN food_details f ON f.product_id = p.id`;

export const oatBiscuits = {
  code: gtinOf(1),
  product_name: 'Harbour Oat Biscuits',
  brands: 'Harbour',
  categories_tags: ['en:snacks', 'en:sweet-snacks', 'en:biscuits-and-cakes', 'en:biscuits'],
  quantity: '250 g',
  manufacturing_places: 'Italia',
  nutriments: { 'energy-kcal_100g': 450, fat_100g: 18, carbohydrates_100g: 62, proteins_100g: 8 },
  ingredients_text: 'Oats, butter, sugar',
};
export const appleJuice = {
  code: gtinOf(2),
  product_name: 'Dune Apple Juice',
  brands: 'Dune',
  obsolete: 'on',
};
