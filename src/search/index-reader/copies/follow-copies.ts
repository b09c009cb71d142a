import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Db } from '../../../db/client.ts';
import { listCopies } from '../../../index/copy-store.ts';
import { COPIES_FRESH_MS } from '../../search-limits.ts';

export interface FollowedCopies {
  /** Those that hold every document but those of marked products, as far as this process has read. */
  inService(): ReadonlySet<string>;
  /** Reads their states now. */
  read(): Promise<void>;
  close(): void;
}

/**
 * Which copies are in service, as the indexer has written it: read each second, and before this process takes changes of
 * products: the indexer writes down that a copy lacks a change before it says that there is one. `names`: of the copies
 * that this process can ask. When nobody knows of more than one, the first is the one.
 */
export function followCopies(db: Db, names: readonly [string, ...string[]], logger: Logger): FollowedCopies {
  const closing = new AbortController();
  let inService: ReadonlySet<string> = new Set([names[0]]);

  async function read(): Promise<void> {
    const rows = await listCopies(db);
    const known = rows.filter(({ state }) => state === 'in_service').map(({ name }) => name);
    inService = new Set(rows.length === 0 ? [names[0]] : known);
  }

  async function follow(): Promise<void> {
    let isFailing = false;
    while (!closing.signal.aborted) {
      try {
        await read();
        isFailing = false;
      } catch (error) {
        if (!isFailing) logger.warn({ err: error }, 'the states of the copies of the index cannot be read');
        isFailing = true;
      }
      await sleep(COPIES_FRESH_MS, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  }
  void follow();
  return { inService: () => inService, read, close: () => closing.abort() };
}
