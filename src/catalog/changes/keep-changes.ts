import type { Db } from '../../db/client.ts';
import { readFeedPage } from './change-store.ts';
import { formOf, lockKeptChanges, saveKeptChanges } from './kept-change-store.ts';
import { makeChanges } from './make-changes.ts';

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
