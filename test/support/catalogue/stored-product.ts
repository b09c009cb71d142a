import { sql } from 'drizzle-orm';
import type { Db } from '../../../src/platform/db/client.ts';
import type { ValueChange } from '../../../src/catalog/difference/product-change-contract.ts';

type Row = Record<string, unknown>;

/** Every row of a product, to the letter, but for its version and the time of its last change. */
export async function readProductRows(db: Db, id: string): Promise<Row | null> {
  const { rows } = await db.execute<{ stored: Row | null }>(sql`
    select (select to_jsonb(p) - 'version' - 'read_version' - 'updated_at' from products p where id = ${id})
      || jsonb_build_object(
        'food', (select to_jsonb(f) from food_details f where product_id = ${id}),
        'barcodes', (select jsonb_agg(to_jsonb(b) order by gtin14) from barcodes b where product_id = ${id}),
        'msrp', (select jsonb_agg(to_jsonb(m) order by id) from msrp_snapshots m where product_id = ${id}),
        'provenance', (select jsonb_agg(to_jsonb(v) order by field, source_id) from field_provenance v
          where product_id = ${id})) as stored`);
  return rows[0]?.stored ?? null;
}

/** The same without ids, times and stamps, which differ between runs. */
export async function readProductFacts(db: Db, id: string): Promise<Row | null> {
  const stored = await readProductRows(db, id);
  if (!stored) return null;
  const { id: _id, created_at: _created, brand_id: brandId, ...rest } = stored;
  const { rows: brands } = await db.execute(sql`select name, slug from brands where id = ${brandId}`);
  const strip = (rows: unknown, names: string[]) =>
    ((rows ?? []) as Row[]).map((row) =>
      Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name))),
    );
  const own = ['id', 'product_id', 'created_at', 'recorded_at', 'submission_id', 'operator_id'];
  return {
    ...rest,
    brands,
    food: strip(stored['food'] ? [stored['food']] : [], own),
    barcodes: strip(stored['barcodes'], own),
    msrp: strip(stored['msrp'], own),
    provenance: strip(stored['provenance'], own),
  };
}

/** Returns the values of a product by name: `nutriments fat_g` → 5. Independent of the program's own comparison. */
export async function readValues(db: Db, id: string | null): Promise<Map<string, unknown>> {
  const values = new Map<string, unknown>();
  if (id === null) return values;
  const { rows } = await db.execute<{
    product: Row;
    food: Row | null;
    brand: string | null;
    category: string;
  }>(sql`
    select to_jsonb(p) as product, to_jsonb(f) as food, b.name as brand, c.code as category
    from products p left join food_details f on f.product_id = p.id left join brands b on b.id = p.brand_id
      left join categories c on c.id = p.category_id where p.id = ${id}`);
  const [row] = rows;
  if (!row) return values;
  const put = (name: string, value: unknown) => {
    const isEmpty = value === null || value === undefined || value === '' || value === false;
    if (!isEmpty && !(Array.isArray(value) && value.length === 0)) values.set(name, value);
  };
  const { product, food } = row;
  const columns = 'name status net_content_value net_content_unit country_of_origin images'.split(' ');
  for (const name of columns) put(name, product[name]);
  put('brand', row.brand);
  put('category', row.category.startsWith('uncategorized') ? null : row.category);
  for (const [key, value] of Object.entries((product['attributes'] ?? {}) as Row))
    put(`attributes ${key}`, value);
  for (const [name, value] of Object.entries((product['facts'] ?? {}) as Row)) put(name, value);
  for (const [name, value] of Object.entries(food ?? {})) {
    if (name === 'product_id') continue;
    if (name !== 'nutriments') put(name, value);
    else for (const [key, amount] of Object.entries((value ?? {}) as Row)) put(`nutriments ${key}`, amount);
  }
  const { rows: barcodes } = await db.execute<{ gtin14: string }>(
    sql`select gtin14 from barcodes where product_id = ${id}`,
  );
  for (const { gtin14 } of barcodes) put(`barcodes ${gtin14}`, true);
  const { rows: prices } = await db.execute<{ id: string; amount: number }>(
    sql`select id, amount::float8 as amount from msrp_snapshots where product_id = ${id}`,
  );
  for (const { id: priceId, amount } of prices) values.set(`msrp ${priceId}`, amount);
  return values;
}

export interface PlainChange {
  what: string;
  effect: 'add' | 'change' | 'delete';
  before: unknown;
  after: unknown;
}

/** Returns the differences between two results of `readValues`. */
export function compareValues(before: Map<string, unknown>, after: Map<string, unknown>): PlainChange[] {
  const all = [...new Set([...before.keys(), ...after.keys()])];
  return all
    .map((what): PlainChange => {
      const [was, is] = [before.get(what) ?? null, after.get(what) ?? null];
      const effect = !before.has(what) ? 'add' : after.has(what) ? 'change' : 'delete';
      const name = what.startsWith('msrp') ? 'msrp' : what;
      return { what: name, effect, before: was, after: is };
    })
    .filter(({ before: was, after: is }) => JSON.stringify(was) !== JSON.stringify(is))
    .toSorted(byWhat);
}

/** Changes as the API tells them, in the same form. */
export function plainChanges(changes: readonly ValueChange[]): PlainChange[] {
  return changes
    .map(({ name, key, effect, before, after }): PlainChange => {
      const what = key === null ? name : `${name} ${name === 'barcodes' ? key.padStart(14, '0') : key}`;
      const show = (value: unknown) => {
        if (value === null || value === false) return null;
        if (name === 'barcodes') return true;
        return name === 'msrp' ? (value as { amount: number }).amount : value;
      };
      return { what, effect, before: show(before), after: show(after) };
    })
    .toSorted(byWhat);
}

const byWhat = (a: PlainChange, b: PlainChange) => (a.what < b.what ? -1 : a.what > b.what ? 1 : 0);
