import { sql } from 'drizzle-orm';
import type { Db, Tx } from '../../db/client.ts';
import { prepareStatement } from '../../db/prepare-statement.ts';
import { API_VERSION } from '../../openapi/api-version.ts';
import { products } from '../../db/schema/catalogue.ts';
import { productInUse } from '../products/product-store.ts';

/** Raised by hand when changes are made in another way between two releases. */
export const MAKING = 1;

/** What kept changes of now look like, and of which history: those of another one are made anew, not read. */
export const formOf = (epoch: string) => `${API_VERSION} ${MAKING} ${epoch}`;

/** How far changes are kept. */
export interface KeptState {
  form: string;
  keptTo: number;
}

/** A change as JSON, of this version of its product; null: there is none to keep. */
export interface KeptChange {
  position: number;
  item: string | null;
  version: number | null;
}

const keptBetween = prepareStatement<{ position: number; item: string }>(
  'list_kept_changes',
  sql`
    select c.position::float8 as position, c.item
    from kept_changes k
      join product_changes c on c.position between ${sql.placeholder('first')} and ${sql.placeholder('last')}
        and c.position <= k.kept_to
      join ${products} on ${products.id} = c.product_id and ${products.version} = c.item_version and ${productInUse}
    where k.form = ${sql.placeholder('form')}`,
);

/**
 * Kept changes of these positions that hold still: one whose product is not public any more, or has another version, may be
 * made anew at once, before it has its next position.
 */
export async function listKeptChanges(
  db: Db,
  epoch: string,
  { first, last }: { first: number; last: number },
): Promise<Map<number, string>> {
  const rows = await keptBetween(db, { first, last, form: formOf(epoch) });
  return new Map(rows.map(({ position, item }) => [position, item]));
}

/** Nobody else keeps changes until the transaction ends. Undefined: somebody does. */
export async function lockKeptChanges(tx: Tx): Promise<KeptState | undefined> {
  const { rows } = await tx.execute<{ form: string; keptTo: number }>(
    sql`select form, kept_to::float8 as "keptTo" from kept_changes for update skip locked`,
  );
  return rows[0];
}

/** A product that has moved on meanwhile keeps nothing of its old position, and nobody waits for who moves it. */
export async function saveKeptChanges(
  tx: Tx,
  changes: readonly KeptChange[],
  { form, keptTo }: KeptState,
): Promise<void> {
  // JSON has no bare line break, so that the texts can go as one: to write them as an array's would cost as much as making them.
  const items = changes.map(({ item }) => item ?? '').join('\n');
  await tx.execute(sql`
    with free as (
      select c.position as "at", nullif(n.item, '') as "text", n.version
      from product_changes c join unnest(${sql.param(changes.map(({ position }) => position))}::bigint[],
        string_to_array(${items}, chr(10)), ${sql.param(changes.map(({ version }) => version))}::int[])
        as n(position, item, version) on n.position = c.position
      for no key update of c skip locked
    )
    update product_changes set item = free."text", item_version = free.version from free where position = free."at"`);
  await tx.execute(sql`update kept_changes set form = ${form}, kept_to = ${keptTo}`);
}
