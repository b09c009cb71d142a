import { stampPortion } from '../../../src/publish/feed/change-stamp-store.ts';
import { keepPortion } from '../../../src/publish/feed/kept-change-store.ts';
import type { Change } from '../../../src/publish/feed/change-contract.ts';
import type { Db } from '../../../src/platform/db/client.ts';
import type { TestApi } from '../test-api.ts';

/** An answer of the change feed. */
export interface ChangesPage {
  items: Change[];
  next: string;
  has_more: boolean;
}

/** Gives every committed change its position, and keeps it as text, as an indexer does. */
export async function stampAll(db: Db): Promise<void> {
  while (await stampPortion(db, { marks: 50, background: 20 }));
  while (await keepPortion(db, 20));
}

/** A client of the change feed. */
export interface ChangeReader {
  /** Reads on to the end, and answers all that came. */
  read(): Promise<Change[]>;
  cursor(): string | undefined;
}

/** A reader of the application: from the beginning, unless it is given a cursor. */
export function createChangeReader(api: TestApi, since?: string, limit = 100): ChangeReader {
  let cursor = since;
  return {
    async read() {
      const items: Change[] = [];
      for (;;) {
        const from = cursor === undefined ? '' : `since=${cursor}&`;
        const answer = await api.get(`/changes?${from}limit=${limit}`);
        if (answer.status !== 200) throw new Error(answer.text);
        const page = answer.body as ChangesPage;
        items.push(...page.items);
        cursor = page.next;
        if (!page.has_more) return items;
      }
    },
    cursor: () => cursor,
  };
}
