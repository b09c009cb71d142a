import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Db } from '../../../db/client.ts';
import type { ProductFeed } from '../../memory/follow-products.ts';
import { BRANDS_AT_ONCE, FOLLOW_EVERY_MS } from '../../search-limits.ts';
import type { SuggestedProducts } from './held-suggestions.ts';
import { listBrandNames } from '../suggest-store.ts';

export interface BrandFeed {
  /** Undefined until all products and the names of all their brands are held. */
  held(): SuggestedProducts | undefined;
  close(): void;
}

/**
 * Holds the names of the brands of held products. A brand that gets another name marks its products, so the names of those that
 * come or change are read, and no others.
 */
export function followBrands(
  db: Db,
  products: ProductFeed,
  logger: Logger,
  everyMs = FOLLOW_EVERY_MS,
): BrandFeed {
  const closing = new AbortController();
  /** Whose brands were all read once. */
  let named: ReturnType<BrandFeed['held']>;

  async function readSome(): Promise<'all' | 'some'> {
    const held = products.held()?.suggestions;
    if (!held) return 'all';
    const ids = held.takeUnreadBrands(BRANDS_AT_ONCE);
    try {
      if (ids.length > 0)
        for (const { id, ...brand } of await listBrandNames(db, ids)) held.nameBrand(id, brand);
    } catch (error) {
      held.postponeBrands(ids);
      throw error;
    }
    if (ids.length === BRANDS_AT_ONCE) return 'some';
    named = held;
    return 'all';
  }

  async function follow(): Promise<void> {
    let isFailing = false;
    while (!closing.signal.aborted) {
      let read: 'all' | 'some' = 'all';
      try {
        read = await readSome();
        isFailing = false;
      } catch (error) {
        if (!isFailing)
          logger.warn({ err: error }, 'brands cannot be read; suggestions use the names known so far');
        isFailing = true;
      }
      if (read === 'all') await sleep(everyMs, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  }
  void follow();
  return {
    held() {
      const held = products.held()?.suggestions;
      return held === named ? held : undefined;
    },
    close: () => closing.abort(),
  };
}
