import { bulkhead, isBulkheadRejectedError } from 'cockatiel';
import type { Db } from '../../db/client.ts';
import { ApiError } from '../../http/api-error.ts';
import { createCachedValue } from '../statistics/cached-value.ts';
import { listProductsOf, listSpans, type ListedProduct } from './sitemap-store.ts';

/** Far below the 50,000 that sitemaps.org allows: a part is one statement of tens of milliseconds, and held as a whole. */
const PART_SIZE = 10_000;
/** Products that are new to the end of the catalogue meanwhile come into the last part, and from the next look on into parts of their own. */
const SPANS_FRESH_MS = 3_600_000;
const SPANS_MAX_AGE_MS = 86_400_000;
/** Parts that are read at once, whoever asks, and those that wait for it. */
const AT_ONCE = 2;
const WAITING = 20;

/** Every product with a page under its barcode, in parts, for search engines. */
export interface Sitemap {
  countParts: () => Promise<number>;
  /**
   * @param part from 1
   * @returns undefined where there is no such part
   * @throws ApiError `unavailable` when too many are asked for at once
   */
  readPart: (part: number) => Promise<ListedProduct[] | undefined>;
}

export function createSitemap({ db, partSize = PART_SIZE }: { db: Db; partSize?: number }): Sitemap {
  const readSpans = createCachedValue({
    load: () => listSpans(db, partSize),
    freshMs: SPANS_FRESH_MS,
    maxAgeMs: SPANS_MAX_AGE_MS,
  });
  const slots = bulkhead(AT_ONCE, WAITING);
  return {
    countParts: async () => (await readSpans()).length,
    async readPart(part) {
      const span = (await readSpans())[part - 1];
      if (!span) return undefined;
      try {
        return await slots.execute(() => listProductsOf(db, span, partSize));
      } catch (error) {
        if (!isBulkheadRejectedError(error)) throw error;
        throw new ApiError('unavailable', 'Too many sitemaps are being read. Try again in a moment.', {
          headers: { 'Retry-After': '2' },
          cause: error,
          isShed: true,
        });
      }
    },
  };
}
