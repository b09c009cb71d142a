import { sql } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/client.ts';
import { prepareStatement } from '../../platform/db/prepare-statement.ts';
import { RELEASE_VERSION } from '../../platform/release-version.ts';
import { products } from '../../platform/db/schema/catalogue.ts';
import { productInUse } from '../../catalog/products/product-store.ts';
import { readFeedPage } from './change-store.ts';
import { makeChanges } from './make-changes.ts';

/** Increase this when the JSON of changes differs without a new release. */
export const MAKING = 4;

/** The form and history of cached changes. Changes cached under another value are rendered again. */
const formOf = (epoch: string) => `${RELEASE_VERSION} ${MAKING} ${epoch}`;

/** The form of the cached changes, and the position up to which changes are cached. */
interface KeptState {
  form: string;
  keptTo: number;
}

/** A change as JSON, with the version of its product; null: no JSON is cached for this change. */
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
 * Returns the cached changes of these positions that are still valid. Omits a change whose product is no longer
 * public or has another version: it is rendered again, even before its product has its next position.
 */
export async function listKeptChanges(
  db: Db,
  epoch: string,
  { first, last }: { first: number; last: number },
): Promise<Map<number, string>> {
  const rows = await keptBetween(db, { first, last, form: formOf(epoch) });
  return new Map(rows.map(({ position, item }) => [position, item]));
}

/** Locks the cache of changes until the transaction ends. Returns undefined while another process has locked it. */
async function lockKeptChanges(tx: Tx): Promise<KeptState | undefined> {
  const { rows } = await tx.execute<{ form: string; keptTo: number }>(
    sql`select form, kept_to::float8 as "keptTo" from kept_changes for update skip locked`,
  );
  return rows[0];
}

/** Saves cached changes. Skips positions that have changed or are locked, without waiting for the lock. */
async function saveKeptChanges(
  tx: Tx,
  changes: readonly KeptChange[],
  { form, keptTo }: KeptState,
): Promise<void> {
  // One text, because JSON contains no line break. Encoding an array of texts would cost as much as rendering them.
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
 * Renders the next changes as JSON for the feed, and caches it beside their positions. Starts again from the first
 * change if the cache is from another release or another epoch of the feed.
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
    const rows = changes.map((change) => {
      const item = change.change === 'upsert' ? JSON.stringify(change) : null;
      return { position: change.position, item, version: change.version };
    });
    await saveKeptChanges(tx, rows, { form, keptTo: last.position });
    return entries.length === limit;
  });
}
