import { sql } from 'drizzle-orm';
import type { Db, Tx } from '../../db/client.ts';
import { prepareStatement } from '../../db/prepare-statement.ts';
import { API_VERSION } from '../../openapi/api-version.ts';
import { products } from '../../db/schema/catalogue.ts';
import { productInUse } from '../products/product-store.ts';
import { readFeedPage } from './change-store.ts';
import { makeChanges } from './make-changes.ts';

/** Raised by hand when changes are made in another way between two releases. */
export const MAKING = 1;

/** What kept changes of now look like, and of which history: those of another one are made anew, not read. */
const formOf = (epoch: string) => `${API_VERSION} ${MAKING} ${epoch}`;

/** How far changes are kept. */
interface KeptState {
  form: string;
  keptTo: number;
}

/** A change as JSON, of this version of its product; null: there is none to keep. */
interface KeptChange {
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
async function lockKeptChanges(tx: Tx): Promise<KeptState | undefined> {
  const { rows } = await tx.execute<{ form: string; keptTo: number }>(
    sql`select form, kept_to::float8 as "keptTo" from kept_changes for update skip locked`,
  );
  return rows[0];
}

/** A product that has moved on meanwhile keeps nothing of its old position, and nobody waits for who moves it. */
async function saveKeptChanges(
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

/**
 * Makes the next changes that have a position into the text that the feed tells of them, and keeps it beside the position. All
 * from the first one when what is kept is of another release, or of another epoch of the feed.
 * @returns whether there may be more to do at once
 */
export async function keepPortion(db: Db, limit: number): Promise<boolean> {
  return await db.transaction(async (tx) => {
    const kept = await lockKeptChanges(tx);
    if (!kept) return false;
    const { epoch, entries, head } = await readFeedPage(tx, kept.keptTo, limit);
    const form = formOf(epoch);
    if (form !== kept.form) {
      await saveKeptChanges(tx, [], { form, keptTo: 0 });
      return head > 0;
    }
    const last = entries.at(-1);
    if (!last) return false;
    const changes = await makeChanges(tx, entries);
    const told = changes.map((change) => {
      const item = change.change === 'upsert' ? JSON.stringify(change) : null;
      return { position: change.position, item, version: change.version };
    });
    await saveKeptChanges(tx, told, { form, keptTo: last.position });
    return entries.length === limit;
  });
}
